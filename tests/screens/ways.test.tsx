/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Ways in and out, on real screens over an in-memory world: counting, marks, the way to the other site, the frame.
 */
import '@testing-library/jest-dom';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { selectForm } from '../../src/screens/action-context.ts';
import { Collection } from '../../src/screens/collection.tsx';
import { ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

test('a screen is counted once it can be used, with where the visitor came from', async () => {
  const page = await openPage({ screen: 'sign-in', search: '?comefrom=ad&officialWebsiteEntry=top' });
  expect(page.sent('collect-data')).toEqual([]);
  page.pass(1);
  await settle();
  expect(page.sent('collect-data').map(({ body, keepalive }) => [body, keepalive])).toEqual([
    [{ name: 'sign-in-shown', screen: 'sign-in', comefrom: 'ad', officialWebsiteEntry: 'top' }, true],
  ]);
  expect(page.sent('collect-data')[0]?.headers).toMatchObject({ version: '1.0.0', channel: '2' });
});

test.each(['activate', 'reset-password', 'passport'])(
  'nothing is counted on %s, which carries a token',
  async (name) => {
    const page = await openPage({ screen: name, search: '?token=secret' });
    page.pass(5000);
    await settle();
    expect(page.sent('collect-data')).toEqual([]);
  },
);

test('a countdown marks its stored key while it runs', async () => {
  const page = await openPage({ screen: 'sign-in', answers: { 'send-verify-code': ok({}) } });
  act(() => selectForm(page.running, 'code'));
  await page.user.type(screen.getByLabelText('Phone number'), '13800138000');
  await page.user.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(page.world.store.read('isCounting')).toBe(String(1_000_000 + 60_000)));
  page.pass(61_000);
  expect(page.world.store.read('isCounting')).toBeUndefined();
});

test('a third-party sign-in keeps its business and token in the tab while it is under way, and drops them at its end', async () => {
  const begun = await openPage({ screen: 'wechat', answers: { 'third-token': recorded('third-token', 'ok') } });
  const { store } = begun.world;
  const kept = () => [store.read('thirdPartyBusiness'), store.read('clientRSThirdToken')];
  await waitFor(() => expect(kept()).toEqual(['wechat', undefined]));
  begun.unmount();
  const page = await openPage({
    screen: 'oauth-callback',
    search: `?provider=wechat&state=${encodeURIComponent('<token>')}`,
    world: begun.world,
    answers: {
      'wx-login': recorded('wx-login', 'ok--verify'),
      'third-bound': recorded('third-bound', 'ok'),
      'third-login': recorded('third-login', 'ok'),
    },
  });
  await waitFor(() => expect(page.running.model.get().pack.id).toBe('third-verify'));
  expect(kept()).toEqual(['wechat', '<token>']);
  await page.user.type(screen.getByRole('textbox', { name: 'Verification code' }), '123456');
  await page.user.click(screen.getByRole('button', { name: 'Verify and sign in' }));
  await waitFor(() => expect(page.world.location.left).toEqual(['https://line.example/console']));
  expect(page.sent('third-bound')[0]?.headers).toMatchObject({ authToken: '<token>' });
  expect(kept()).toEqual([undefined, undefined]);
});

describe('an account of the other region', () => {
  const wrongSite = async () => {
    const page = await openPage({ screen: 'sign-in', answers: { 'sign-in': recorded('sign-in', '627') } });
    await page.user.type(screen.getByLabelText(/Username/), 'somebody');
    await page.user.type(document.querySelector('input[type=password]') as HTMLInputElement, 'Foyer2026a');
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('dialog');
    return page;
  };
  const other = 'https://www.foxrenderfarm.example/sso/signin?lang=en';

  test('is led to it after the countdown, by the link of the line', async () => {
    const page = await wrongSite();
    expect(screen.getByRole('link', { name: 'Go to foxrenderfarm.example' })).toHaveAttribute('href', other);
    expect(screen.getByText('We take you there in 5 seconds.')).toBeInTheDocument();
    page.pass(4000);
    expect(screen.getByText('We take you there in 1 second.')).toBeInTheDocument();
    expect(page.world.location.left).toEqual([]);
    page.pass(2000);
    await waitFor(() => expect(page.world.location.left).toEqual([other]));
  });

  test('stays when it cancels', async () => {
    const page = await wrongSite();
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    page.pass(60_000);
    await settle();
    expect(page.world.location.left).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the frame of a data-collection script', () => {
  const mount = async (name: string, collection?: { url: string }) => {
    // Without a token the page of a link goes on to another one.
    const page = await openPage({ screen: name, search: '?token=t' });
    const shell = {
      ...page.running.shell,
      line: { ...page.running.shell.line, ...(collection ? { collection } : {}) },
    };
    const { container } = render(<Collection page={{ ...page.running, shell }} />);
    const frame = (): HTMLIFrameElement | null => container.querySelector('iframe');
    return { page, frame };
  };
  const url = 'https://count.example/x.js';

  test('comes after the form can be used, without any power over the page', async () => {
    const { page, frame } = await mount('sign-in', { url });
    expect(frame()).toBeNull();
    page.pass(1);
    expect(frame()?.getAttribute('src')).toBe('/foyer/collection?screen=sign-in');
    expect(frame()?.getAttribute('sandbox')).toBe('allow-scripts');
    expect(frame()).not.toBeVisible();
  });

  test.each([
    ['sign-in', undefined],
    ['activate', { url }],
    ['passport', { url }],
  ])('does not come on %s with %j', async (name, collection) => {
    const { page, frame } = await mount(name, collection);
    page.pass(1000);
    expect(frame()).toBeNull();
  });
});

test('in a frame of another front end no other screen is shown: it opens in a window, with what the address brought', async () => {
  const search = `?source_url=${encodeURIComponent('https://www.renderbus.example/jobs')}`;
  const page = await openPage({ screen: 'bridge', search, framed: true });
  await page.user.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(page.world.location.opened).toEqual([`/sso${search}`]);
  // A window closed again can be opened again.
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(page.world.location.opened).toEqual([`/sso${search}`, `/sso${search}`]);
  expect(page.world.location.path()).toBe('/entry/sso/bridge');
  expect(screen.getByText('You are not signed in')).toBeInTheDocument();
});

describe('while the page still asks for what it shows', () => {
  const hangs = () => new Promise<never>(() => undefined);
  /** What the page asks by itself is answered late; who presses first has the link checked at once. */
  const checkedOnPress =
    <T,>(late: (keep: T) => () => Promise<Result>) =>
    (keep: T): (() => Promise<Result>) => {
      const answer = late(keep);
      let asked = 0;
      return async () => {
        asked += 1;
        return asked === 1 ? answer() : ok({ purpose: 'reset', proof: 'p' });
      };
    };

  test('a press is not lost: it takes its way at once', async () => {
    const page = await openPage({ screen: 'wechat', answers: { 'third-token': hangs } });
    await waitFor(() => expect(page.sent('third-token')).toHaveLength(1));
    await page.user.click(screen.getByRole('button', { name: 'Continue on WeChat’s page' }));
    await waitFor(() => expect(page.running.model.get().pack.id).toBe('third-start'));
  });

  test('what it is told comes after what the visitor waits for', async () => {
    let told: (result: Result) => void = () => undefined;
    let saved: (result: Result) => void = () => undefined;
    const later = (keep: (resolve: (result: Result) => void) => void) => () => new Promise<Result>(keep);
    const first = checkedOnPress(later);
    const page = await openPage({
      screen: 'reset-password',
      search: '?token=t',
      answers: {
        'check-email-token': first((resolve) => {
          told = resolve;
        }),
        'reset-user-password': later((resolve) => {
          saved = resolve;
        }),
      },
    });
    await page.user.type(screen.getByLabelText('New password'), 'Foyer2027b');
    await page.user.type(screen.getByLabelText('Enter the new password again'), 'Foyer2027b');
    await page.user.click(screen.getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(page.sent('reset-user-password')).toHaveLength(1));
    // The link was used up by the very password that is being saved.
    act(() => told(recorded('check-email-token', 'Account.Token.Expired')));
    await settle();
    expect(page.running.model.get().pack.id).toBe('reset-password');
    act(() => saved(ok()));
    await waitFor(() => expect(page.running.model.get()).toMatchObject({ pack: { id: 'reset-done' }, state: 'done' }));
  });

  test('a form can be sent', async () => {
    const page = await openPage({
      screen: 'reset-password',
      search: '?token=t',
      answers: { 'check-email-token': checkedOnPress(() => hangs)(undefined), 'reset-user-password': ok() },
    });
    await page.user.type(screen.getByLabelText('New password'), 'Foyer2027b');
    await page.user.type(screen.getByLabelText('Enter the new password again'), 'Foyer2027b');
    await page.user.click(screen.getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(page.sent('reset-user-password')).toHaveLength(1));
  });
});

test.each([
  ['renderbus', ['By phone', 'By email']],
  ['pkdragon', ['By phone', 'By email']],
  ['avica', ['By phone', 'By email']],
  ['ip', ['By phone', 'By email']],
  ['dayan', ['By phone', 'By email']],
  ['foxrenderfarm', ['By email', 'By phone']],
  ['dragonforeign', ['By email', 'By phone']],
])('on %s a forgotten password is recovered either way, the line’s usual one first', async (line, tabs) => {
  await openPage({ line, screen: 'forgot-password' });
  const shown = screen.getAllByRole('tab');
  expect(shown.map((tab) => tab.textContent)).toEqual(tabs);
  expect(shown[0]).toHaveAttribute('aria-selected', 'true');
});

test('what a failure names goes along its link: the mailbox to activate again', async () => {
  const page = await openPage({
    line: 'foxrenderfarm',
    screen: 'sign-in',
    answers: { 'sign-in': recorded('sign-in', 'Account.UnActivated') },
  });
  await page.user.type(screen.getByRole('textbox', { name: /Username/ }), 'mei_lin');
  await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Abcdefg12');
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
  await page.user.click(await screen.findByRole('link', { name: 'Get a new activation link' }));
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue('waiting@mail.example');
});
