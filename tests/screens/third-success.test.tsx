/** @jest-environment ./tests/page-environment.cjs */
/** The end of a sign-in by a third party: what it promises is so, and a reload says it again in the same words. */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { spoken } from '../spoken.ts';
import { type Answers, type OpenPage, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

const account = (phoneVerified: boolean): Result =>
  ok({ userId: 'u-1', username: 'mei_lin', accountType: 1, phone: '', phoneVerified });
const headings = (): (string | null)[] => screen.getAllByRole('heading', { level: 1 }).map((each) => each.textContent);

const CLICK = /QQ is linked to your account\. Next time one click is enough\./;
const FIRST = /QQ is linked to your account\. To sign in with it, bind a phone first\./;

/** Links QQ to an account by its password. */
async function linked(line: string, phoneVerified: boolean): Promise<OpenPage> {
  const answers: Answers = {
    'is-bind-account': ok(),
    'third-bound-account': recorded('third-bound-account', 'ok'),
    'third-login': recorded('third-login', 'ok'),
    'query-user': account(phoneVerified),
  };
  const page = await openPage({ line, screen: 'bind-account', answers, stored: { clientRSThirdToken: 't' } });
  act(() => page.running.model.set(({ flow }) => ({ flow: { ...flow, provider: 'qq' } })));
  await page.user.type(screen.getByRole('textbox', { name: /Username/ }), 'mei_lin');
  await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Render2026x');
  await page.user.click(screen.getByRole('button', { name: 'Link and sign in' }));
  await waitFor(() => expect(page.running.model.get().pack.id).toBe('third-success'));
  await settle();
  return page;
}

test.each([
  ['renderbus', true, CLICK],
  ['renderbus', false, FIRST],
  ['avica', false, FIRST],
  // Who registers by e-mail here signs in without a phone.
  ['foxrenderfarm', false, CLICK],
])('on %s, with a proven phone: %s', async (line, phoneVerified, words) => {
  const page = await linked(line, phoneVerified);
  expect(screen.getByText(words)).toBeVisible();
  if (words === FIRST) {
    await page.user.click(screen.getByRole('button', { name: 'Bind a phone' }));
    await waitFor(() => expect(page.running.model.get().pack.id).toBe('bind-phone'));
  }
  page.unmount();
});

test.each([
  ['in the same language', 'en', CLICK],
  ['in the other', 'zh', /您的账号已绑定QQ，下次可一键登录。/],
])('a reload says it again %s, also where the browser forgets the entry of its history', async (_, language, words) => {
  const { world, unmount } = await linked('renderbus', true);
  unmount();
  const answers = { 'query-user': account(true) };
  const page = await openPage({ language, screen: 'third-success', world, answers, forgotten: true });
  await settle();
  expect(screen.getByText(words)).toBeVisible();
  page.unmount();
});

test('a reload without a connection says what it knows', async () => {
  const { world, unmount } = await linked('renderbus', true);
  unmount();
  const answers = { 'query-user': { kind: 'offline' } as const };
  const page = await openPage({ screen: 'third-success', world, answers });
  await settle();
  expect(screen.getByText(CLICK)).toBeVisible();
  page.unmount();
});

test('once a phone is bound, the promise holds', async () => {
  const { world, unmount } = await linked('renderbus', false);
  unmount();
  const page = await openPage({ screen: 'third-success', world, answers: { 'query-user': account(true) } });
  await settle();
  expect(screen.getByText(CLICK)).toBeVisible();
  page.unmount();
});

test('nothing is claimed to who is signed out meanwhile, or comes by the address alone', async () => {
  const first = await linked('renderbus', true);
  first.unmount();
  const out = await openPage({ screen: 'third-success', world: first.world });
  await settle();
  expect(headings()).toEqual([spoken('screens.third-success.states.nothing.title')]);
  out.unmount();
  const plain = await openPage({ screen: 'third-success', answers: { 'query-user': account(true) } });
  await waitFor(() => expect(plain.world.location.left).toEqual(['https://line.example/console']));
  expect(headings()).toEqual([spoken('screens.third-success.states.checking.title')]);
  plain.unmount();
});

test.each([
  [false, 'To sign in with it, bind a phone first.', 'Bind a phone'],
  [true, 'From now on you can sign in with it.', undefined],
])('linking from the account page, with a proven phone: %s', async (phoneVerified, words, way) => {
  const answers = { 'wx-login': ok({ bindResult: 1 }), 'query-user': account(phoneVerified) };
  const page = await openPage({ screen: 'oauth-callback', answers, preview: true });
  await act(async () =>
    page.running.model.set({
      flow: { provider: 'wechat', state: 's', phoneVerified, accountType: 1, purpose: 'bind' },
    }),
  );
  const { runEvent } = await import('../../src/screens/run-event.ts');
  await act(async () => runEvent(page.running, 'finish'));
  expect(screen.getByText(words)).toBeVisible();
  if (way !== undefined) expect(screen.getByRole('button', { name: way })).toBeVisible();
  page.unmount();
});
