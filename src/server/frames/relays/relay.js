/**
 * What every frame of ours has: its values, the way to the page around it, and the way to load the one script of others.
 * `foyerFrame.tell(event, values)` speaks to pages of this very origin only; `location.origin` is that of the address, which an
 * opaque frame has as well.
 */
(() => {
  const { frame, script, values } = document.documentElement.dataset;
  document.body.style.margin = '0';

  const tell = (event, told = {}) =>
    parent.postMessage({ type: 'foyer:frame', version: 1, frame, event, values: told }, location.origin);

  const load = (attributes = {}) =>
    new Promise((resolve, reject) => {
      const element = document.createElement('script');
      element.onload = resolve;
      element.onerror = () => reject(new Error('The script did not load.'));
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.src = script;
      document.head.append(element);
    });

  /** Tells when the browser opens no window for the script that asks for one. */
  const noticeBlocked = () => {
    const open = window.open.bind(window);
    window.open = (...asked) => {
      const opened = open(...asked);
      if (!opened) tell('blocked');
      return opened;
    };
  };

  globalThis.foyerFrame = Object.freeze({ values: Object.freeze(JSON.parse(values)), tell, load, noticeBlocked });
})();
