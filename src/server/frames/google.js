/** Shows Google's button, and tells the credential that it gives once somebody chose their account in its window. */
(() => {
  const { values, tell, load } = globalThis.foyerFrame;
  const { clientId, nonce, locale } = values;

  const show = () => {
    const { id } = globalThis.google.accounts;
    const host = document.createElement('div');
    document.body.append(host);
    id.initialize({
      client_id: clientId,
      nonce,
      ux_mode: 'popup',
      auto_select: false,
      callback: ({ credential }) =>
        credential ? tell('done', { credential: String(credential) }) : tell('failed', { code: 'provider' }),
    });
    id.renderButton(host, { type: 'standard', theme: 'outline', size: 'large', text: 'signin_with', locale });
    tell('ready');
  };

  load()
    .then(show)
    .catch(() => tell('failed', { code: 'script' }));
})();
