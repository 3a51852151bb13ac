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

  /** How long QQ has to say whose a token is, milliseconds. */
  const ANSWERS_WITHIN = 10000;

  /** Wherever the script, or a page of a host beside ours, may have put it: this host, or one above it; this path, or one above. */
  const forget = () => {
    const names = location.hostname.split('.');
    const domains = names.map((_, index) => `; domain=${names.slice(index).join('.')}`);
    const paths = location.pathname.split('/').flatMap((_, index, all) => {
      const path = all.slice(0, index + 1).join('/');
      return [path || '/', `${path}/`];
    });
    const places = paths.flatMap((path) => ['', ...domains].map((domain) => `; path=${path}${domain}`));
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the other interface
    for (const place of places) document.cookie = `${COOKIE}=${place}; max-age=0`;
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
    let late;
    /** The press under way; what an earlier one still brings counts no more. */
    let pressed = 0;
    const look = () => {
      if (!Login.check()) return;
      clearInterval(looking);
      const asking = pressed;
      const end = (accessToken) => {
        if (asking !== pressed) return;
        pressed += 1;
        clearTimeout(late);
        forget();
        if (accessToken) tell('done', { accessToken: String(accessToken) });
        else tell('failed', { code: 'provider' });
      };
      late = setTimeout(end, ANSWERS_WITHIN);
      Login.getMe((_openId, accessToken) => end(accessToken));
    };
    const button = draw();
    button.addEventListener('click', () => {
      clearInterval(looking);
      clearTimeout(late);
      pressed += 1;
      forget();
      // A token that is still there was left by somebody else, where we cannot take it away.
      if (Login.check()) return tell('failed', { code: 'cookie' });
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
