/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * What asks for a fresh session says so when its page opens, before anything is typed, and leads back to it. Over every such
 * page x whether the session is fresh x whether the account has a password.
 */
import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { type Answers, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

const SAYS = 'For your safety, this works only within 15 minutes of signing in.';

/** Page, whether it asks whoever has a password, too, and where signing in again leads: nothing said is the account page. */
const PAGES = [
  { id: 'change-password', always: false, back: '/sso/render/change-password' },
  { id: 'change-email', always: false, back: '/sso/render/change-email' },
  { id: 'bind-phone', always: false, back: '/sso/render/bind-phone' },
  { id: 'sub-account-password', always: true, back: undefined },
];

const answers = (fresh: boolean, hasPassword: boolean, accountType = 1): Answers => ({
  'query-user': ok({ username: 'mei', loginName: 'mei', userId: '1', accountType, hasPassword, fresh }),
  'sub-accounts': ok({ subAccounts: [], loginName: 'art@uuid' }),
  sessions: ok({ sessions: [] }),
  session: recorded('session', '602'),
  'sign-out': ok(),
});

const CASES = PAGES.flatMap((page) =>
  [true, false].flatMap((fresh) =>
    [true, false].map((hasPassword) => ({
      ...page,
      fresh,
      hasPassword,
      says: !fresh && (page.always || !hasPassword),
    })),
  ),
);

test.each(CASES)(
  '$id, fresh: $fresh, with a password: $hasPassword',
  async ({ id, fresh, hasPassword, says, back }) => {
    const page = await openPage({ screen: id, answers: answers(fresh, hasPassword) });
    await settle();
    expect(page.running.model.get().pack.id).toBe(id);
    expect(screen.queryAllByText(SAYS)).toHaveLength(says ? 1 : 0);
    if (says) {
      await page.user.click(screen.getByRole('button', { name: 'Sign out and sign in again' }));
      await waitFor(() => expect(page.running.model.get().pack.id).toBe('sign-in'));
      expect(page.running.model.get().flow.returnTo).toBe(back);
    }
    page.unmount();
  },
);

test('a sub account whose session is not fresh signs in again as one, and comes back', async () => {
  const page = await openPage({ screen: 'bind-phone', answers: answers(false, false, 2) });
  await settle();
  await page.user.click(screen.getByRole('button', { name: 'Sign out and sign in again' }));
  await waitFor(() => expect(page.running.model.get().pack.id).toBe('sub-account'));
  expect(page.running.model.get().flow.returnTo).toBe('/sso/render/bind-phone');
  page.unmount();
});
