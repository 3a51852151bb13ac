/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * After another phone or mailbox the page lists what else could open the account, and ends it by a press.
 */
import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { spoken } from '../spoken.ts';
import { goOn, ok, openPage, recorded } from './page.tsx';

const PROFILE = { username: 'mei_lin', loginName: 'mei_lin', userId: '1', accountType: 1, phone: '' };
const session = (id: string, device: string, current: boolean) => ({
  id,
  device,
  since: '2026-11-20T09:30:00Z',
  current,
});
const BOTH = [session('1', 'Chrome, Windows', true), session('2', 'Safari, iPhone', false)];
const changed = (kind: string) => ({ id: kind, kind, value: `a-${kind}`, since: '2026-11-20T09:30:00Z' });

const phone = async ({ user }: Awaited<ReturnType<typeof openPage>>): Promise<void> => {
  await user.type(screen.getByRole('textbox', { name: 'Phone number' }), '13800138000');
  await user.type(screen.getByRole('textbox', { name: 'Verification code' }), '123456');
  await user.click(screen.getByRole('button', { name: 'Bind phone' }));
};
const mailbox = async ({ user }: Awaited<ReturnType<typeof openPage>>): Promise<void> => {
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'next@example.com');
  await user.type(screen.getByRole('textbox', { name: 'Email verification code' }), '123456');
  await user.click(screen.getByRole('button', { name: 'Save email' }));
};

test.each([
  ['a phone', 'bind-phone', phone, { phone: '+8613800138000' }, 'phone', 'phone'],
  ['a first phone', 'bind-phone', phone, { phone: '+8613800138000', coupon: 40 }, 'phone-coupon', 'phone'],
  ['a mailbox', 'change-email', mailbox, { email: 'next@example.com' }, 'email', 'email'],
] as const)('after %s: sessions, linked ways and the other contact', async (_, name, submit, data, state, kind) => {
  let sessions = BOTH;
  const page = await openPage({
    screen: name,
    answers: {
      'query-user': ok(PROFILE),
      [name]: ok(data),
      'third-links': recorded('third-links', 'ok--linked'),
      'recent-changes': ok({ changes: [changed('phone'), changed('email')] }),
      sessions: () => ok({ sessions }),
      'end-all-sessions': () => {
        sessions = BOTH.slice(0, 1);
        return recorded('end-all-sessions', 'ok--others');
      },
    },
  });
  await submit(page);
  expect(
    await screen.findByRole('heading', { name: spoken(`screens.account-saved.states.${state}.title`) }),
  ).toBeVisible();
  expect(screen.getByText(spoken('screens.account-saved.texts.others', { accountType: 1 }))).toBeVisible();
  expect(await screen.findByRole('button', { name: /^Unlink/ })).toBeVisible();
  // What was just changed is the owner's own; the other contact may be a thief's.
  const replaced = await screen.findAllByRole('button', { name: /^Not mine, replace it/ });
  expect(replaced).toHaveLength(1);
  const row = replaced[0]?.closest('tr, li') as HTMLElement;
  expect(within(row).getByText(kind === 'phone' ? 'a-email' : 'a-phone')).toBeVisible();
  expect(screen.getByText('Safari, iPhone')).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  await goOn(page, 'Sign out everywhere else');
  await waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull());
  expect(page.sent('end-all-sessions')[0]?.body).toEqual({ present: false });
  expect(screen.getByText('Chrome, Windows')).toBeVisible();
  page.unmount();
});
