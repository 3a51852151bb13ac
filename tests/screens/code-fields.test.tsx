/** @jest-environment ./tests/page-environment.cjs */
/**
 * Every field of every line that sends a code: the countdown, the word that it was sent and the offer to call belong to
 * whom the code went to.
 */
import { readFileSync } from 'node:fs';
import { eventCalls } from '../../src/engine/event-calls.ts';
import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import type { FormField, Pack } from '../../src/engine/pack.ts';
import { actionContext } from '../../src/screens/action-context.ts';
import { paramsOf, textsOf } from '../../src/screens/page.ts';
import type { PageState } from '../../src/screens/page-model.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, ok, openPage, type PageOptions } from './page.tsx';
import { typedInto } from './typed.ts';

interface Place {
  readonly line: string;
  readonly pack: Pack;
  readonly form: string;
  readonly field: FormField;
}

/** By whom it goes to: two of a kind, and one who is not called. */
const PHONES = ['+8613800138000', '+8613800138001', '+447911123456'] as const;
const TARGETS: Readonly<Record<string, readonly [string, string, string]>> = {
  phone: PHONES,
  email: ['mei.lin@example.com', 'mei.lim@example.com', 'wei@example.com'],
  contact: ['+86****8000', '+86****8001', '+44****3456'],
};

const declared = JSON.parse(readFileSync('lines/_base/calls.json', 'utf8')) as {
  readonly calls: Readonly<Record<string, { readonly fails?: readonly string[] }>>;
};
const errors = JSON.parse(readFileSync('lines/_base/errors.json', 'utf8')) as {
  readonly codes: Readonly<Record<string, { readonly shows: string; readonly spends?: boolean }>>;
};
let places: readonly Place[];
beforeAll(async () => {
  places = Object.entries(await compiledLines()).flatMap(([line, { languages }]) =>
    Object.values(languages.en?.screens ?? {}).flatMap(({ pack }) =>
      Object.entries(pack.forms).flatMap(([form, { fields }]) =>
        fields.filter(({ field }) => field.send !== undefined).map((field) => ({ line, pack, form, field })),
      ),
    ),
  );
}, 120_000);

const nameOf = ({ line, pack, form, field }: Place): string => `${line} ${pack.id} ${form} ${field.id}`;

/** The calls that an event may make, whatever it leads to. */
function callsOf(pack: Pack, event: string, seen = new Set<string>()): string[] {
  if (seen.has(event)) return [];
  seen.add(event);
  const found = pack.events[event] ?? { outcomes: [] };
  const next = found.outcomes.flatMap((each) => ('then' in each ? callsOf(pack, each.then, seen) : []));
  return [...eventCalls(found), ...next];
}

/** Whether the target is typed into a field of the form, or known along the flow. */
const isTyped = ({ pack, form, field }: Place): boolean =>
  pack.forms[form]?.fields.some(({ id }) => id === field.field.send?.to) ?? false;

async function open(place: Place, options: Partial<PageOptions> = {}): Promise<OpenPage> {
  const { pack, field } = place;
  const { send } = field.field;
  const calls = [send?.event, send?.voiceEvent].flatMap((each) => (each === undefined ? [] : callsOf(pack, each)));
  const answer = (): Result => ok(isTyped(place) ? {} : { contact: present, contactKind: 'phone' });
  const page = await openPage({
    line: place.line,
    screen: pack.id,
    // Somebody whom a provider brought, on the screens that are theirs.
    stored: { clientRSThirdToken: 'token' },
    answers: { 'query-user': ok({ accountType: 1 }), ...Object.fromEntries(calls.map((each) => [each, answer])) },
    ...options,
  });
  act(() => page.running.model.set({ form: place.form }));
  return page;
}

let present = '';
function aim(page: OpenPage, place: Place, target: string): void {
  const to = place.field.field.send?.to ?? '';
  present = target;
  act(() =>
    page.running.model.set(({ values, flow }: PageState) =>
      isTyped(place) ? { values: { ...values, [to]: target } } : { flow: { ...flow, [to]: target } },
    ),
  );
}

const words = ({ running }: OpenPage, key: string): string => {
  const state = running.model.get();
  return textsOf(running, state.pack).text(key, paramsOf(running, state));
};

/** What the field says of the one its code goes to now. */
function said(page: OpenPage, { field }: Place) {
  const input = page.container.querySelector(`[name="${field.id}"]`) as HTMLElement;
  const around = within(input.closest('.field') as HTMLElement);
  const [button] = around.getAllByRole('button');
  return {
    button: button as HTMLButtonElement,
    label: button?.textContent,
    sent: around.queryByText(words(page, 'widgets.code.sent')) !== null,
    voice: around.queryByRole('button', { name: words(page, 'widgets.code.voice') }) !== null,
  };
}

const counting = (seconds: number): unknown => expect.stringMatching(new RegExp(`\\b${seconds}\\b`));

test('there are such fields on every line', () => {
  expect(new Set(places.map(({ line }) => line)).size).toBe(7);
  expect([...new Set(places.map(({ field }) => field.field.send?.to))].sort()).toEqual(['contact', 'email', 'phone']);
});

const fresh = { sent: false, voice: false };

async function checkPlace(place: Place): Promise<void> {
  const [one, other, abroad] = TARGETS[place.field.field.send?.to ?? ''] as (typeof TARGETS)[string];
  const voice = place.field.field.send?.voiceEvent !== undefined;
  let page = await open(place);
  const send = words(page, 'widgets.code.send');
  const again = words(page, 'widgets.code.again');
  aim(page, place, one);
  expect(said(page, place)).toMatchObject({ label: send, ...fresh });
  await page.user.click(said(page, place).button);
  expect(said(page, place)).toMatchObject({ label: counting(60), sent: true, voice });

  // Corrected: nothing of the old one, and a code at once.
  aim(page, place, other);
  expect(said(page, place)).toMatchObject({ label: send, ...fresh });
  expect(said(page, place).button).toBeEnabled();
  page.pass(10_000);
  await page.user.click(said(page, place).button);
  expect(said(page, place)).toMatchObject({ label: counting(60), sent: true, voice });
  aim(page, place, one);
  expect(said(page, place)).toMatchObject({ label: counting(50), voice });
  expect(said(page, place).button).toBeDisabled();

  // Who is not called is offered no call, before and after a code.
  aim(page, place, abroad);
  expect(said(page, place)).toMatchObject({ label: send, ...fresh });

  // Reloaded, and once the countdown has ended.
  aim(page, place, one);
  page.unmount();
  page.container.remove();
  page = await open(place, { world: page.world });
  aim(page, place, one);
  page.pass(1000);
  expect(said(page, place)).toMatchObject({ label: counting(49), voice });
  page.pass(60_000);
  expect(said(page, place)).toMatchObject({ label: again, sent: false, voice });
  expect(page.world.store.read('isCounting')).toBeUndefined();
  expect(JSON.stringify(page.world.store.kept('timers'))).not.toMatch(/8000|8001|3456|mei/);
  page.unmount();
  page.container.remove();
  page = await open(place, { world: page.world });
  aim(page, place, one);
  page.pass(1000);
  expect(said(page, place)).toMatchObject({ label: again, sent: false, voice });
  aim(page, place, abroad);
  expect(said(page, place)).toMatchObject({ label: send, ...fresh });
  page.unmount();
  page.container.remove();
}

/** Checks every code field of every line, and tells of all that fail. */
async function everywhere(check: (place: Place) => Promise<void>): Promise<void> {
  const wrong: string[] = [];
  for (const place of places) {
    try {
      await check(place);
    } catch (error) {
      wrong.push(`${nameOf(place)}: ${String(error).slice(0, 600)}`);
      document.body.replaceChildren();
    }
  }
  expect(wrong).toEqual([]);
}

test('say it of whom the code went to, on every screen of every line', () => everywhere(checkPlace), 300_000);

/** Codes whose errors say `spends`. */
const SPENDING = ['Code.Error.More', 'Code.Overdue', 'Contact.Overtaken'];

/** A code that was guessed wrong too often, or overtaken by another tab's: nothing is said of it any more; the next one comes when the service sends it. */
async function checkSpent(place: Place, code: string): Promise<void> {
  const { pack, form, field } = place;
  const [one, other] = TARGETS[field.field.send?.to ?? ''] as (typeof TARGETS)[string];
  const { event } = (pack.screen.kind === 'form' ? pack.screen.forms[form] : undefined) ?? { event: '' };
  const judged = callsOf(pack, event);
  if (!judged.some((call) => declared.calls[call]?.fails?.includes(code))) return;
  const spent: Result = { kind: 'answer', code, data: {}, requestId: 'r-1' };
  const judging = Object.fromEntries(judged.map((call) => [call, spent]));
  const sending = callsOf(pack, field.field.send?.event ?? '');
  const answers = {
    'query-user': ok({ accountType: 1 }),
    ...judging,
    ...Object.fromEntries(sending.map((call) => [call, () => ok(isTyped(place) ? {} : { contact: present })])),
  };
  let page = await open(place, { answers });
  aim(page, place, one);
  await page.user.click(said(page, place).button);
  page.pass(1000);
  expect(said(page, place)).toMatchObject({ label: counting(59), sent: true });
  act(() =>
    page.running.model.set(({ values }) => ({ values: { ...typedInto(pack), ...values, [field.id]: '123456' } })),
  );
  await act(async () => runEvent(page.running, event));
  const input = page.container.querySelector(`[name="${field.id}"]`);
  if (errors.codes[code]?.shows === 'field') expect(input).toHaveAttribute('aria-invalid', 'true');
  expect(input).toHaveValue('');
  // The service sends one a minute, whatever became of the last.
  expect(said(page, place)).toMatchObject({ label: counting(59), sent: false });
  expect(said(page, place).button).toBeDisabled();
  aim(page, place, other);
  expect(said(page, place)).toMatchObject({ label: words(page, 'widgets.code.send'), ...fresh });
  aim(page, place, one);
  expect(said(page, place)).toMatchObject({ label: counting(59), sent: false });
  page.unmount();
  page.container.remove();
  page = await open(place, { world: page.world, answers });
  aim(page, place, one);
  page.pass(1000);
  expect(said(page, place)).toMatchObject({ label: counting(58), sent: false });
  page.pass(60_000);
  expect(said(page, place)).toMatchObject({ label: words(page, 'widgets.code.again'), sent: false });
  await page.user.click(said(page, place).button);
  expect(said(page, place)).toMatchObject({ label: counting(60), sent: true });
  expect(JSON.stringify(page.world.store.kept('timers'))).not.toMatch(/8000|8001|3456|mei/);
  page.unmount();
  page.container.remove();
}

test.each(SPENDING)(
  'a code spent by %s is not on its way any more, on every screen of every line',
  (code) => everywhere((place) => checkSpent(place, code)),
  300_000,
);

test('these are the errors that spend a code', () => {
  const spending = Object.entries(errors.codes).flatMap(([code, entry]) => (entry.spends ? code : []));
  expect(spending.sort()).toEqual([...SPENDING].sort());
});

test('a phone corrected while its code is sent: the countdown is the one that it was sent to', async () => {
  let answer: (result: Result) => void = () => {};
  const page = await openPage({
    screen: 'register',
    answers: { 'send-verify-code': () => new Promise((resolve) => (answer = resolve)) },
  });
  const [place] = places.filter(({ line, pack }) => line === 'renderbus' && pack.id === 'register');
  aim(page, place as Place, PHONES[0]);
  await page.user.click(said(page, place as Place).button);
  await waitFor(() => expect(page.sent('send-verify-code')).toHaveLength(1));
  aim(page, place as Place, PHONES[1]);
  await act(async () => answer(ok()));
  expect(said(page, place as Place)).toMatchObject({ label: words(page, 'widgets.code.send'), ...fresh });
  aim(page, place as Place, PHONES[0]);
  expect(said(page, place as Place)).toMatchObject({ label: counting(60) });
});

/** Seconds that the clock is corrected by: a day. */
const CORRECTED = -86_400;

/** What a visitor waits is never more than the countdown, whatever the device says the time is. */
async function checkCorrected(place: Place): Promise<void> {
  const [one] = TARGETS[place.field.field.send?.to ?? ''] as (typeof TARGETS)[string];
  let page = await open(place);
  aim(page, place, one);
  await page.user.click(said(page, place).button);
  page.pass(10_000);
  page.world.clock.set(CORRECTED * 1000);
  page.pass(1000);
  expect(said(page, place)).toMatchObject({ label: counting(49) });
  page.pass(10_000);
  expect(said(page, place)).toMatchObject({ label: counting(39) });
  page.unmount();
  page.container.remove();
  // Put back while no page looked.
  page.world.clock.set(CORRECTED * 1000);
  page = await open(place, { world: page.world });
  aim(page, place, one);
  page.pass(1000);
  expect(said(page, place)).toMatchObject({ label: counting(59) });
  page.pass(59_000);
  expect(said(page, place)).toMatchObject({ label: words(page, 'widgets.code.again') });
  expect(said(page, place).button).toBeEnabled();
  page.unmount();
  page.container.remove();
}

test('a clock put back holds nobody up, on every screen of every line', async () => {
  for (const place of places) {
    try {
      await checkCorrected(place);
    } catch (error) {
      throw new Error(`${nameOf(place)}: ${(error as Error).message}`);
    }
  }
}, 240_000);

test('the mark of a countdown stays as long as the last one runs', async () => {
  const page = await openPage({ screen: 'register' });
  const { world, model } = page.running;
  const start = (phone: string): void =>
    act(() => {
      model.set(({ values }) => ({ values: { ...values, phone } }));
      actionContext(page.running).startTimer('resend', world.clock.now() + 60_000);
    });
  start(PHONES[0]);
  page.pass(30_000);
  start(PHONES[1]);
  const end = String(world.clock.now() + 60_000);
  page.pass(40_000);
  expect(world.store.read('isCounting')).toBe(end);
  page.pass(21_000);
  expect(world.store.read('isCounting')).toBeUndefined();
  expect(screen.getByRole('button', { name: words(page, 'widgets.code.again') })).toBeEnabled();
});

/** Pressed with nobody entered: the field that lacks it says so and has the cursor, and nothing is sent. */
async function checkMissing(place: Place): Promise<void> {
  const { pack, field } = place;
  const to = field.field.send?.to ?? '';
  if (!isTyped(place)) return;
  const page = await open(place);
  aim(page, place, '');
  await page.user.click(said(page, place).button);
  const target = page.container.querySelector(`[name="${to}"]`);
  expect(target).toHaveAttribute('aria-invalid', 'true');
  expect(target).toHaveAccessibleDescription(expect.stringContaining(words(page, `fields.${to}.errors.required`)));
  expect(target).toHaveFocus();
  expect(said(page, place)).toMatchObject({ label: words(page, 'widgets.code.send'), ...fresh });
  for (const call of callsOf(pack, field.field.send?.event ?? '')) expect(page.sent(call)).toEqual([]);
  page.unmount();
  page.container.remove();
}

test('ask for whom it goes to where nobody was entered', () => everywhere(checkMissing), 300_000);
