/** @jest-environment ./tests/page-environment.cjs */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { spoken } from '../spoken.ts';
import { ok, openPage, recorded } from './page.tsx';

const signedIn = ok({ rsAuthToken: 't', loginName: 'mei_lin', loginType: 3 });
const redeemed = ok({ userKey: 'k', userId: '1', raySyncUserKey: 'r', channel: 2, platform: 2 });

const account = () => screen.getByRole('textbox', { name: /username/i });
const password = () => screen.getByLabelText('Password', { selector: 'input' });
const send = () => screen.getByRole('button', { name: 'Sign in' });

async function open(options: Partial<Parameters<typeof openPage>[0]> = {}) {
  return openPage({ screen: 'sign-in', ...options });
}

async function fill({ user }: Awaited<ReturnType<typeof openPage>>) {
  await user.type(account(), 'mei_lin');
  await user.type(password(), 'Abcdefg12');
}

test('an empty form says what is missing, once it is sent, and the first field gets the focus', async () => {
  const page = await open();
  expect(screen.queryByText('Password is required.')).not.toBeInTheDocument();
  await page.user.click(send());
  expect(await screen.findByText('Password is required.')).toBeVisible();
  expect(account()).toHaveAccessibleDescription(/required/);
  expect(account()).toBeInvalid();
  await waitFor(() => expect(account()).toHaveFocus());
  expect(page.sent('sign-in')).toHaveLength(0);
});

test('a refused sign-in puts the focus on the field that is wrong, which is invalid until something is typed there', async () => {
  const page = await open({ answers: { 'sign-in': recorded('sign-in', 'Account.SignIn.Failed') } });
  await fill(page);
  await page.user.click(send());
  await waitFor(() => expect(password()).toHaveFocus());
  expect(password()).toBeInvalid();
  expect(account()).toBeValid();
  await page.user.type(password(), 'x');
  expect(password()).toBeValid();
  expect(screen.getByRole('alert')).toBeVisible();
});

test('a fault is told when its field is left, and goes while it is put right', async () => {
  const page = await open();
  await page.user.click(account());
  expect(account()).toBeValid();
  // Passing through accuses nobody; what was typed and taken away again is judged.
  await page.user.tab();
  expect(account()).toBeValid();
  await page.user.type(account(), 'm');
  await page.user.clear(account());
  await page.user.tab();
  await waitFor(() => expect(account()).toBeInvalid());
  await page.user.type(account(), 'm');
  await waitFor(() => expect(account()).toBeValid());
});

test('Enter signs in: the digest is sent, the token redeemed, keys stored, the browser leaves', async () => {
  const page = await open({ answers: { 'sign-in': signedIn, 'user-login': redeemed } });
  await fill(page);
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(page.world.location.left).toEqual(['https://line.example/console']));
  const [request] = page.sent('sign-in');
  expect(request?.body).toMatchObject({ loginName: 'mei_lin', accountType: 1, autoLogin: false });
  expect(request?.body.password).toMatch(/^[0-9a-f]{64}$/);
  expect(request?.headers).toMatchObject({ biz: 'foyer', 'idempotency-key': expect.any(String) });
  expect(request?.timeoutSeconds).toBe(90);
  expect(page.sent('user-login')[0]?.body).toMatchObject({ rsAuthToken: 't', userName: 'mei_lin' });
  expect(page.sent('user-login')[0]?.headers).toMatchObject({
    version: '1.0.0',
    signature: 'foyer-web-1',
    channel: '2',
    platform: '2',
    languageFlag: '1',
  });
  expect(page.world.store.read('raySyncUserKey')).toBe('r|2|2');
  expect(page.world.store.read('userKey')).toBe('k');
  expect(password()).toHaveValue('');
  expect(page.world.store.kept('flow')).toMatchObject({ values: {} });
});

test('a visitor who is signed in goes straight on', async () => {
  const page = await open({
    answers: { session: ok({ username: 'mei' }) },
    search: '?source_url=https%3A%2F%2Fwww.renderbus.example%2Fjobs',
  });
  await waitFor(() => expect(page.world.location.left).toEqual(['https://www.renderbus.example/jobs']));
});

test.each([
  ['Account.SignIn.Failed', 'Incorrect username or password. Please enter them again.'],
  ['818', /Three tries left/],
  ['821', /One try left/],
  ['Account.Locked', /Locked after over ten wrong attempts, contact customer service/],
])('code %s says so, and what was typed stays', async (code, sentence) => {
  const page = await open({ answers: { 'sign-in': recorded('sign-in', code) } });
  await fill(page);
  await page.user.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(account()).toHaveValue('mei_lin');
  expect(send()).toBeEnabled();
});

test('the fifth wrong password points to Forgot password, and to the phone code where the line has it', async () => {
  const page = await open({ answers: { 'sign-in': recorded('sign-in', 'Account.SignIn.Failed--fifth') } });
  await fill(page);
  await page.user.click(send());
  const alert = await screen.findByRole('alert');
  expect(alert).toContainElement(screen.getByRole('link', { name: 'Reset your password' }));
  await page.user.click(screen.getByRole('button', { name: 'Use a phone code' }));
  expect(screen.getByRole('tab', { name: 'Phone code' })).toHaveAttribute('aria-selected', 'true');
});

test('a line without phone codes offers none', async () => {
  const page = await open({
    line: 'foxrenderfarm',
    answers: { 'sign-in': recorded('sign-in', 'Account.SignIn.Failed--fifth') },
  });
  await fill(page);
  await page.user.click(send());
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Use a phone code' })).not.toBeInTheDocument();
});

test('a code that nobody knows is told safely, with the request id, and reported', async () => {
  const unknown: Result = { kind: 'answer', code: 'Something.New', data: {}, requestId: 'r-77' };
  const page = await open({ answers: { 'sign-in': unknown, 'client-events': ok() } });
  await fill(page);
  await page.user.click(send());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('r-77');
  expect(alert).not.toHaveTextContent('Something.New');
  expect(page.sent('client-events')[0]?.body).toMatchObject({
    name: 'unknown-error',
    detail: { code: 'Something.New' },
  });
});

test.each([
  ['offline', /offline/],
  ['timeout', /too long/],
  ['unreadable', /could not read/],
] as const)('%s says so; the retry repeats the same request with the same key', async (kind, sentence) => {
  let count = 0;
  const page = await open({
    answers: { 'sign-in': () => (count++ === 0 ? { kind } : signedIn), 'user-login': redeemed },
  });
  await fill(page);
  await page.user.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(password()).toHaveValue('Abcdefg12');
  await page.user.click(send());
  await waitFor(() => expect(page.world.location.left).toHaveLength(1));
  const [first, second] = page.sent('sign-in');
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
});

test('a double click sends once; the button waits with its name', async () => {
  let answer: (result: Result) => void = () => {};
  const page = await open({ answers: { 'sign-in': () => new Promise<Result>((resolve) => (answer = resolve)) } });
  await fill(page);
  await page.user.dblClick(send());
  await page.user.keyboard('{Enter}');
  expect(send()).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(page.sent('sign-in')).toHaveLength(1));
  await act(async () => answer(recorded('sign-in', 'Account.SignIn.Failed')));
  await waitFor(() => expect(send()).not.toHaveAttribute('aria-disabled'));
  expect(page.sent('sign-in')).toHaveLength(1);
});

test('another tab keeps what both share, never the password', async () => {
  const page = await open();
  await fill(page);
  await page.user.click(screen.getByRole('tab', { name: 'Sub account' }));
  expect(screen.getByLabelText('Password', { selector: 'input' })).toHaveValue('');
  await page.user.click(screen.getByRole('tab', { name: 'Password' }));
  expect(account()).toHaveValue('mei_lin');
  expect(password()).toHaveValue('');
});

test('a code is sent to a valid phone only; the countdown outlives a reload', async () => {
  const page = await open({ answers: { 'send-verify-code': ok() } });
  await page.user.click(screen.getByRole('tab', { name: 'Phone code' }));
  await page.user.type(screen.getByRole('textbox', { name: 'Phone number' }), '123');
  await page.user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText('The phone format is incorrect. Please check it and enter it again.')).toBeVisible();
  expect(page.sent('send-verify-code')).toHaveLength(0);
  await page.user.clear(screen.getByRole('textbox', { name: 'Phone number' }));
  await page.user.type(screen.getByRole('textbox', { name: 'Phone number' }), '13800138000');
  await page.user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByRole('button', { name: 'Resend in 60 s' })).toBeDisabled();
  expect(page.sent('send-verify-code')[0]?.body).toMatchObject({
    phone: '+8613800138000',
    purpose: 'signin',
    channel: 1,
  });
  page.pass(15_000);
  expect(screen.getByRole('button', { name: 'Resend in 45 s' })).toBeDisabled();

  page.unmount();
  const again = await open({ world: page.world });
  expect(await screen.findByRole('button', { name: 'Resend in 45 s' })).toBeDisabled();
  expect(screen.getByRole('textbox', { name: 'Phone number' })).toHaveValue('13800138000');
  again.pass(46_000);
  expect(screen.getByRole('button', { name: /Send/ })).toBeEnabled();
});

test('what was typed before the page came alive is taken over', async () => {
  const page = await open();
  await page.user.type(account(), 'early');
  page.unmount();
  // Typed values, but no password, wait in the session: another language of the page has them too.
  await open({ world: page.world, language: 'zh' });
  expect(document.querySelector('input[name=account]')).toHaveValue('early');
});

test('leaving the page empties the password; coming back checks the session again', async () => {
  const page = await open();
  await fill(page);
  act(() => page.world.location.page('hide'));
  expect(password()).toHaveValue('');
  expect(account()).toHaveValue('mei_lin');
  const before = page.sent('session').length;
  await act(async () => page.world.location.page('restore'));
  expect(page.sent('session')).toHaveLength(before + 1);
});

test('a lost connection is told, and its return', async () => {
  const page = await open();
  act(() => page.world.http.connect(false));
  expect(screen.getByRole('alert')).toHaveTextContent('You are offline');
  act(() => page.world.http.connect(true));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByText(spoken('frame.online'))).toBeInTheDocument();
});

test('the language chosen by the address is stored', async () => {
  const page = await open({ search: '?lang=en' });
  expect([page.world.store.read('language'), page.world.store.read('languageFlag')]).toEqual(['en', '1']);
});
