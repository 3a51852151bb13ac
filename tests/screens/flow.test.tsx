/** @jest-environment ./tests/page-environment.cjs */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import type { MemoryWorld } from '../../src/browser/world.ts';
import type { Result } from '../../src/engine/flow.ts';
import { spoken } from '../spoken.ts';
import { openAccountPage } from './account-page.ts';
import { sessionOf } from './account-pages.ts';
import { goOn, type OpenPage, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

test('going to another screen fetches its pack, moves the focus to its heading, and the back button returns', async () => {
  const page = await openPage({ screen: 'sign-in' });
  await page.user.type(screen.getByRole('textbox', { name: /username/i }), 'mei_lin');
  await page.user.click(screen.getByRole('link', { name: /Create an account/ }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Register' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(page.world.location.path()).toBe('/sso/register');
  expect(page.world.location.title).toBe('Register · Renderbus');
  await act(async () => page.world.location.back());
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /username/i })).toHaveValue('mei_lin');
});

test('when the other screen cannot be fetched, its page is loaded', async () => {
  const page = await openPage({ screen: 'sign-in' });
  jest.spyOn(page.world.scripts, 'data').mockRejectedValue(new Error('gone'));
  await page.user.click(screen.getByRole('link', { name: /Create an account/ }));
  await waitFor(() => expect(page.world.location.left).toEqual(['/sso/register']));
});

test('a name that is taken is told at its field when it is left', async () => {
  const page = await openAccountPage({
    answers: { 'register-check': recorded('register-check', 'Account.UserName.Existed') },
  });
  await page.user.type(screen.getByRole('textbox', { name: 'Username' }), 'mei_lin');
  await page.user.tab();
  page.pass(300);
  expect(await screen.findByText(/^Username already exists/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Username' })).toBeInvalid();
  expect(page.sent('register-check').at(-1)?.body).toMatchObject({ value: 'mei_lin', checkType: 1 });
  await page.user.type(screen.getByRole('textbox', { name: 'Username' }), '2');
  expect(screen.queryByText(/^Username already exists/)).not.toBeInTheDocument();
});

test('an address that invites fills the inviter code, cleaned', async () => {
  await openAccountPage({
    search: `?inviteId=${encodeURIComponent('邀请AB12。')}`,
  });
  expect(screen.getByRole('textbox', { name: /Invite code/ })).toHaveValue('AB12');
});

test('an activation link acts only when the button is pressed, and its token leaves the address', async () => {
  const page = await openPage({
    line: 'foxrenderfarm',
    screen: 'activate',
    search: '?token=secret',
    answers: {
      'check-email-token': ok({ proof: 'p', email: 'mei@example.com', purpose: 'activate' }),
      'active-email': ok({ email: 'mei@example.com', username: 'mei_lin' }),
      'activate-user': ok(),
    },
  });
  expect(
    await screen.findByRole('heading', { name: spoken('screens.activate.states.ready.title', {}, 'foxrenderfarm') }),
  ).toBeInTheDocument();
  expect(page.world.location.address).toBe('/sso/activate');
  expect(page.sent('check-email-token')[0]?.body).toEqual({ token: 'secret' });
  expect(page.sent('active-email')).toHaveLength(0);
  await page.user.click(screen.getByRole('button', { name: 'Activate account' }));
  expect(
    await screen.findByRole('heading', { name: spoken('screens.activate.states.done.title', {}, 'foxrenderfarm') }),
  ).toBeInTheDocument();
  expect(page.sent('active-email')[0]).toMatchObject({ method: 'GET', body: { proof: 'p' } });
});

test.each([
  ['Account.Token.Expired', 'This link has expired'],
  ['Account.Email.Actived', 'Account has been activated!'],
])('a link that answers %s says so', async (code, title) => {
  await openPage({
    line: 'foxrenderfarm',
    screen: 'activate',
    search: '?token=secret',
    answers: { 'check-email-token': { kind: 'answer', code, data: {}, requestId: '' } },
  });
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
});

test('two different new passwords are told at the second one', async () => {
  const page = await openPage({
    screen: 'reset-password',
    search: '?token=secret',
    answers: { 'check-email-token': ok({ proof: 'p', purpose: 'reset' }) },
  });
  await page.user.type(screen.getByLabelText('New password', { selector: 'input' }), 'Abcdefg12');
  await page.user.type(screen.getByLabelText('Enter the new password again', { selector: 'input' }), 'Abcdefg13');
  await page.user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByText('The two entries are inconsistent, please re-enter.')).toBeVisible();
  expect(page.sent('reset-password')).toHaveLength(0);
});

test('signed-in sessions are listed and ended by row', async () => {
  const sessions = [
    { id: 's1', device: 'Firefox on Linux', place: '10.0.0.1', since: '2026-01-02T03:04:05Z', current: true },
    { id: 's2', device: 'Safari on macOS', place: '10.0.0.2', since: '2026-01-02T03:04:05Z', current: false },
  ];
  const page = await openPage({
    screen: 'console',
    answers: {
      'query-user': ok({ username: 'mei_lin', userId: '1' }),
      sessions: ok({ sessions }),
      'end-session': ok(),
    },
  });
  expect(
    await screen.findByRole('heading', {
      name: spoken('screens.console.states.signed-in.title', { username: 'mei_lin' }),
    }),
  ).toBeInTheDocument();
  expect(await screen.findByText('Safari on macOS')).toBeInTheDocument();
  await page.user.click(screen.getByText('Safari on macOS').closest('tr, li')?.querySelector('button') as HTMLElement);
  await goOn(page, 'End session');
  await waitFor(() => expect(page.sent('end-session')[0]?.body).toEqual({ id: 's2' }));
});

test('the captcha is asked for once, and the call repeated with its ticket', async () => {
  let count = 0;
  const page = await openPage({
    screen: 'sign-in',
    answers: {
      'sign-in': () => {
        count += 1;
        return recorded('sign-in', 'Account.Sign.GraphicVerificationRequired');
      },
    },
  });
  await page.user.type(screen.getByRole('textbox', { name: /username/i }), 'mei_lin');
  await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Abcdefg12');
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('dialog', { name: 'Security check' })).toBeInTheDocument();
  act(() => page.running.model.get().captcha?.answer({ ticket: 't', randstr: 'r', captchaAppId: 'c' }));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(count).toBe(2);
  const [first, second] = page.sent('sign-in');
  expect(first?.body).not.toHaveProperty('ticket');
  expect(second?.body).toMatchObject({ ticket: 't', randstr: 'r', captchaAppId: 'c' });
  expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

describe('whose password a form takes is told to password managers alone', () => {
  const hidden = (page: { readonly container: HTMLElement }): HTMLInputElement | null =>
    page.container.querySelector('input[autocomplete="username"]');
  const known = { username: 'mei_lin', userId: '1', hasPassword: true };

  test.each([
    ['change-password', 'foxrenderfarm', '', { 'query-user': ok(known) }, 'mei_lin'],
    ['change-email', 'foxrenderfarm', '', { 'query-user': ok(known) }, 'mei_lin'],
    ['bind-phone', 'renderbus', '', { 'query-user': ok(known) }, 'mei_lin'],
    [
      'reset-password',
      'foxrenderfarm',
      '?token=secret',
      { 'check-email-token': ok({ proof: 'p', email: 'mei@mail.example', purpose: 'reset' }) },
      'mei@mail.example',
    ],
    [
      'sub-account-password',
      'renderbus',
      '',
      { 'query-user': ok({ ...known, accountType: 1 }), 'sub-accounts': ok({ loginName: 'art@uuid' }) },
      'art@uuid',
    ],
  ])('on %s', async (id, line, search, answers, username) => {
    const page = await openPage({ screen: id, line, search, answers });
    await waitFor(() => expect(hidden(page)).toHaveValue(username));
    const input = hidden(page) as HTMLInputElement;
    expect(input).toHaveAttribute('aria-hidden', 'true');
    expect(input).toHaveAttribute('readonly');
    expect(input.tabIndex).toBe(-1);
    const password = page.container.querySelector('input[type=password]') as HTMLInputElement;
    expect(input.form).toBe(password.form);
    expect(input.compareDocumentPosition(password)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByDisplayValue(username)).toBe(input);
    expect(screen.queryByRole('textbox', { name: '' })).not.toBeInTheDocument();
  });

  test('nobody, where nobody knows', async () => {
    const page = await openPage({ screen: 'change-password', answers: { 'query-user': ok({}) } });
    expect(hidden(page)).toBeNull();
  });
});

test('a form labels a field in its own words', async () => {
  await openPage({
    screen: 'change-password',
    answers: { 'query-user': ok({ username: 'mei_lin', hasPassword: true }) },
  });
  for (const label of ['Current password', 'New password', 'Enter the new password again'])
    expect(await screen.findByLabelText(label, { selector: 'input' })).toBeInTheDocument();
  expect(screen.queryByLabelText('Password', { selector: 'input' })).not.toBeInTheDocument();
});

describe('another screen that cannot be loaded', () => {
  const cut = async (online: boolean) => {
    const page = await openPage({ line: 'foxrenderfarm', screen: 'forgot-password' });
    Object.assign(page.world.scripts, { data: () => Promise.reject(new Error('no network')) });
    act(() => page.world.http.connect(online));
    await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'mei@mail.example');
    await page.user.click(screen.getByRole('link', { name: 'Return to sign in' }));
    await settle();
    return page;
  };

  test('without a connection stays where it is, with what was typed; a link works again afterwards', async () => {
    const page = await cut(false);
    expect(page.world.location.left).toEqual([]);
    expect(screen.getByRole('heading', { name: 'Forgot your password?' })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('mei@mail.example');
    expect(screen.getByText(/You are offline/)).toBeInTheDocument();
    act(() => page.world.http.connect(true));
    await page.user.click(screen.getByRole('link', { name: 'Return to sign in' }));
    await waitFor(() => expect(page.world.location.left).toEqual(['/sso/signin']));
  });

  test('with one is loaded as a page', async () => {
    expect((await cut(true)).world.location.left).toEqual(['/sso/signin']);
  });
});

test('blocked cookies are told before anything is sent', async () => {
  const page = await openPage({ screen: 'sign-in', cookies: false });
  expect(await screen.findByRole('alert')).toHaveTextContent(/blocks cookies/);
  expect(page.sent('sign-in')).toHaveLength(0);
  page.unmount();
  await openPage({ screen: 'sign-in' });
  expect(screen.queryByText(/blocks cookies/)).not.toBeInTheDocument();
});

describe('another tab that signs out, or in with another account', () => {
  const change = (key: string, oldValue: string | null) =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: null })));

  const screens = [
    'console',
    'bind-phone',
    'change-email',
    'change-password',
    'set-user-info',
    'software-select',
    'sub-account-password',
    'mini-program',
    'follow-account',
    'qr-confirm',
  ];
  const drawn = {
    'query-user': recorded('query-user', 'ok'),
    'query-soft-type': recorded('query-soft-type', 'ok'),
    'qr-look': recorded('qr-look', 'ok'),
    'mini-pro-activity': ok({ offered: false, bound: true, followOffered: false, followed: true }),
    'sub-accounts': ok({ subAccounts: [], loginName: 'art@uuid' }),
    session: sessionOf('2', { maskedName: 'bo****' }),
  };

  test.each(screens)('is told on %s, in place of what belongs to the account before', async (id) => {
    const flagged = id === 'set-user-info' ? { 'query-user': ok({ securityRisk: true, userId: '1' }) } : {};
    let other = false;
    const sessions = () => (other ? recorded('sessions', 'Session.Other') : ok({ sessions: [] }));
    const answers = { ...drawn, ...flagged, sessions };
    const page = await openPage({ screen: id, answers });
    await settle();
    const asked = page.sent('sessions').length;
    change('language', 'zh');
    change('userId', null);
    expect(page.sent('sessions')).toHaveLength(asked);
    other = true;
    change('userId', '1');
    expect(await screen.findByRole('heading', { name: 'Another account is signed in' })).toBeVisible();
    expect(await screen.findByText('bo****')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Continue with this account' })).toBeVisible();
    expect(page.container.querySelector('form')).toBeNull();
    page.unmount();
  });

  test('changes nothing for the same account, and leads to sign-in when nobody is signed in any more', async () => {
    const answers = { ...drawn, sessions: ok({ sessions: [] }) };
    const page = await openPage({ screen: 'change-password', answers });
    change('userId', '1');
    await waitFor(() => expect(page.sent('sessions')).toHaveLength(1));
    expect(screen.getByRole('heading', { level: 1, name: 'Change password' })).toBeVisible();
    page.unmount();
    const nobody = { ...drawn, session: recorded('session', '602'), sessions: recorded('sessions', '602') };
    await openPage({ screen: 'change-password', answers: nobody });
    change('userId', '1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });

  test('calls name the account that their page was drawn for', async () => {
    const page = await openPage({ screen: 'console', answers: drawn });
    await page.user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(page.sent('sign-out')).toHaveLength(1));
    const { userId } = (drawn['query-user'] as unknown as { data: { userId: string } }).data;
    expect(page.sent('sign-out')[0]?.headers).toMatchObject({ 'account-id': userId });
  });

  test('leaves alone whoever is signing in', async () => {
    const page = await openPage({ screen: 'sign-in' });
    change('userId', '1');
    await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'x');
    expect(page.world.location.reloads).toBe(0);
  });
});

test('a reload keeps what the visitor was about; a tab restored the next day starts afresh', async () => {
  const line = 'foxrenderfarm';
  const answers = {
    'send-active-link': ok({ email: 'mei.lin@example.com' }),
    'check-email-token': { kind: 'answer', code: 'EmptyParameter', data: {}, requestId: 'r-1' } as const,
  };
  const first = await openPage({ line, screen: 're-activate', answers });
  await first.user.type(screen.getByRole('textbox', { name: 'Email' }), 'mei.lin@example.com');
  await first.user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(spoken('screens.activate.states.sent.title', {}, line))).toBeVisible();
  const { world } = first;
  first.unmount();
  const again = await openPage({ line, screen: 'activate', answers, world });
  expect(await screen.findByText(spoken('screens.activate.states.sent.title', {}, line))).toBeVisible();
  again.unmount();
  world.clock.pass(13 * 3_600_000);
  const late = await openPage({ line, screen: 'activate', answers, world });
  await waitFor(() => expect(late.world.location.path()).toBe('/sso/re-activate'));
});

describe('a visitor who is quicker than the page', () => {
  const line = 'foxrenderfarm';

  /** The same browser once more, which has not yet run what the page does by itself. */
  function early({ world }: OpenPage): MemoryWorld {
    const { clock } = world;
    return { ...world, clock: { ...clock, soon: (work) => void clock.after(0, work) } };
  }

  test('loses nothing that was kept', async () => {
    const answers = { 'send-active-link': ok({ email: 'mei.lin@example.com' }) };
    const first = await openPage({ line, screen: 're-activate', answers });
    await first.user.type(screen.getByRole('textbox', { name: 'Email' }), 'mei.lin@example.com');
    await first.user.click(screen.getByRole('button', { name: 'Send link' }));
    await waitFor(() =>
      expect(first.world.store.kept('flow')).toMatchObject({ values: { email: 'mei.lin@example.com' } }),
    );
    first.unmount();

    const again = await openPage({ line, screen: 'sign-in', world: early(first) });
    await again.user.click(screen.getByRole('link', { name: /Create an account/ }));
    await waitFor(() => expect(again.world.location.path()).toBe('/sso/signup'));
    expect(first.world.store.kept('flow')).toMatchObject({ values: { email: 'mei.lin@example.com' } });
  });

  test('keeps the page from nothing that it asks by itself', async () => {
    const first = await openPage({ screen: 'reset-password' });
    first.unmount();
    let answer = (_: Result): void => undefined;
    const page = await openPage({
      screen: 'reset-password',
      search: '?token=t',
      world: early(first),
      answers: {
        'check-email-token': ok({ purpose: 'reset', proof: 'p' }),
        'reset-user-password': () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
    });
    await page.user.type(screen.getByLabelText('New password'), 'Foyer2027b');
    await page.user.type(screen.getByLabelText('Enter the new password again'), 'Foyer2027b');
    await page.user.click(screen.getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(page.sent('reset-user-password')).toHaveLength(1));
    page.pass(0);
    // The press had the link checked first; what the page asks by itself comes after it.
    expect(page.sent('check-email-token')).toHaveLength(1);
    await act(async () => answer(recorded('reset-user-password', 'Password.Same.As.Last')));
    await waitFor(() => expect(page.sent('check-email-token')).toHaveLength(2));
  });
});

test('a phone is verified first, then asked for the rest; where its proof has ended, the code is asked for again', async () => {
  const page = await openPage({
    screen: 'register',
    search: '?inviteId=AB12',
    answers: {
      'register-check': ok(),
      'check-verification-code': ok({ proof: 'p' }),
      'register-phone': recorded('register-phone', 'Code.Error.More'),
    },
  });
  await page.user.type(screen.getByRole('textbox', { name: 'Phone number' }), '13800138000');
  await page.user.type(screen.getByRole('textbox', { name: 'Verification code' }), '123456');
  expect(screen.getByText(/^Step 1 of 2/)).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Username' })).toHaveFocus());
  expect(screen.getByText(/Step 2 of 2/)).toBeVisible();
  expect(screen.queryByText(/no account yet/)).not.toBeInTheDocument();
  // What the form did not show when it was sent is not wrong yet.
  expect(page.container.querySelector('[aria-invalid=true]')).toBeNull();
  expect(page.sent('register-phone')).toHaveLength(0);
  expect(screen.getByRole('textbox', { name: /Invite code/ })).toHaveValue('AB12');
  await page.user.type(screen.getByRole('textbox', { name: 'Username' }), 'mei_lin_2026');
  await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Render2026x');
  await page.user.click(screen.getAllByRole('radio')[0] as HTMLElement);
  await page.user.click(screen.getByRole('checkbox'));
  await page.user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(page.sent('register-phone')).toHaveLength(1));
  expect(page.sent('check-verification-code')[0]?.body).toMatchObject({ phone: '+8613800138000', code: '123456' });
  expect(page.sent('register-phone')[0]?.body).toMatchObject({ proof: 'p', username: 'mei_lin_2026' });
  expect(await screen.findByRole('textbox', { name: 'Verification code' })).toBeInvalid();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Verification code' })).toHaveValue(''));
  expect(screen.queryByText(/no account yet/)).not.toBeInTheDocument();
});

test('after wrong passwords the page says when a check comes next', async () => {
  const page = await openPage({
    screen: 'sign-in',
    answers: {
      'sign-in': recorded('sign-in', 'Account.SignIn.Failed'),
      'login-fail-cache': ok({ failCount: 3, remaining: 7, captchaRequired: true, locked: false }),
    },
  });
  await page.user.type(screen.getByRole('textbox', { name: /username/i }), 'mei_lin');
  await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Render2026x');
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText(/starts with a quick check/)).toBeVisible();
  expect(screen.getByRole('alert')).toBeVisible();
  expect(page.sent('login-fail-cache')[0]?.body).toEqual({ loginName: 'mei_lin' });
});

test('of two ways taken at once only the later arrives', async () => {
  const page = await openPage({ line: 'foxrenderfarm', screen: 'sign-in' });
  const { data } = page.world.scripts;
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  let first = true;
  const later: typeof data = async (...asked) => {
    if (!first) return data(...asked);
    first = false;
    await slow;
    return data(...asked);
  };
  Object.assign(page.world.scripts, { data: later });
  await page.user.click(screen.getByRole('link', { name: /Forgot/ }));
  await page.user.click(screen.getByRole('link', { name: /Sign up|Create|Register/ }));
  await waitFor(() => expect(page.running.model.get().pack.id).toBe('register'));
  release();
  await settle();
  expect(page.running.model.get().pack.id).toBe('register');
  expect(page.world.location.path()).toMatch(/signup|register/);
});

test('another tab’s sign-out is heard while something is under way', async () => {
  const answers = { 'query-user': ok({ username: 'mei_lin' }), sessions: recorded('sessions', '602') };
  const page = await openPage({
    screen: 'change-password',
    answers: { ...answers, session: recorded('session', '602') },
  });
  act(() => page.running.model.set({ pending: 'change' }));
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'userId', oldValue: '7', newValue: null }));
  });
  expect(page.sent('sessions')).toHaveLength(0);
  act(() => page.running.model.set({ pending: undefined }));
  await waitFor(() => expect(page.sent('sessions')).toHaveLength(1));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('a code on its way moves the cursor to its field, unless the visitor types in another one by then', async () => {
  for (const elsewhere of [false, true]) {
    let sent: (result: ReturnType<typeof ok>) => void = () => undefined;
    const page = await openPage({
      screen: 'bind-phone',
      answers: {
        'query-user': ok({ username: 'mei_lin', hasPassword: true }),
        'send-verify-code': () =>
          new Promise((resolve) => {
            sent = resolve;
          }),
      },
    });
    await page.user.type(await screen.findByRole('textbox', { name: 'Phone number' }), '13800138000');
    await page.user.click(screen.getByRole('button', { name: 'Send code' }));
    const password = screen.getByLabelText(/password/i, { selector: 'input' });
    if (elsewhere) await page.user.click(password);
    await waitFor(() => expect(page.sent('send-verify-code')).toHaveLength(1));
    await act(async () => sent(ok()));
    await settle();
    expect(document.activeElement).toBe(elsewhere ? password : screen.getByRole('textbox', { name: /code/i }));
    page.unmount();
  }
});
