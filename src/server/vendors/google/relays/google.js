/**
 * Shows Google's button. In a frame it tells the credential that it gives once somebody chose their account in its window. On a page
 * of its own, with a state, it leaves for Google, which posts the credential.
 */
(() => {
  const { values, tell, load, noticeBlocked } = globalThis.foyerFrame;
  const { clientId, nonce, locale, state, loginUri, brand, back, backTo, failedTo, seconds } = values;
  const isAlone = state !== undefined;
  /** How long the page of its own waits for the script, milliseconds. */
  const PATIENCE = 8000;

  const failed = (code) => (isAlone ? location.replace(failedTo) : tell('failed', { code }));

  const popup = {
    ux_mode: 'popup',
    callback: ({ credential }) => (credential ? tell('done', { credential: String(credential) }) : failed('provider')),
  };

  /** What stands around the button on a page of its own: whose page it is, and the way back. */
  const surround = (host) => {
    const heading = document.createElement('h1');
    heading.textContent = brand;
    const link = document.createElement('a');
    Object.assign(link, { textContent: back, href: backTo });
    Object.assign(document.body.style, {
      display: 'grid',
      gap: '24px',
      placeContent: 'center',
      justifyItems: 'center',
      minHeight: '100vh',
      font: '16px/1.5 system-ui, sans-serif',
    });
    document.title = brand;
    document.body.append(heading, host, link);
  };

  const show = () => {
    const { id } = globalThis.google.accounts;
    const host = document.createElement('div');
    if (isAlone) surround(host);
    else {
      noticeBlocked();
      Object.assign(document.body.style, { display: 'grid', placeContent: 'center', minHeight: '100vh' });
      document.body.append(host);
    }
    id.initialize({
      client_id: clientId,
      nonce,
      auto_select: false,
      ...(isAlone ? { ux_mode: 'redirect', login_uri: loginUri } : popup),
    });
    id.renderButton(host, {
      type: 'standard',
      theme: 'outline',
      size: 'large',
      text: 'signin_with',
      locale,
      ...(isAlone ? { state } : {}),
    });
    tell('ready');
  };

  // A page left open outlives what it was made for: it begins anew before that ends.
  if (isAlone && seconds) setTimeout(() => location.replace(failedTo), seconds * 1000);
  const late = isAlone ? setTimeout(() => failed('script'), PATIENCE) : undefined;
  load()
    .then(show)
    .then(() => clearTimeout(late))
    .catch(() => failed('script'));
})();
