/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * A page of an account asks whose it is before anything else: nothing is asked in an account's name before, nor does a form
 * stay before somebody who cannot use it. Over every screen of an account on every line.
 */
import { readdirSync } from 'node:fs';
import type { Result } from '../../src/engine/flow.ts';
import type { Pack } from '../../src/engine/pack.ts';
import { accountScreensOf, OVER } from './account-pages.ts';
import { type Answers, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

const LINES = readdirSync('lines').filter((name) => !name.startsWith('_'));

const FORBIDDEN: Result = { kind: 'answer', code: 'Forbidden', data: {}, requestId: 'r-1' };

/** What the service tells a sub account, or a master; of a sub account it lists nothing and lets it set nothing. */
const tells = (accountType: number): Answers => ({
  session: ok({ username: 'mei', maskedName: 'me****', userId: '1', accountType }),
  'query-user': ok({ username: 'mei', userId: '1', accountType, hasPassword: true, securityRisk: accountType === 1 }),
  'query-soft-type': ok({ softTypes: [], software: [], businessType: 0, userId: '1', accountType }),
  'mini-pro-activity': ok({
    offered: true,
    bound: false,
    followOffered: true,
    followed: false,
    userId: '1',
    accountType,
  }),
  'sub-accounts': accountType === 1 ? ok({ subAccounts: [], loginName: 'art@uuid' }) : FORBIDDEN,
  'invite-qrcode': ok({ ticket: 't', qr: 'https://line.example/t' }),
  'is-haved-bound-wx': ok({ state: -1 }),
  'check-user-and-present': ok({ coupons: [] }),
  'switch-platform': ok(),
  'third-links': recorded('third-links', 'ok'),
  sessions: ok({ sessions: [] }),
});

/** Screens whose form only a master can use, or only whoever is to choose another name. */
const MASTERS = ['change-password', 'change-email', 'sub-account-password', 'set-user-info'];

describe.each(LINES)('%s', (line) => {
  test('the first call of each says whose it is, and the others are made in that name', async () => {
    for (const id of await accountScreensOf(line)) {
      const page = await openPage({ line, screen: id, answers: tells(1) });
      const { pack } = page.running.model.get();
      await settle();
      // Opened while its own account is signed in it has nothing to say, and leads on (by-address.test.tsx).
      if (id === 'other-account') {
        expect(pack.id).toBe('console');
        page.unmount();
        continue;
      }
      const [first, ...others] = page.world.http.requests.filter(({ path }) => !path.includes('/events'));
      const saying = Object.values(pack.calls).filter(({ keeps }) => Object.hasOwn(keeps ?? {}, 'userId'));
      expect({ id, says: saying.some(({ path }) => path === first?.path) }).toEqual({ id, says: true });
      const named = ({ path, method }: { path: string; method: string }): boolean =>
        Object.values<Pack['calls'][string]>(pack.calls).some(
          (call) => call.path === path && call.method === method && call.headers?.includes('account'),
        );
      for (const request of others.filter(named))
        expect({ id, path: request.path, of: request.headers['account-id'] }).toEqual({
          id,
          path: request.path,
          of: '1',
        });
      page.unmount();
    }
  });

  test('nobody who cannot use it is left before a form', async () => {
    for (const id of await accountScreensOf(line)) {
      const whoever: readonly (readonly [who: string, answers: Answers])[] = [
        ['nobody', {}],
        ['somebody whose session is over', { 'query-user': OVER, session: OVER }],
        ...(MASTERS.includes(id) ? [['a sub account', tells(2)] as const] : []),
      ];
      for (const [who, answers] of whoever) {
        const page = await openPage({ line, screen: id, answers });
        await settle();
        expect({ id, who, at: page.running.model.get().pack.id }).not.toEqual({ id, who, at: id });
        page.unmount();
      }
    }
  });
});
