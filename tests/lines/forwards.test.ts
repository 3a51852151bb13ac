/** Both regions' addresses of sign-in, register and forgot lead to a page on every line. */
import path from 'node:path';
import { loadData } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';

const ADDRESSES: Readonly<Record<string, string>> = {
  '/sso': 'sign-in',
  '/sso/signin': 'sign-in',
  '/sso/register': 'register',
  '/sso/signup': 'register',
  '/sso/forget-password': 'forgot-password',
  '/sso/forgetpassword': 'forgot-password',
};

test('every line answers them, by a route of its own or a forward to it', async () => {
  const { lines } = resolveAll(await loadData(path.join(__dirname, '../..')));
  for (const { name, line } of Object.values(lines)) {
    for (const [address, screen] of Object.entries(ADDRESSES)) {
      const own = line.routes[screen]?.includes(address) === true;
      expect([name, address, own || line.forwards?.[address] === screen]).toEqual([name, address, true]);
    }
  }
});
