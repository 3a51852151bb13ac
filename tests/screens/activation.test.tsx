/** @jest-environment ./tests/page-environment.cjs */
/** “Check your email” notices that the link was followed elsewhere, and nothing else comes of its asking. */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { goTo } from '../../src/screens/navigate.ts';
import { compiledLines } from '../compiled-lines.ts';
import { spoken } from '../spoken.ts';
import { type OpenPage, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

const EMAIL = 'mei@mail.example';
const failed = (code: string): Result => ({ kind: 'answer', code, data: {}, requestId: 'r-1' });
const title = (name: string) => screen.queryByRole('heading', { level: 1, name });

/** The page that registration leads to. */
async function waiting(answer: () => Result, line = 'foxrenderfarm', language = 'en'): Promise<OpenPage> {
  const page = await openPage({
    line,
    language,
    screen: 'sign-in',
    answers: { activation: answer, 'send-active-link': ok({ email: EMAIL }) },
  });
  act(() => page.running.model.set(({ flow }) => ({ flow: { ...flow, email: EMAIL, activates: EMAIL } })));
  await act(async () => void (await goTo(page.running, 'activate', { state: 'sent', with: ['email'] })));
  await settle();
  return page;
}

async function passed(page: OpenPage, seconds: number): Promise<void> {
  for (let nth = 0; nth < seconds; nth += 1) {
    page.pass(1000);
    await act(async () => undefined);
  }
  await settle();
}

test('on every line and in every language it says so, asking by its e-mail alone', async () => {
  const faults: string[] = [];
  for (const [line, { languages }] of Object.entries(await compiledLines()))
    for (const language of Object.keys(languages)) {
      let state = 'ok--waiting';
      const page = await waiting(() => recorded('activation', state), line, language);
      await passed(page, 3);
      const before = page.running.model.get().state;
      state = 'ok';
      await passed(page, 3);
      const bodies = page.sent('activation').map(({ body }) => JSON.stringify(body));
      const is = [before, page.running.model.get().state, ...new Set(bodies)].join(' ');
      if (is !== `sent done {"email":"${EMAIL}"}`) faults.push(`${line} ${language}: ${is}`);
      page.unmount();
    }
  expect(faults).toEqual([]);
});

test('what it says then leads to sign-in, and it asks no more', async () => {
  let state = 'ok--waiting';
  const page = await waiting(() => recorded('activation', state));
  expect(title(spoken('screens.activate.states.sent.title', {}, 'foxrenderfarm'))).toBeVisible();
  state = 'ok';
  await passed(page, 3);
  expect(title(spoken('screens.activate.states.done.title', {}, 'foxrenderfarm'))).toBeVisible();
  expect(screen.getByRole('button', { name: 'Return to sign in' })).toBeVisible();
  const asked = page.sent('activation').length;
  await passed(page, 30);
  expect(page.sent('activation')).toHaveLength(asked);
});

test.each<readonly [string, Result]>([
  ['not yet', recorded('activation', 'ok--waiting')],
  ['no connection', { kind: 'offline' }],
  ['time over', { kind: 'timeout' }],
  ['nonsense', { kind: 'unreadable' }],
  ['asked too often', failed('Common.RequestLimitExceeded')],
  ['a server that fails', failed('InternalError')],
])('an answer that is %s changes nothing and says nothing', async (_, answer) => {
  const page = await waiting(() => answer);
  const shown = page.container.innerHTML;
  await passed(page, 10);
  expect(page.sent('activation').length).toBeGreaterThan(1);
  expect(page.container.innerHTML).toBe(shown);
});

test('nobody is asked while nobody looks; looking again asks at once', async () => {
  const page = await waiting(() => recorded('activation', 'ok--waiting'));
  act(() => page.world.clock.hide(true));
  await passed(page, 30);
  const asked = page.sent('activation').length;
  act(() => page.world.clock.hide(false));
  await settle();
  expect(page.sent('activation')).toHaveLength(asked + 1);
});

test('the buttons work beside it, and it ends with the screen', async () => {
  const page = await waiting(() => recorded('activation', 'ok--waiting'));
  await page.user.click(screen.getByRole('button', { name: 'Send again' }));
  await settle();
  expect(page.sent('send-active-link')).toHaveLength(1);
  await act(async () => void (await goTo(page.running, 'forgot-password')));
  const asked = page.sent('activation').length;
  await passed(page, 30);
  expect(page.sent('activation')).toHaveLength(asked);
});

test('a reload asks at once, and does not say again that a link was sent', async () => {
  let state = 'ok--waiting';
  const first = await waiting(() => recorded('activation', state));
  state = 'ok';
  await passed(first, 3);
  expect(title(spoken('screens.activate.states.done.title', {}, 'foxrenderfarm'))).toBeVisible();
  const { world } = first;
  first.unmount();
  const answers = { activation: recorded('activation', 'ok') };
  const page = await openPage({
    line: 'foxrenderfarm',
    screen: 'activate',
    answers,
    world,
    mark: world.location.mark(),
  });
  await settle();
  expect(title(spoken('screens.activate.states.done.title', {}, 'foxrenderfarm'))).toBeVisible();
  expect(page.sent('activation').map(({ body }) => body)).toEqual([{ email: EMAIL }]);
  page.unmount();
});

describe.each(['foxrenderfarm', 'renderbus'])('activated in another browser, on %s', (line) => {
  async function saved(answer: Result): Promise<OpenPage> {
    const answers = {
      'check-email-token': recorded('check-email-token', 'ok--elsewhere'),
      'reset-user-password': answer,
      'activate-user': ok(),
    };
    const page = await openPage({ line, screen: 'activate', search: '?token=t', answers });
    await page.user.click(await screen.findByRole('button', { name: 'Set the password' }));
    await screen.findByRole('heading', { level: 1, name: 'Activate your account' });
    expect(screen.getByText(/Saving it activates your account/)).toBeVisible();
    for (const box of screen.getAllByLabelText(/new password/i, { selector: 'input' }))
      await page.user.type(box, 'Render2026x');
    await page.user.click(screen.getByRole('button', { name: 'Save password' }));
    return page;
  }

  async function activated(): Promise<OpenPage> {
    const page = await saved(ok({ activated: true }));
    await screen.findByRole('heading', {
      level: 1,
      name: spoken('screens.activate.states.password-set.title', {}, line),
    });
    return page;
  }

  test.each([
    ['Account.Email.Actived', 'not-saved'],
    ['Account.Token.Expired', 'expired'],
  ])('%s while the page was open: the page of the activation says it', async (code, state) => {
    const page = await saved(failed(code));
    const name = spoken(`screens.activate.states.${state}.title`, {}, line);
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    expect(page.world.location.path()).toBe('/sso/activate');
    page.unmount();
  });

  test('no word is of a reset, also once it is reloaded', async () => {
    const page = await activated();
    const { location } = page.world;
    expect([location.path(), location.title]).toEqual([
      '/sso/activate',
      expect.stringMatching(/^Activate your account/),
    ]);
    expect(screen.getByText(spoken('screens.activate.states.password-set.text', {}, line))).toBeVisible();
    page.unmount();
    const again = await openPage({ line, screen: 'activate', world: page.world, mark: location.mark() });
    await settle();
    expect(title(spoken('screens.activate.states.done.title', {}, line))).toBeVisible();
    again.unmount();
  });

  test('a mail asked for later is waited for again', async () => {
    const page = await activated();
    const { world } = page;
    page.unmount();
    const answers = { 'send-active-link': ok({ email: EMAIL }), activation: ok({ active: false }) };
    const next = await openPage({ line, screen: 're-activate', world, answers });
    await next.user.type(screen.getByRole('textbox', { name: 'Email' }), EMAIL);
    await next.user.click(screen.getByRole('button', { name: /send|get/i }));
    expect(
      await screen.findByRole('heading', { level: 1, name: spoken('screens.activate.states.sent.title', {}, line) }),
    ).toBeVisible();
    await settle();
    expect(title(spoken('screens.activate.states.sent.title', {}, line))).toBeVisible();
    next.unmount();
  });
});

test('a forgotten password is told that it signs out everywhere', async () => {
  const answers = { 'check-email-token': recorded('check-email-token', 'ok--reset') };
  await openPage({ line: 'foxrenderfarm', screen: 'reset-password', search: '?token=t', answers });
  expect(await screen.findByText('You will be signed out wherever you are signed in.')).toBeVisible();
});
