/** @jest-environment jsdom */
/** “Check your email” notices that the link was followed elsewhere, and nothing else comes of its asking. */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { goTo } from '../../src/screens/navigate.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, ok, openPage, recorded } from './page.tsx';

const EMAIL = 'mei@mail.example';
const settle = (): Promise<void> => act(async () => new Promise((done) => setTimeout(done, 15)));
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
  act(() => page.session.visit.set(({ flow }) => ({ flow: { ...flow, email: EMAIL, activates: EMAIL } })));
  await act(async () => void (await goTo(page.session, 'activate', { state: 'sent', with: ['email'] })));
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
      const before = page.session.visit.get().state;
      state = 'ok';
      await passed(page, 3);
      const bodies = page.sent('activation').map(({ body }) => JSON.stringify(body));
      const is = [before, page.session.visit.get().state, ...new Set(bodies)].join(' ');
      if (is !== `sent done {"email":"${EMAIL}"}`) faults.push(`${line} ${language}: ${is}`);
      page.unmount();
    }
  expect(faults).toEqual([]);
});

test('what it says then leads to sign-in, and it asks no more', async () => {
  const page = await waiting(() => recorded('activation', 'ok'));
  expect(title('Check your email')).toBeVisible();
  await passed(page, 3);
  expect(title('Your account is active')).toBeVisible();
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
  await act(async () => void (await goTo(page.session, 'forgot-password')));
  const asked = page.sent('activation').length;
  await passed(page, 30);
  expect(page.sent('activation')).toHaveLength(asked);
});
