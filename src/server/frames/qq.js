/**
 * Shows QQ's button and tells the access token that its script has once somebody chose their account in its window. What the
 * script kept in a cookie is taken away: before, so that nobody else's token is taken for this one, and afterwards.
 */
(() => {
  const { values, tell, load, noticeBlocked } = globalThis.foyerFrame;
  const { clientId, callback, label, icon, color } = values;
  /** How often one looks whether the script has a token, milliseconds; it tells nobody. */
  const LOOK_EVERY = 250;
  const COOKIE = '__qc__k';

  /** Wherever the script may have put it: this host, or one above it. */
  const forget = () => {
    const names = location.hostname.split('.');
    const domains = names.map((_, index) => `; domain=${names.slice(index).join('.')}`);
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the other interface
    for (const domain of ['', ...domains]) document.cookie = `${COOKIE}=; path=/; max-age=0${domain}`;
  };

  /** The button is ours: what the script would draw needs a policy that lets anything run. */
  const draw = () => {
    const button = document.createElement('button');
    const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    button.type = 'button';
    for (const [name, value] of [
      ['viewBox', '0 0 24 24'],
      ['width', '24'],
      ['height', '24'],
      ['aria-hidden', 'true'],
    ])
      drawing.setAttribute(name, value);
    path.setAttribute('d', icon);
    path.setAttribute('fill', color);
    drawing.append(path);
    button.append(drawing, label);
    Object.assign(button.style, {
      display: 'flex',
      gap: '8px',
      alignItems: 'center',
      justifyContent: 'center',
      boxSizing: 'border-box',
      width: 'calc(100% - 8px)',
      minHeight: '48px',
      margin: '4px',
      border: '1px solid #767d8c',
      borderRadius: '8px',
      background: '#fff',
      color: '#1a1d24',
      font: '600 16px/1.5 system-ui, sans-serif',
      cursor: 'pointer',
    });
    return button;
  };

  const show = () => {
    const { Login } = globalThis.QC;
    let looking;
    const look = () => {
      if (!Login.check()) return;
      clearInterval(looking);
      Login.getMe((_openId, accessToken) => {
        forget();
        if (accessToken) tell('done', { accessToken: String(accessToken) });
        else tell('failed', { code: 'provider' });
      });
    };
    const button = draw();
    button.addEventListener('click', () => {
      clearInterval(looking);
      forget();
      looking = setInterval(look, LOOK_EVERY);
      Login.showPopup({ appId: clientId, redirectURI: callback });
    });
    forget();
    noticeBlocked();
    document.body.append(button);
    tell('ready');
  };

  load({ 'data-appid': clientId, 'data-redirecturi': callback, charset: 'utf-8' })
    .then(show)
    .catch(() => tell('failed', { code: 'script' }));
})();
