/**
 * Shows DingTalk's page with the code, as its own script would, and hears the address to go back to. We go there inside the
 * frame: the callback's page hands over to the page around us.
 */
(() => {
  const { values, tell } = globalThis.foyerFrame;
  const { src, page, width, height } = values;
  if (!src.startsWith(`${page}?`)) return tell('failed', { code: 'address' });
  const callback = new URL(src).searchParams.get('redirect_uri');
  const frame = document.createElement('iframe');
  Object.assign(frame, { title: 'DingTalk', src, width, height });
  frame.style.border = '0';
  frame.addEventListener('load', () => tell('ready'), { once: true });
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== new URL(page).origin) return;
    const { success, redirectUrl, errorMsg } = data ?? {};
    if (success && typeof redirectUrl === 'string') {
      const isOurs = redirectUrl.startsWith(`${location.origin}/`) && redirectUrl.startsWith(`${callback}?`);
      if (!isOurs) return tell('failed', { code: 'address' });
      frame.src = redirectUrl;
    } else if (errorMsg) tell('failed', { code: 'provider' });
  });
  document.body.append(frame);
})();
