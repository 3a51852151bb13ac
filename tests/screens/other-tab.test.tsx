/** @jest-environment ./tests/page-environment.cjs */
/** An answer that comes when another tab of the screen is shown is told on the tab it is about, and on no other. */
import '@testing-library/jest-dom';
import { readdirSync } from 'node:fs';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import type { FieldValue } from '../../src/engine/form-schema.ts';
import { selectForm } from '../../src/screens/action-context.ts';
import { shownFields } from '../../src/screens/page.ts';
import { tabsOf } from '../../src/screens/page-model.ts';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, ok, openPage } from './page.tsx';
import { settle } from './settle.ts';

const LINES = readdirSync('lines').filter((name) => !name.startsWith('_'));

const refused = (code: string, data: Readonly<Record<string, unknown>> = {}): Result => ({
  kind: 'answer',
  code,
  data,
  requestId: 'r-1',
});

/** What may come of sending a form: refusals of a field, of the form, and no answer at all. */
const ANSWERS: Readonly<Record<string, Result>> = {
  'refusal of the code': refused('Validate.Code.Error'),
  'refusal of a phone': refused('Account.Phone.Existed'),
  'refusal of the form': refused('Account.SignIn.Failed', { failCount: 1 }),
  'unknown refusal': refused('Never.Heard.Of'),
  'lost connection': { kind: 'offline' },
  'time-out': { kind: 'timeout' },
  'unreadable answer': { kind: 'unreadable' },
};

const GOOD: Readonly<Record<string, FieldValue>> = {
  account: 'mei_lin',
  'login-name': 'mei_lin@0b5a8f2e-8d0e-4a6b-9a51-6f0b6f3f2a11',
  password: 'Abcdefg12',
  'new-password': 'Abcdefg12',
  username: 'mei_lin',
  email: 'mei@example.com',
  phone: '+8613800138000',
  code: '123456',
  agreement: true,
};

interface Sent {
  readonly page: OpenPage;
  readonly come: (result: Result) => Promise<void>;
}

/** A page whose form was sent, and whose answer is awaited. */
async function sending(line: string, screen: string, form: string, call: string, rest = {}): Promise<Sent> {
  let resolve: ((result: Result) => void) | undefined;
  const answer = (): Promise<Result> =>
    new Promise((take) => {
      resolve = take;
    });
  const page = await openPage({
    line,
    screen,
    stored: { clientRSThirdToken: 'token' },
    answers: { 'is-bind-account': ok(), 'register-check': ok(), 'is-blacklist-email': ok(), ...rest, [call]: answer },
  });
  const { running, container } = page;
  act(() => selectForm(running, form));
  const fields = shownFields(running, running.model.get());
  const chosen = fields.map(({ id, options }) => [id, GOOD[id] ?? options?.[0]] as const);
  const values = Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
  await act(async () => running.model.set((state) => ({ values: { ...state.values, ...values } })));
  await page.user.click(container.querySelector('form [type=submit]') as HTMLElement);
  await waitFor(() => expect([line, screen, form, page.sent(call).length]).toEqual([line, screen, form, 1]));
  await waitFor(() => expect(resolve).toBeDefined());
  return { page, come: (result) => act(async () => resolve?.(result)) };
}

/** What is said of a failure on the page as it is. */
const told = ({ container }: OpenPage): string =>
  [...container.querySelectorAll('[role=alert], [data-invalid] [id$=__note]')]
    .map(({ textContent }) => textContent)
    .join(' ')
    .trim();
const accused = ({ container }: OpenPage): number => container.querySelectorAll('[aria-invalid=true]').length;

/** Tabs that were tried on an earlier line, with the same rules, events and words. */
const tried = new Set<string>();

/** Screens with several tabs, form by form, with the call of each. */
async function tabs(line: string) {
  const { server, languages } = (await compiledLines())[line] as CompiledLine;
  return Object.entries(languages[server.line.languages.default]?.screens ?? {}).flatMap(([screen, { pack }]) => {
    const names = tabsOf(pack);
    if (names.length < 2 || pack.screen.kind !== 'form') return [];
    const { forms } = pack.screen;
    return names.map((form) => {
      const { call } = pack.events[forms[form]?.event ?? ''] ?? {};
      return { screen, form, others: names.filter((each) => each !== form), call: call as string, pack };
    });
  });
}

test.each(LINES)(
  'a failure on %s waits on the tab that was sent',
  async (line) => {
    const found = await tabs(line);
    expect(found.length).toBeGreaterThanOrEqual(6);
    for (const { screen, form, others, call, pack } of found) {
      const sameness = JSON.stringify([screen, form, pack.forms, pack.events, pack.messages]);
      if (tried.has(sameness)) continue;
      tried.add(sameness);
      for (const [name, answer] of Object.entries(ANSWERS))
        for (const other of others.slice(0, name === 'lost connection' ? undefined : 1)) {
          const { page, come } = await sending(line, screen, form, call);
          act(() => selectForm(page.running, other));
          await come(answer);
          await settle();
          const where = `${screen} ${form}: ${name}, seen on ${other}`;
          expect([where, told(page), accused(page)]).toEqual([where, '', 0]);
          expect([where, page.running.model.get().pending]).toEqual([where, undefined]);
          act(() => selectForm(page.running, form));
          await settle();
          expect([where, told(page) === '']).toEqual([where, false]);
          // Once told it is like any other: it goes with the next change of tabs.
          act(() => selectForm(page.running, other));
          await settle();
          act(() => selectForm(page.running, form));
          await settle();
          expect([where, told(page)]).toEqual([where, '']);
          page.unmount();
          cleanup();
        }
    }
  },
  240_000,
);

test.each(LINES)('who is signed in on %s is led on, whichever tab is shown', async (line) => {
  for (const { screen, form, others, call } of (await tabs(line)).filter((each) => each.screen === 'sign-in')) {
    const { page, come } = await sending(line, screen, form, call, { 'user-login': ok({ userKey: 'u' }) });
    const typed = page.running.model.get().values[form === 'sub-account' ? 'login-name' : 'account'];
    act(() => selectForm(page.running, others[0] as string));
    await come(ok({ rsAuthToken: 't' }));
    await waitFor(() => expect([form, page.world.location.left.length]).toEqual([form, 1]));
    const { body } = page.sent('user-login')[0] as { body: object };
    if (typed !== undefined && 'userName' in body)
      expect([form, (body as { userName?: unknown }).userName]).toEqual([form, typed]);
    page.unmount();
    cleanup();
  }
});

test.each(['renderbus', 'foxrenderfarm'])(
  'a code that was sent while another tab of %s was shown counts down there',
  async (line) => {
    let resolve: ((result: Result) => void) | undefined;
    const answer = (): Promise<Result> =>
      new Promise((take) => {
        resolve = take;
      });
    const page = await openPage({ line, screen: 'forgot-password', answers: { 'send-verify-code': answer } });
    const { running } = page;
    act(() => selectForm(running, 'phone'));
    await act(async () => running.model.set(({ values }) => ({ values: { ...values, phone: '+8613800138000' } })));
    await page.user.click(screen.getByRole('button', { name: /^Get code|^Send code/ }));
    await waitFor(() => expect(resolve).toBeDefined());
    act(() => selectForm(running, 'email'));
    await act(async () => resolve?.(ok()));
    await settle();
    act(() => selectForm(running, 'phone'));
    expect(await screen.findByRole('button', { name: /60/ })).toBeVisible();
  },
);

test('a tab’s failure is not told on a screen that the visitor went to, nor the tries of another account', async () => {
  const [tab] = (await tabs('renderbus')).filter(({ form }) => form === 'password');
  const { page, come } = await sending('renderbus', 'sign-in', 'password', tab?.call as string, {
    'login-fail-cache': ok({ captchaRequired: true }),
  });
  act(() => selectForm(page.running, 'code'));
  await come(refused('Account.SignIn.Failed', { failCount: 3 }));
  await waitFor(() =>
    expect(page.sent('login-fail-cache').map(({ body }) => body)).toEqual([{ loginName: 'mei_lin' }]),
  );
  await page.user.click(screen.getByRole('link', { name: /Create an account/ }));
  await settle();
  expect(told(page)).toBe('');
});
