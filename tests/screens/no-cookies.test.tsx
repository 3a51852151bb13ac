/** @jest-environment ./tests/page-environment.cjs */
/** A browser without cookies: nothing that a form sends could come to anything, so the page says so once and sends nothing. */
import '@testing-library/jest-dom';
import { readdirSync } from 'node:fs';
import { act, screen } from '@testing-library/react';
import { selectForm } from '../../src/screens/action-context.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compiledLines } from '../compiled-lines.ts';
import { openPage } from './page.tsx';
import { settle } from './settle.ts';
import { typedInto } from './typed.ts';

const LINES = readdirSync('lines').filter((name) => !name.startsWith('_'));
const SAID = /blocks cookies for this site/;

interface Sender {
  readonly screen: string;
  readonly form: string;
  readonly event: string;
}

/** Forms that were tried on an earlier line, with the same events. */
const tried = new Set<string>();

/** Events of forms that may send something: the form's own, and those of its buttons. */
async function senders(line: string): Promise<readonly Sender[]> {
  const { languages } = (await compiledLines())[line] as CompiledLine;
  return Object.entries(languages.en?.screens ?? {}).flatMap(([screen, { pack }]) => {
    if (pack.screen.kind !== 'form') return [];
    const sameness = JSON.stringify([screen, pack.screen.forms, pack.forms, pack.events]);
    if (tried.has(sameness)) return [];
    tried.add(sameness);
    return Object.entries(pack.screen.forms).flatMap(([form, { event }]) => {
      const sends = (pack.forms[form]?.fields ?? []).flatMap(({ field: { send } }) =>
        [send?.event, send?.voiceEvent].flatMap((each) => each ?? []),
      );
      return [event, ...sends].map((each) => ({ screen, form, event: each }));
    });
  });
}

const sending = new Set<string>();

/** What an event of a filled form asks for, the page's own questions aside. */
async function press(line: string, { screen: id, form, event }: Sender, cookies: boolean) {
  const page = await openPage({ line, screen: id, cookies, stored: { clientRSThirdToken: 'a token' } });
  const { running, world, unmount } = page;
  const { pack } = running.model.get();
  const alone = pack.id === id;
  if (alone) {
    act(() => selectForm(running, form));
    act(() => running.model.set(({ values }) => ({ failure: undefined, values: { ...values, ...typedInto(pack) } })));
  }
  const before = world.http.requests.length;
  if (alone) await act(async () => runEvent(running, event));
  await settle();
  // Where it leads elsewhere, that page asks by itself.
  const packs = [pack, running.model.get().pack];
  const quiet = packs.flatMap(({ events, calls }) =>
    Object.values(events).flatMap(({ quiet, call }) => (quiet && typeof call === 'string' ? [calls[call]?.path] : [])),
  );
  const sent = world.http.requests.slice(before).flatMap(({ path }) => (quiet.includes(path) ? [] : [path]));
  const said = screen.queryAllByRole('alert').map(({ textContent }) => textContent ?? '');
  unmount();
  return { sent, said };
}

test.each(LINES)(
  'no form of %s is sent, and one sentence says why',
  async (line) => {
    const all = await senders(line);
    for (const each of all) {
      const name = `${each.screen} ${each.form} ${each.event}`;
      const { sent } = await press(line, each, true);
      if (sent.length === 0) continue;
      sending.add(name);
      const barred = await press(line, each, false);
      expect([name, barred.sent]).toEqual([name, []]);
      expect([name, barred.said]).toEqual([name, [expect.stringMatching(SAID)]]);
    }
  },
  120_000,
);

test('among them is what signs in, registers, resets and sends codes', () => {
  expect([...sending]).toEqual(
    expect.arrayContaining([
      'sign-in password sign-in-password',
      'sign-in code send-code',
      'sign-in sub-account sign-in-sub',
      'register phone send-code',
      'bind-account new-email register',
      'forgot-password email send',
      'forgot-password phone send-voice',
    ]),
  );
});

test('it is said before anything is pressed, and stays the only thing said', async () => {
  const page = await openPage({ screen: 'forgot-password', cookies: false });
  expect(screen.getByRole('alert')).toHaveTextContent(SAID);
  act(() => page.running.model.set(({ values }) => ({ values: { ...values, phone: '+8613800138000' } })));
  await page.user.click(screen.getByRole('button', { name: /^(Get|Send) code/ }));
  await settle();
  expect(screen.getByRole('alert')).toHaveTextContent(SAID);
  expect(page.sent('send-verify-code')).toEqual([]);
  expect(page.running.model.get().timers).toEqual({});
});
