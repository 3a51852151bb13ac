/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Codes to scan, on real screens over an in-memory world: what is shown, said and asked in each state.
 */
import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { HttpRequest } from '../../src/browser/http.ts';
import type { Result } from '../../src/engine/flow.ts';
import type { QrScreen } from '../../src/generated/config.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import { compiledLines } from '../compiled-lines.ts';
import { spoken } from '../spoken.ts';
import { OVER } from './account-pages.ts';
import { type Answers, type OpenPage, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

const offline: Result = { kind: 'offline' };
/** The region that says how it stands with the code; what else stands there has another. */
const standing = (): HTMLElement =>
  within(screen.getByRole('main'))
    .getAllByRole('status')
    .find((region) => region.querySelector('.qr-state')) as HTMLElement;
const said = (): string => standing().textContent ?? '';

let tickets = 0;
/** A new code each time. */
const ticket = (): Result => {
  tickets += 1;
  return ok({
    qr: `https://line.example/sso/qr/confirm?ticket=${tickets}`,
    secret: `secret-${tickets}`,
    match: '47',
    seconds: 120,
  });
};

/** The page with a code; `poll` says how it stands. */
async function shown(poll: () => Result | Promise<Result>, answers: Answers = {}): Promise<OpenPage> {
  const page = await openPage({ screen: 'qr-sign-in', answers: { 'qr-ticket': ticket, 'qr-poll': poll, ...answers } });
  await settle();
  return page;
}
const pass = async (page: OpenPage, ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= 1000) {
    page.pass(Math.min(1000, left));
    await settle();
  }
};

test('a code is shown, and its secret is asked with in a header only', async () => {
  const page = await shown(() => recorded('qr-poll', 'ok'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Scan to sign in');
  expect(screen.getByRole('img', { name: 'QR code to scan with your phone' })).toBeInTheDocument();
  expect(said()).toMatch(/^Scan with/);
  expect(screen.getByText('47')).toBeInTheDocument();
  await pass(page, 2000);
  const [asked] = page.sent('qr-poll') as readonly [HttpRequest];
  expect(asked.headers['qr-secret']).toBe(`secret-${tickets}`);
  expect(JSON.stringify([asked.path, asked.body])).not.toContain('secret');
  page.unmount();
});

test('scanned, confirmed: the session opens and the visitor goes on', async () => {
  let state = 'ok';
  const page = await shown(() => recorded('qr-poll', state), {
    'qr-redeem': recorded('qr-redeem', 'ok'),
    'user-login': recorded('user-login', 'ok'),
  });
  state = 'ok--scanned';
  await pass(page, 2000);
  expect(screen.queryByRole('img', { name: /QR code/ })).not.toBeInTheDocument();
  expect(said()).toBe('Scanned. Now confirm on your phoneConfirm only if your phone shows the number 47.');
  state = 'ok--confirmed';
  await pass(page, 2000);
  await waitFor(() => expect(page.world.location.left).toHaveLength(1));
  expect(page.sent('qr-redeem').map(({ body }) => body)).toEqual([{ secret: `secret-${tickets}` }]);
  expect(page.sent('user-login')[0]?.body).toMatchObject({ userName: 'state_scanner', loginType: 3 });
  // What was settled is not asked about again.
  const asked = page.sent('qr-poll').length;
  await pass(page, 20_000);
  expect(page.sent('qr-poll')).toHaveLength(asked);
  page.unmount();
});

test('the state is said politely, once per change, and the focus stays where it is', async () => {
  const page = await shown(() => recorded('qr-poll', 'ok'));
  const region = standing();
  const changes: string[] = [];
  const observer = new MutationObserver(() => changes.push(region.textContent ?? ''));
  observer.observe(region, { subtree: true, childList: true, characterData: true });
  await pass(page, 10_000);
  expect(changes).toEqual([]);
  expect(document.body).toHaveFocus();
  observer.disconnect();
  page.unmount();
});

test('an expired code is covered by a button that brings a new one, and the focus does not get lost', async () => {
  const page = await shown(() => recorded('qr-poll', 'ok'));
  const first = page.running.model.get().flow.qr;
  await pass(page, 122_000);
  const cover = screen.getByRole('button', { name: 'Click to refresh' });
  expect(screen.queryByRole('img', { name: /QR code/ })).not.toBeInTheDocument();
  const asked = page.sent('qr-poll').length;
  await pass(page, 30_000);
  expect(page.sent('qr-poll')).toHaveLength(asked);
  cover.focus();
  await page.user.keyboard('{Enter}');
  await settle();
  expect(screen.getByRole('img', { name: 'QR code to scan with your phone' })).toBeInTheDocument();
  expect(page.running.model.get().flow.qr).not.toBe(first);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await pass(page, 2000);
  expect(page.sent('qr-poll').at(-1)?.headers['qr-secret']).toBe(`secret-${tickets}`);
  page.unmount();
});

test.each([
  ['ok--cancelled', 'Click for a new code'],
  ['ok--expired', 'Click to refresh'],
])('when the service says %s, the cover says so', async (state, words) => {
  const page = await shown(() => recorded('qr-poll', state));
  await pass(page, 2000);
  expect(screen.getByRole('button', { name: words })).toBeVisible();
  page.unmount();
});

test('an answer about the code before has no effect on the present one', async () => {
  let answer: (result: Result) => void = () => {};
  let hangs = true;
  const page = await shown(() => (hangs ? new Promise<Result>((done) => (answer = done)) : recorded('qr-poll', 'ok')));
  await pass(page, 2000);
  const late = answer;
  hangs = false;
  await pass(page, 121_000);
  await page.user.click(screen.getByRole('button', { name: 'Click to refresh' }));
  await settle();
  await act(async () => late(recorded('qr-poll', 'ok--cancelled')));
  await settle();
  expect(said()).toMatch(/^Scan with/);
  page.unmount();
});

test('without a connection the visitor is told, and it heals by itself', async () => {
  let connected = false;
  const page = await openPage({
    screen: 'qr-sign-in',
    answers: { 'qr-ticket': () => (connected ? ticket() : offline), 'qr-poll': () => recorded('qr-poll', 'ok') },
  });
  await settle();
  expect(screen.getByRole('button', { name: 'Click for a new code' })).toBeVisible();
  connected = true;
  await act(async () => page.world.http.connect(true));
  await settle();
  expect(screen.getByRole('img', { name: 'QR code to scan with your phone' })).toBeInTheDocument();
  page.unmount();
});

test('a connection lost on the way is told while it lasts', async () => {
  let connected = true;
  const page = await shown(() => (connected ? recorded('qr-poll', 'ok') : offline));
  connected = false;
  await pass(page, 3000);
  expect(screen.getByText(/cannot reach our service/)).toBeVisible();
  expect(screen.getByRole('img', { name: 'QR code to scan with your phone' })).toBeInTheDocument();
  connected = true;
  await pass(page, 3000);
  expect(screen.queryByText(/cannot reach our service/)).not.toBeInTheDocument();
  page.unmount();
});

/** Screens that poll, on every line, with the events that they ask by. */
async function polling(): Promise<readonly { line: string; id: string; screen: QrScreen }[]> {
  return Object.entries(await compiledLines()).flatMap(([line, { languages }]) =>
    Object.entries(languages.en?.screens ?? {}).flatMap(([id, { pack }]) =>
      pack.screen.kind === 'qr' ? [{ line, id, screen: pack.screen }] : [],
    ),
  );
}

test('on every page that polls, in each state, a lost connection is said where it was quiet before', async () => {
  const found = await polling();
  expect(new Set(found.map(({ id }) => id)).size).toBeGreaterThanOrEqual(3);
  for (const { line, id, screen: qr } of found)
    for (const [state, { polls, params = {} }] of Object.entries(qr.states)) {
      if (!polls) continue;
      const page = await openPage({ line, screen: id, preview: true });
      act(() => page.running.model.set({ state, flow: params }));
      const regions = within(screen.getByRole('main')).queryAllByRole('status');
      const before = regions.map(({ textContent }) => textContent);
      act(() => page.running.model.set({ flags: { unreachable: true } }));
      const heard = regions.filter(({ isConnected, textContent }, at) => isConnected && textContent !== before[at]);
      const where = `${line} ${id} ${state}`;
      expect([where, heard.length]).toEqual([where, 1]);
      expect(heard[0]).toHaveTextContent(/cannot reach our service/);
      page.unmount();
    }
}, 60_000);

test('a connection lost after the confirmation needs no second scan', async () => {
  let connected = false;
  const page = await shown(() => recorded('qr-poll', 'ok--confirmed'), {
    'qr-redeem': () => (connected ? recorded('qr-redeem', 'ok') : offline),
    'user-login': recorded('user-login', 'ok'),
  });
  await pass(page, 2000);
  expect(said()).toMatch(/connection was lost/);
  connected = true;
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(page.world.location.left).toHaveLength(1));
  // The repeat carries the key of the first try: it has one effect.
  const keys = page.sent('qr-redeem').map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  page.unmount();
});

test('a tab that comes back shows no old code, but asks for a new one', async () => {
  const before = await shown(() => recorded('qr-poll', 'ok'));
  const { world } = before;
  before.unmount();
  let answer: (result: Result) => void = () => {};
  const page = await openPage({
    screen: 'qr-sign-in',
    world,
    answers: {
      'qr-ticket': () => new Promise<Result>((done) => (answer = done)),
      'qr-poll': recorded('qr-poll', 'ok'),
    },
  });
  await settle();
  expect(screen.queryByRole('img', { name: /QR code/ })).not.toBeInTheDocument();
  page.pass(10_000);
  expect(page.sent('qr-poll')).toEqual([]);
  await act(async () => answer(ticket()));
  await settle();
  expect(screen.getByRole('img', { name: /QR code/ })).toBeInTheDocument();
  page.unmount();
});

test('whoever is signed in goes on without a code', async () => {
  const page = await openPage({
    screen: 'qr-sign-in',
    answers: { session: recorded('session', 'ok'), 'qr-ticket': ticket },
  });
  await waitFor(() => expect(page.world.location.left).toHaveLength(1));
  page.unmount();
});

describe('on the phone', () => {
  const open = (answers: Answers): Promise<OpenPage> =>
    openPage({ screen: 'qr-confirm', search: '?ticket=abc', answers });

  test('opening confirms nothing; the button does', async () => {
    const page = await open({ 'qr-look': recorded('qr-look', 'ok'), 'qr-confirm': recorded('qr-confirm', 'ok') });
    expect(await screen.findByRole('heading', { name: 'Let another device sign in?' })).toBeVisible();
    for (const words of ['47', 'state_scanner', 'Renderbus', 'Chrome, Linux', '203.0.113.*'])
      expect(screen.getByText(words)).toBeVisible();
    // The public id leaves the address at once.
    expect(page.world.location.address).toBe('/sso/qr/confirm');
    page.pass(60_000);
    await settle();
    expect(page.sent('qr-confirm')).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: 'Confirm sign-in' }));
    expect(await screen.findByRole('heading', { name: spoken('screens.qr-confirm.states.done.title') })).toBeVisible();
    expect(page.sent('qr-confirm')[0]?.body).toEqual({ ticket: 'abc' });
    page.unmount();
  });

  test('a guest signs in first, and comes back', async () => {
    const page = await open({
      'qr-look': recorded('qr-look', 'ok--guest'),
      'sign-in': recorded('sign-in', 'ok'),
      'user-login': recorded('user-login', 'ok'),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Sign in' }));
    await page.user.type(await screen.findByRole('textbox', { name: /username/i }), 'mei_lin');
    await page.user.type(document.querySelector('input[type=password]') as HTMLInputElement, 'Foyer2026a');
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(page.world.location.left).toHaveLength(1));
    expect(page.world.location.left[0]).toMatch(/^https:\/\/line\.example\/sso\/qr\/confirm\?ticket=/);
    page.unmount();
  });

  test('whoever was signed out in another tab is asked to sign in, and comes back to the question', async () => {
    let isSignedIn = true;
    const page = await open({
      'qr-look': () => recorded('qr-look', isSignedIn ? 'ok' : 'ok--guest'),
      sessions: () => (isSignedIn ? ok({ sessions: [] }) : OVER),
      'sign-in': recorded('sign-in', 'ok'),
      'user-login': recorded('user-login', 'ok'),
    });
    expect(await screen.findByRole('heading', { name: 'Let another device sign in?' })).toBeVisible();
    act(() => page.running.model.set(({ flow }) => ({ flow: { ...flow, userId: '1' } })));
    isSignedIn = false;
    await act(() => runEvent(page.running, 'seen-again'));
    expect(await screen.findByRole('heading', { name: spoken('screens.qr-confirm.states.guest.title') })).toBeVisible();
    await page.user.click(await screen.findByRole('button', { name: 'Sign in' }));
    await page.user.type(await screen.findByRole('textbox', { name: /username/i }), 'mei_lin');
    await page.user.type(document.querySelector('input[type=password]') as HTMLInputElement, 'Foyer2026a');
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(page.world.location.left).toHaveLength(1));
    expect(page.world.location.left[0]).toMatch(/^https:\/\/line\.example\/sso\/qr\/confirm\?ticket=/);
    page.unmount();
  });

  test.each(['qr-look', 'qr-confirm'])('a sub account reads why it cannot, told by %s', async (call) => {
    const page = await open({
      'qr-look': recorded('qr-look', 'ok'),
      'qr-confirm': recorded('qr-confirm', 'ok'),
      [call]: recorded(call, 'Account.Son.Prohibit.Login'),
    });
    if (call === 'qr-confirm') await page.user.click(await screen.findByRole('button', { name: 'Confirm sign-in' }));
    expect(await screen.findByRole('heading', { name: 'Sub accounts cannot sign in with this code' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Confirm sign-in' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to my account' })).toBeVisible();
    page.unmount();
  });

  test('cancelling tells the service', async () => {
    const page = await open({ 'qr-look': recorded('qr-look', 'ok'), 'qr-cancel': recorded('qr-cancel', 'ok') });
    await page.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('heading', { name: 'Cancelled' })).toBeVisible();
    page.unmount();
  });

  test.each([
    ['en', 'Cancel', 'The other device is signed in already', /“Where you are signed in”/, 'Go to my account'],
    ['zh', '取消', '另一设备已登录', /“登录设备”/, '进入我的账号'],
  ])('cancelling too late says what to do: %s', async (language, cancel, title, words, console) => {
    const page = await openPage({
      ...{ language, screen: 'qr-confirm', search: '?ticket=abc' },
      answers: { 'qr-look': recorded('qr-look', 'ok'), 'qr-cancel': recorded('qr-cancel', 'QrCode.Redeemed') },
    });
    await page.user.click(await screen.findByRole('button', { name: cancel }));
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByRole('button', { name: console })).toBeVisible();
    page.unmount();
  });
});

describe('the mini program', () => {
  const answers = (poll: () => Result): Answers => ({
    'mini-pro-activity': recorded('mini-pro-activity', 'ok'),
    'invite-qrcode': recorded('invite-qrcode', 'ok'),
    'is-haved-bound-wx': poll,
  });

  test('shows the image, and in the end the coupon, which is kept in mind', async () => {
    let state = 'ok';
    const page = await openPage({
      screen: 'mini-program',
      answers: answers(() => recorded('is-haved-bound-wx', state)),
    });
    expect(await screen.findByRole('img', { name: /mini program/ })).toHaveAttribute('src', '/foyer/wxacode/<token>');
    expect(page.sent('invite-qrcode')[0]).toMatchObject({
      body: { kind: 0 },
      headers: { version: '1.0.0', channel: '2' },
    });
    state = 'ok--scanned';
    await pass(page, 2000);
    expect(said()).toMatch(/^Scanned/);
    state = 'ok--bound';
    await pass(page, 2000);
    const [title, text] = ['title', 'text'].map((part) =>
      spoken(`screens.mini-program.states.success.${part}`, { wxCoupon: 30 }),
    );
    expect(said().replaceAll(/\s/g, ' ')).toBe(`${title}${text}`.replaceAll(/\s/g, ' '));
    expect(page.world.store.read('mini-bound-coupon')).toBe('30');
    expect(screen.getByRole('button', { name: /Follow us for 10\syuan more/ })).toBeVisible();
    page.unmount();
  });

  test.each([
    ['ok--refused', 'Click for a new code'],
    ['ok--elsewhere', 'Click for a new code'],
    ['ok--expired', 'Click to refresh'],
  ])('%s offers a new code', async (state, words) => {
    const page = await openPage({
      screen: 'mini-program',
      answers: answers(() => recorded('is-haved-bound-wx', state)),
    });
    await screen.findByRole('img', { name: /mini program/ });
    await pass(page, 2000);
    expect(screen.getByRole('button', { name: words })).toBeVisible();
    page.unmount();
  });

  test('an image that cannot be loaded offers to try again', async () => {
    const page = await openPage({
      screen: 'mini-program',
      answers: answers(() => recorded('is-haved-bound-wx', 'ok')),
    });
    const image = await screen.findByRole('img', { name: /mini program/ });
    await act(async () => void image.dispatchEvent(new Event('error')));
    expect(screen.getByRole('button', { name: 'Click to try again' })).toBeVisible();
    page.unmount();
  });

  test('says kindly where it is not configured', async () => {
    const page = await openPage({
      screen: 'mini-program',
      answers: { 'mini-pro-activity': recorded('mini-pro-activity', 'ok--unavailable') },
    });
    await settle();
    expect(said()).toMatch(/cannot be bound here/);
    expect(page.sent('invite-qrcode')).toEqual([]);
    page.unmount();
  });

  test('is linked after registration where it is offered, and only there', async () => {
    const known = { 'query-user': ok({ username: 'mei_lin', userId: '1' }) };
    const offered = await openPage({
      screen: 'register-success',
      answers: { ...known, 'mini-pro-activity': recorded('mini-pro-activity', 'ok') },
    });
    expect(await screen.findByRole('link', { name: 'Bind WeChat' })).toHaveAttribute(
      'href',
      '/sso/render/mini-program',
    );
    offered.unmount();
    offered.container.remove();
    const not = await openPage({
      screen: 'register-success',
      answers: { ...known, 'mini-pro-activity': recorded('mini-pro-activity', 'ok--unavailable') },
    });
    await settle();
    expect(screen.queryByRole('link', { name: 'Bind WeChat' })).not.toBeInTheDocument();
    not.unmount();
    not.container.remove();
    const elsewhere = await openPage({ line: 'foxrenderfarm', screen: 'register-success', answers: known });
    await settle();
    expect(elsewhere.sent('mini-pro-activity')).toEqual([]);
  });
});
