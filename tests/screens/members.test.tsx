/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * What a sub account meets on the screens of an account, and login names as sub accounts type them.
 */
import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { readLoginName } from '../../src/server/accounts/identifiers.ts';
import { compiledLines } from '../compiled-lines.ts';
import { ok, openPage } from './page.tsx';
import { settle } from './settle.ts';

const profile = (accountType: number) => ({
  'query-user': ok({ username: 'render_01', userId: '1', accountType, hasPassword: true, phoneVerified: false }),
});
const forbidden = { kind: 'answer', code: 'Forbidden', data: {}, requestId: 'r' } as const;

test.each([
  ['change-password', 'managed', 'password'],
  ['change-email', 'managed', 'email'],
  ['bind-phone', 'bind-phone', ''],
  ['sub-account-password', 'managed', 'sub-accounts'],
  ['console', 'console', 'signed-in'],
])('a sub account on %s is told at once: %s %s; a master and a stranger are not', async (name, at, state) => {
  const member = await openPage({ screen: name, answers: { ...profile(2), 'sub-accounts': forbidden } });
  await settle();
  expect(member.running.model.get()).toMatchObject({ pack: { id: at }, state });
  // Going back does not lead here again.
  if (at === 'managed')
    expect(screen.getByText(/master account at your company|manages it at your company/)).toBeVisible();
  member.unmount();
  const master = await openPage({ screen: name, answers: { ...profile(1), 'sub-accounts': ok({ subAccounts: [] }) } });
  await settle();
  expect(master.running.model.get().pack.id).not.toBe('managed');
  master.unmount();
  const stranger = await openPage({ screen: name });
  await settle();
  expect(stranger.running.model.get().pack.id).toBe('sign-in');
});

test.each(
  ['renderbus', 'foxrenderfarm'].flatMap((line) => [
    { line, who: 'whoever is to choose another name', answers: { securityRisk: true }, at: 'set-user-info' },
    { line, who: 'a master with an ordinary name', answers: { securityRisk: false, accountType: 1 }, at: 'console' },
    { line, who: 'a sub account', answers: { securityRisk: false, accountType: 2 }, at: 'console' },
    { line, who: 'a stranger', answers: undefined, at: 'sign-in' },
  ]),
)('$line: the page for another username leads $who to $at', async ({ line, answers, at }) => {
  const page = await openPage({
    line,
    screen: 'set-user-info',
    ...(answers ? { answers: { 'query-user': ok(answers) } } : {}),
  });
  await settle();
  expect(page.running.model.get().pack.id).toBe(at);
  expect(screen.queryByText(/may have leaked/) !== null).toBe(at === 'set-user-info');
});

test('no phone coupon is promised to a sub account, which gets none', async () => {
  for (const type of [1, 2]) {
    const page = await openPage({ screen: 'bind-phone', answers: profile(type) });
    await settle();
    expect(screen.queryByText(/free jobs/) !== null).toBe(type === 1);
    page.unmount();
  }
});

test('a link that the master keeps is not offered to be cut', async () => {
  const links = (removable: boolean) => ({
    'third-links': ok({
      links: [{ id: '1', provider: 'dingtalk', name: 'Mei', since: '2026-11-20', removable }],
      linkable: [],
    }),
  });
  for (const removable of [false, true]) {
    const page = await openPage({ screen: 'console', answers: { ...profile(removable ? 1 : 2), ...links(removable) } });
    await screen.findByText('Mei');
    expect(screen.queryByRole('button', { name: 'Unlink: DingTalk' }) !== null).toBe(removable);
    expect(screen.queryByText(/managed by your master account/) !== null).toBe(!removable);
    page.unmount();
  }
});

const UUID = '6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13';
/** As a Chinese keyboard types it. */
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0));

test.each([
  ['account', `render_01@${UUID}`],
  ['login-name', `render_01@${UUID}`],
  ['master-id', UUID],
])('the field %s takes a name in full width, as the service folds it', async (field, name) => {
  const { server } = (await compiledLines()).renderbus ?? {};
  const { pattern, maxLength = 0 } = (server?.fields[field]?.rule ?? {}) as { pattern?: string; maxLength?: number };
  const spellings = [name, wide(name), name.replace('@', '＠'), name.toUpperCase(), wide(name.toUpperCase())];
  for (const each of spellings) {
    expect([each, new RegExp(pattern ?? '', 'u').test(each) && each.length <= Math.max(maxLength, 64)]).toEqual([
      each,
      true,
    ]);
    if (field !== 'master-id' && server)
      expect(readLoginName(each, server.line)).toEqual(readLoginName(name, server.line));
  }
});

test('whoever was renamed in another tab meanwhile is told so, and led on', async () => {
  const flagged = ok({ username: 'mei', userId: '1', accountType: 1, hasPassword: true, securityRisk: true });
  const page = await openPage({
    screen: 'set-user-info',
    answers: { 'query-user': flagged, 'update-username': forbidden },
  });
  await settle();
  await page.user.type(screen.getByLabelText('New username'), 'mei_anew');
  await page.user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(page.running.model.get().pack.id).toBe('console'));
  expect(await screen.findByText(/Your username was changed before/)).toBeVisible();
  page.unmount();
});

test('a sub account is not told that it registered', async () => {
  const sub = ok({ username: 'art', userId: '1', accountType: 2, hasPassword: true, securityRisk: false });
  const page = await openPage({ screen: 'register-success', answers: { 'query-user': sub } });
  await waitFor(() => expect(page.running.model.get().pack.id).toBe('console'));
  page.unmount();
});
