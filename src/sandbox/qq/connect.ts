/**
 * Stands in for QQ's connect script (`qc_jssdk.js`): the functions that pages use, the window by the implicit grant, the cookie that
 * holds its token, and the question by a script tag whose it is. On the page that its window comes back to it stands with
 * `data-callback="true"`.
 */
export const CONNECT_SCRIPT = `(() => {
  const { src, dataset } = document.currentScript;
  const base = src.replace(/\\/qc_jssdk\\.js.*$/, '');
  const COOKIE = '__qc__k';
  const token = () => /(?:^|; )__qc__k=TC_MK=([^;]+)/.exec(document.cookie)?.[1];

  const Login = () => undefined;
  Login.showPopup = ({ appId = dataset.appid, redirectURI = dataset.redirecturi } = {}) => {
    const asked = { response_type: 'token', client_id: appId, redirect_uri: redirectURI, scope: 'all', state: String(Math.random()).slice(2) };
    return window.open(base + '/oauth2.0/authorize?' + new URLSearchParams(asked), 'oauth2Login', 'height=525,width=585,toolbar=no,menubar=no,scrollbars=no,status=no,location=yes,resizable=yes');
  };
  Login.check = () => token() !== undefined;
  Login.getMe = (done) => {
    const access_token = token();
    if (!access_token) return;
    const asking = document.createElement('script');
    window.callback = ({ openid }) => {
      asking.remove();
      done(openid, access_token);
    };
    asking.src = base + '/oauth2.0/me?' + new URLSearchParams({ access_token });
    document.head.append(asking);
  };
  Login.signOut = () => {
    document.cookie = COOKIE + '=; path=/; max-age=0';
  };
  window.QC = { ...window.QC, Login };

  if (dataset.callback === 'true') {
    const given = new URLSearchParams(location.hash.slice(1));
    const granted = given.get('access_token');
    if (granted) document.cookie = COOKIE + '=TC_MK=' + granted + '; path=/; max-age=' + Number(given.get('expires_in'));
    window.close();
  }
})();
`;
