/**
 * Where the window of QQ's script comes back to: the script keeps the token of the address, and the window closes. It does so only in
 * a window that our own frame opened, so that nobody can leave their token with somebody else.
 */
(() => {
  const { values, load } = globalThis.foyerFrame;
  const { opener: expected, home } = values;
  /** How long the script has to close the window by itself, milliseconds. */
  const PATIENCE = 1000;

  const isOurs = () => {
    try {
      const { origin, pathname } = window.opener.location;
      return origin + pathname === expected;
    } catch {
      return false;
    }
  };

  if (!isOurs()) return location.replace(home);
  const close = () => setTimeout(() => window.close(), PATIENCE);
  load({ 'data-callback': 'true', charset: 'utf-8' }).then(close, close);
})();
