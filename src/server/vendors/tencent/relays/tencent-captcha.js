/** Shows Tencent's captcha as soon as its script is there. A ticket that begins with `trerror_` is the script's own admission of failure. */
(() => {
  const { values, tell, load } = globalThis.foyerFrame;
  const LANGUAGES = { zh: 'zh-cn', en: 'en' };
  /** The script could not be loaded, or fell over at once. */
  const NO_SCRIPT = '1001';

  const ended = ({ ret, ticket, randstr, errorCode }) => {
    if (!ticket) return tell(ret === 2 ? 'closed' : 'failed', { code: String(errorCode ?? '') });
    const failed = errorCode || String(ticket).startsWith('trerror_');
    if (failed && values.onOutage !== 'allow') return tell('failed', { code: String(errorCode ?? '') });
    tell('done', { ticket: String(ticket), randstr: String(randstr ?? ''), captchaAppId: values.appId });
  };

  const show = () => {
    const captcha = new globalThis.TencentCaptcha(values.appId, ended, {
      userLanguage: LANGUAGES[values.language.slice(0, 2)] ?? 'en',
      enableDarkMode: true,
      needFeedBack: false,
      ready: () => tell('ready'),
    });
    captcha.show();
  };

  load()
    .then(show)
    .catch(() => tell('failed', { code: NO_SCRIPT }));
})();
