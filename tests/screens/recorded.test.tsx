/** @jest-environment ./tests/page-environment.cjs */
/**
 * Every recorded answer (tests/states) on every screen that makes the call: what is shown is the catalogue's sentence,
 * where errors.json says, with its links; on success the step is taken.
 */
import { calls as written } from '../../lines/_base/calls.json';
import { eventCalls } from '../../src/engine/event-calls.ts';
import '@testing-library/jest-dom';
import { readdirSync } from 'node:fs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { IntlMessageFormat } from 'intl-messageformat';
import { holds } from '../../src/engine/condition.ts';
import { matches, type Result } from '../../src/engine/flow.ts';
import type { Pack, Scalar } from '../../src/engine/pack.ts';
import { siteName } from '../../src/engine/redirect.ts';
import type { FlowEvent, Outcome } from '../../src/engine/whole.ts';
import type { ErrorEntry, Link } from '../../src/generated/config.ts';
import { factsOf, pathOf, shownFields, textsOf } from '../../src/screens/page.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { withProvider } from '../../src/tools/named-provider.ts';
import { compiledLines } from '../compiled-lines.ts';
import { chosen } from './chosen.ts';
import { comeFromBefore } from './come-from-before.ts';
import { type Answers, type OpenPage, ok, openPage, recorded } from './page.tsx';
import { showField } from './shows.ts';
import { typedInto } from './typed.ts';

/** Lines that between them show everything: one by phone, one by e-mail. */
const LINES = ['renderbus', 'foxrenderfarm'] as const;

type Kept = { readonly outside?: boolean; readonly for?: string };

/** Calls whose answers no screen shows, and why; those that others make, the data names. */
const UNSEEN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(written as Readonly<Record<string, Kept>>).flatMap(([id, call]) =>
      call.outside ? [[id, 'from outside']] : call.for ? [[id, call.for]] : [],
    ),
  ),
  'captcha-challenge': 'asked by the captcha dialog itself, not by an event',
  'client-events': 'a report of the page; nothing waits for its answer',
  'collect-data': 'a count of the page; nothing waits for its answer',
  'open-login': 'no line offers a provider without a call of its own; whole-way tests offer some',
};

interface Place {
  readonly line: string;
  readonly screen: string;
  /** The event that makes the call, or the field whose live check does. */
  readonly event?: string;
  readonly field?: string;
}

const calls = readdirSync('tests/states');
const namesOf = (call: string): string[] =>
  readdirSync(`tests/states/${call}`).map((file) => file.replace(/\.json$/, ''));
const codeOf = (name: string): string => name.replace(/--.*$/, '');

let lines: Readonly<Record<string, CompiledLine>>;
beforeAll(async () => {
  lines = await compiledLines();
}, 120_000);

const packOf = ({ line, screen: id }: Pick<Place, 'line' | 'screen'>, language: string): Pack =>
  lines[line]?.languages[language]?.screens[id]?.pack as Pack;

/** Where a line makes a call: once on each screen, by an event or by a field's live check. */
function placesOf(call: string, line: string): Place[] {
  const screens = Object.values(lines[line]?.languages.en?.screens ?? {});
  return screens.flatMap(({ pack }): Place[] => {
    const event = Object.entries(pack.events).find(([, each]) => eventCalls(each).includes(call))?.[0];
    if (event !== undefined) return [{ line, screen: pack.id, event }];
    const checked = Object.values(pack.forms).flatMap(({ fields }) => fields);
    return [
      ...new Set(checked.filter(({ checks }) => checks?.some((each) => each.call === call)).map(({ id }) => id)),
    ].map((field) => ({ line, screen: pack.id, field }));
  });
}

/** The call's places on the first line that makes it. */
function allPlaces(call: string): Place[] {
  for (const line of LINES) {
    const places = placesOf(call, line);
    if (places.length > 0) return places;
  }
  return [];
}

/** The form in which an event happens: the one that sends it, else the one whose fields it looks at. */
function formOf({ pack, event, field }: { pack: Pack; event?: string; field?: string }): string | undefined {
  const has = (form: string, id: string): boolean => pack.forms[form]?.fields.some((each) => each.id === id) ?? false;
  const forms = Object.keys(pack.forms);
  if (field !== undefined) return forms.find((form) => has(form, field));
  const sent = pack.screen.kind === 'form' ? Object.entries(pack.screen.forms) : [];
  const wanted = pack.events[event ?? '']?.validates ?? [];
  return (
    sent.find(([, form]) => form.event === event)?.[0] ??
    (wanted.length === 0 ? undefined : forms.find((form) => wanted.every((id) => has(form, id))))
  );
}

function fill(page: OpenPage, place: Place, call: string): void {
  const { model } = page.running;
  const { pack, flow } = model.get();
  const values = typedInto(pack);
  const form = formOf({ pack, ...place });
  const held = { values: { ...model.get().values, ...values }, flow: { ...flow, ...chosen(pack, place.event, call) } };
  act(() => model.set({ ...held, ...(form === undefined ? {} : { form }) }));
  if (place.field !== undefined) showField(page, place.field);
}

/** The answers of the other calls of the screen: all is well there. */
function others(pack: Pack, call: string): Answers {
  const path = pack.calls[call]?.path;
  const rest = Object.entries(pack.calls).filter(([id, each]) => id !== call && each.path !== path);
  return Object.fromEntries(
    rest.map(([id]) => [id, calls.includes(id) && namesOf(id).includes('ok') ? recorded(id, 'ok') : ok()]),
  );
}

async function open(place: Place, call: string, answer: Result, language: string): Promise<OpenPage> {
  const pack = packOf(place, language);
  const page = await openPage({
    ...place,
    language,
    answers: { ...others(pack, call), [call]: answer },
    preview: true,
  });
  comeFromBefore(page);
  fill(page, place, call);
  return page;
}

/** Makes the call as the visitor does: the event runs until it ends or asks for something; a field is left. */
async function happen(page: OpenPage, { event, field }: Place): Promise<void> {
  const { running, container } = page;
  if (field !== undefined) {
    const input = container.querySelector(`[name="${field}"]`) as HTMLInputElement;
    act(() => {
      fireEvent.focus(input);
      fireEvent.blur(input);
    });
    await act(async () => page.world.clock.pass(60_000));
    await waitFor(() => {
      const { checks, captcha } = running.model.get();
      expect(checks[field] === 'checking' && captcha === undefined).toBe(false);
    });
    return;
  }
  await act(async () => {
    const asked = new Promise<void>((resolve) => {
      running.model.subscribe(() => running.model.get().captcha !== undefined && resolve());
    });
    await Promise.race([runEvent(running, event as string), asked]);
  });
}

const squeeze = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** A sentence of the catalog as it reads on the page, straight from the data and not through our own engine. */
function sentence(page: OpenPage, line: string, language: string, key: string, params: Record<string, Scalar>): string {
  const { shell } = page.running;
  const server = lines[line]?.server as CompiledLine['server'];
  const message = server.messages[language]?.[key];
  if (message === undefined) throw new Error(`The catalog has no ${key}.`);
  const values: Record<string, unknown> = {
    ...shell.line.limits,
    ...shell.line.coupons,
    currency: shell.line.currency,
    brand: server.messages[language]?.['line.brand'],
    otherSite: siteName(shell.line.otherZone?.url),
    when: String(shell.messages['frame.later']),
    // Named by answers to a third-party sign-in alone.
    provider: '',
    offered: '',
    ...params,
  };
  for (const [, tag] of message.matchAll(/<([a-z]+)>/g)) {
    values[tag as string] = (chunks: readonly unknown[]) => chunks.join('');
  }
  const named = withProvider(message, server.messages[language], values.provider);
  return squeeze([new IntlMessageFormat(named, language).format(values as never)].flat().join(''));
}

interface Expected {
  readonly entry: ErrorEntry;
  /** Field that the sentence stands at. */
  readonly field: string | undefined;
  readonly words: string;
  readonly links: readonly Link[];
}

/** How a wait is said: in hours where it is long; nothing of it where the answer says none. */
function when(language: string, seconds: unknown): { when?: string } {
  if (typeof seconds !== 'number') return {};
  const format = new Intl.RelativeTimeFormat(language);
  const hours = format.format(Math.ceil(seconds / 3600), 'hour');
  return { when: seconds >= 7200 ? hours : format.format(Math.ceil(seconds / 60), 'minute') };
}

/** The page's field that a call took a value of its body from, by the value's wire name. */
function fieldSent(page: OpenPage, place: Place, call: string, name: unknown): string | undefined {
  const { calls: all, events } = page.running.model.get().pack;
  const value = { ...all[call]?.body, ...events[place.event ?? '']?.with }[String(name)];
  return value !== undefined && 'field' in value ? value.field : undefined;
}

/** What the catalogue says about a failure on this screen. */
function expected(
  page: OpenPage,
  place: Place,
  call: string,
  language: string,
  answer: Result & { kind: 'answer' },
): Expected {
  const { running } = page;
  const { line } = place;
  const { limits } = running.shell.line;
  const server = lines[line]?.server as CompiledLine['server'];
  const code = String(answer.code);
  const entry = server.errors[code];
  if (entry === undefined) throw new Error(`errors.json has no ${code}.`);
  const shown = shownFields(running, running.model.get()).map(({ id }) => id);
  const places = entry.named ? fieldSent(page, place, call, answer.data.field) : entry.field;
  const present = [places ?? []].flat().find((each) => shown.includes(each));
  const precise = `errors.${code}.${present}`;
  const { has, text } = textsOf(running, running.model.get().pack);
  const { keyword } = answer.data;
  // In the field's own words, which are the page's.
  const own = [`fields.${present}.errors.${keyword}`, `fields.errors.${keyword}`].find((each) => has(each));
  // On the pages of an account a sentence may say more than to a stranger.
  const { screen: view } = running.model.get().pack;
  const keys = [...('account' in view && view.account ? [`errors.${code}.own`] : []), precise];
  const key = keys.find((each) => server.messages[language]?.[each] !== undefined) ?? `errors.${code}`;
  const scalars = Object.entries(answer.data).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  const params = { ...entry.params, ...Object.fromEntries(scalars) } as Record<string, Scalar>;
  const limit = running.shell.timers[entry.timer ?? '']?.limit;
  const seconds = limit === undefined ? {} : { seconds: limits[limit as keyof typeof limits] ?? 0 };
  // The page knows of its line's offers what it asks for by itself.
  const offer = (name: string): unknown => server.line.offers[name as keyof typeof server.line.offers];
  const facts = { ...factsOf(running, running.model.get()), offer };
  const flag = (name: string): unknown => params[name] ?? facts.flag(name);
  const { forms } = running.model.get().pack;
  const reachable = ({ screen: to, form }: Link): boolean =>
    (to === undefined || pathOf(running.shell, to) !== undefined) && (form === undefined || forms[form] !== undefined);
  return {
    entry,
    field: entry.shows === 'field' ? present : undefined,
    words:
      entry.named && own !== undefined
        ? text(own)
        : sentence(page, line, language, key, {
            ...params,
            ...seconds,
            ...when(language, params.seconds),
            requestId: answer.requestId,
          }),
    links: (entry.links ?? []).filter((each) => holds(each.when, { ...facts, flag }) && reachable(each)),
  };
}

/** The links stand within `around`, and lead where the data says. */
function expectLinks(
  page: OpenPage,
  line: string,
  language: string,
  around: HTMLElement,
  links: readonly Link[],
): void {
  const { shell } = page.running;
  for (const link of links) {
    const name = sentence(page, line, language, `errors.links.${link.id}`, {});
    const found = within(around).getByRole(link.event !== undefined || link.form !== undefined ? 'button' : 'link', {
      name,
    });
    const address =
      link.screen !== undefined
        ? pathOf(shell, link.screen)
        : link.otherZone
          ? shell.line.otherZone?.url
          : shell.line.links[link.url ?? ''];
    if (address !== undefined) expect(found).toHaveAttribute('href', address);
  }
}

function expectShown(page: OpenPage, line: string, language: string, { entry, field, words, links }: Expected): void {
  const { container } = page;
  if (field !== undefined) {
    const control = container.querySelector(`[name="${field}"], #root_${field}`) as HTMLElement;
    expect(control).toBeInvalid();
    // A group of choices is described as a whole.
    const described = container.querySelector(`#field_${field}__group`) ?? control;
    expect(described).toHaveAccessibleDescription(expect.stringContaining(words));
    expectLinks(page, line, language, container, links);
    return;
  }
  const place =
    entry.shows === 'dialog'
      ? screen.getByRole('dialog')
      : entry.shows === 'page'
        ? screen.getByRole('main')
        : screen.getAllByRole('alert').find((each) => squeeze(each.textContent).includes(words));
  expect(squeeze((place ?? container).textContent)).toContain(words);
  expect(place).toBeDefined();
  expectLinks(page, line, language, place as HTMLElement, links);
}

/** Whether a step was taken. */
function isTaken(page: OpenPage, place: Place, outcome: Outcome): boolean {
  const { world, running, sent } = page;
  const { shell, model } = running;
  if ('go' in outcome) return world.location.path() === pathOf(shell, outcome.go.screen);
  if ('leave' in outcome)
    return world.location.left.length > 0 || world.location.path() !== pathOf(shell, place.screen);
  if ('state' in outcome) return model.get().state === outcome.state;
  if ('then' in outcome) {
    const next = packOf(place, shell.language).events[outcome.then];
    const made = next === undefined ? [] : eventCalls(next);
    return made.length === 0 || made.some((call) => sent(call).length > 0);
  }
  return world.location.path() === pathOf(shell, place.screen) && model.get().pending === undefined;
}

const fits = ({ on }: Outcome, code: string): boolean =>
  (typeof on === 'string' ? [on] : on).some((each) => each === (code === '200' ? 'ok' : code) || each === 'otherwise');

/** The outcomes that may follow an answer: conditions on what the visit holds are left to the page. */
function mayFollow(event: FlowEvent, answer: Result & { kind: 'answer' }) {
  const fitting = event.outcomes.filter((each) => fits(each, String(answer.code)) && matches(each.where, answer.data));
  const sure = fitting.findIndex((each) => each.if === undefined);
  return fitting.slice(0, sure === -1 ? fitting.length : sure + 1);
}

async function checkPlace(place: Place, call: string, name: string, language: string): Promise<void> {
  const answer = recorded(call, name) as Result & { kind: 'answer' };
  const page = await open(place, call, answer, language);
  const { running } = page;
  const said = answer.code === 200 ? undefined : expected(page, place, call, language, answer);
  await happen(page, place);
  const [request] = page.sent(call);
  expect(request).toBeDefined();
  if (said?.entry.asks === 'captcha' && running.model.get().pack.events[place.event ?? '']?.quiet !== true) {
    expect(await screen.findByRole('dialog')).toBeVisible();
  } else if (place.field !== undefined) {
    // A live check speaks only about the value of its own field; of anything else the field says that it is told later.
    if (said?.field === place.field) expectShown(page, place.line, language, said);
    else {
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      const later = page.running.model.get().pack.messages['widgets.check.later'] as string;
      if (said === undefined) expect(page.container).not.toHaveTextContent(later);
      else expect(page.container).toHaveTextContent(later);
    }
  } else {
    const event = packOf(place, language).events[place.event as string] as FlowEvent;
    const follow = mayFollow(event, answer);
    const to = said?.entry.go;
    if (to !== undefined) {
      expect(page.world.location.path()).toBe(pathOf(running.shell, to));
      page.unmount();
      page.container.remove();
      return;
    }
    expect(follow.map((outcome) => isTaken(page, place, outcome))).toContain(true);
    const stays = follow.every((outcome) => 'stay' in outcome);
    if (stays && said !== undefined && !event.quiet) expectShown(page, place.line, language, said);
    else if (stays) expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  }
  // Whatever happens, no visitor reads a code.
  if (said !== undefined && /[.]/.test(codeOf(name))) expect(page.container).not.toHaveTextContent(codeOf(name));
  page.unmount();
  page.container.remove();
}

test('every call with recorded answers is made by a screen, or has a reason not to be', () => {
  const unseen = calls.filter((call) => allPlaces(call).length === 0);
  expect(unseen.sort()).toEqual(Object.keys(UNSEEN).sort());
});

describe.each(calls.filter((call) => UNSEEN[call] === undefined))('%s', (call) => {
  const cases = namesOf(call).flatMap((name) => ['en', 'zh'].map((language) => [name, language] as const));
  test.each(cases)('%s in %s', async (name, language) => {
    for (const place of allPlaces(call)) {
      try {
        await checkPlace(place, call, name, language);
      } catch (error) {
        const { screen: id, event, field } = place;
        throw new Error(`${place.line}, ${id}, ${event ?? `field ${field}`}: ${(error as Error).message}`);
      }
    }
  });
});

/** Codes of the catalogue that no call of ours has answered, and why. A recorded answer takes its code off this list. */
const UNANSWERED: readonly (readonly [reason: string, codes: RegExp])[] = [
  ['only the service’s older back ends answer with these numbers', /^(6|8|9)\d\d$/],
  ['the appeal of an account has no screen here', /^Appeal\./],
  ['nothing is uploaded here', /^File\.Out\.Of\.Size$/],
  ['the line is the server’s own choice, never the visitor’s', /^Product\.Line\.Not\.Exist$/],
  ['our calls carry a constant for a signature', /^Signature\./],
  ['our calls answer InvalidParameter or EmptyParameter', /^Please\.Input\.Valid\.Value$/],
  ['our calls answer Validate.frequently or Code.Error.More', /^Code\.(Still\.Valid|Overdue)$/],
  ['our calls answer Account.Phone.Existed or InvalidParameter', /^Phone\.Not\.Same$/],
  ['a fault of the server itself, which no healthy server can be made to record', /^InternalError$/],
  ['an outage under every call, which no healthy server can be made to record', /^ServiceUnavailable$/],
];

test('every code of the catalogue was recorded, or has a reason not to be', () => {
  const recordedCodes = new Set(calls.flatMap(namesOf).map(codeOf));
  const missing = Object.keys(lines.renderbus?.server.errors ?? {}).filter((code) => !recordedCodes.has(code));
  expect(missing.filter((code) => !UNANSWERED.some(([, codes]) => codes.test(code)))).toEqual([]);
});
