/** Shows WeChat's page with the code. Its way back stays inside: the callback's page hands over to the page around us. */
(() => {
  const { values, tell } = globalThis.foyerFrame;
  const { src, page, width, height, allow } = values;
  if (!src.startsWith(`${page}?`)) return tell('failed', { code: 'address' });
  const frame = document.createElement('iframe');
  Object.assign(frame, { title: 'WeChat', src, width, height, allow: allow ?? '' });
  frame.style.border = '0';
  frame.addEventListener('load', () => tell('ready'), { once: true });
  document.body.append(frame);
})();
