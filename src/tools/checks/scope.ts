/** What a checker is given, and the facts about a line that several checkers need. */

import type { Block, Condition, Flow, Link, NoticeState, QrState, Screen, ScreenForm } from '../../generated/config.ts';
import { isDictionary } from '../documents.ts';
import type { Path, Place } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { lostLink } from './blame.ts';
import { testsOf } from './conditions.ts';
import type { Fault } from './fault.ts';
import { suggestBeside } from './listed.ts';

export interface Scope {
  readonly line: ResolvedLine;
  /** Every line, for what must differ between them. */
  readonly all: Readonly<Record<string, ResolvedLine>>;
  /** Names of all lines, also of those that cannot be read. */
  readonly lines: readonly string[];
  /** Reports a fault at a value (or its property name) of one of the line's documents; `name`: one that others may tell of. */
  report(document: string, at: Path, message: string, fix: string, part?: 'value' | 'key', name?: string): void;
  /** Reports a fault at a place of a file; `name` as above. */
  reportAt(there: Place, message: string, fix: string, name?: string): void;
  /** Reports that something lacks: it may be there under a name that is written wrongly, so wrong names go first. */
  lack(document: string, at: Path, message: string, fix: string, part?: 'value' | 'key', name?: string): void;
  /** Reports a name that is not among the known ones. */
  unknown(
    document: string,
    at: Path,
    kind: string,
    name: string,
    known: Iterable<string>,
    part?: 'value' | 'key',
  ): void;
}

/** What to write for a flow value that is nowhere known, where an answer has a property of its name: its call has lost it. */
function unkept({ calls, api, origin }: ResolvedLine, kind: string, name: string): string | undefined {
  if (kind !== 'flow value') return undefined;
  const having = Object.entries(calls.calls ?? {}).filter(([id]) => {
    const properties = api[id]?.response?.properties;
    return isDictionary(properties) && Object.hasOwn(properties, name);
  });
  const [call] = having[0] ?? [];
  if (call === undefined || having.length > 1) return undefined;
  const { file, line } = origin('calls', ['calls', call], 'key') ?? {};
  return `add "${name}": true to "keeps" of call ${call} (${file}:${line}), or name another`;
}

/** Kind of a name: who lacks it is the line. */
const LINK = 'link of the line';

/** The screen whose address ends with a word that was taken for its name. */
const screenAt = ({ line }: ResolvedLine, word: string): string | undefined =>
  Object.entries(line.routes ?? {}).find(([, paths]) => paths?.some((path) => path.endsWith(`/${word}`)))?.[0];

/** A screen with an address and events, and without a file: that was deleted, or has another name. */
const isGone = ({ line, flow, screens }: ResolvedLine, id: string): boolean =>
  screens[id] === undefined && flow.screens?.[id] !== undefined && line.routes?.[id] !== undefined;

export function makeScope(
  line: ResolvedLine,
  all: Readonly<Record<string, ResolvedLine>>,
  faults: Fault[],
  lines: readonly string[] = Object.keys(all),
): Scope {
  const place = (document: string, at: Path, part: 'value' | 'key' = 'value'): Place =>
    (document === 'flow' ? line.origin(document, at, part) : line.documents[document]?.origin(at, part)) ?? {
      file: `lines/${line.name}/${document}.json`,
      line: 1,
      column: 1,
    };
  return {
    line,
    all,
    lines,
    report: (document, at, message, fix, part, name) => {
      faults.push({ ...place(document, at, part), message, fix, ...(name !== undefined && { name }) });
    },
    reportAt: (there, message, fix, name) => {
      faults.push({ ...there, message, fix, ...(name !== undefined && { name }) });
    },
    lack: (document, at, message, fix, part, name) => {
      faults.push({ ...place(document, at, part), message, fix, follows: true, ...(name !== undefined && { name }) });
    },
    unknown: (document, at, kind, name, known, part) => {
      const other = kind === 'screen' ? screenAt(line, name) : undefined;
      const fix =
        kind === 'screen' && isGone(line, name)
          ? `add lines/_base/screens/${name}.json, or delete what names it`
          : (unkept(line, kind, name) ??
            suggestBeside(
              line,
              document,
              at,
              name,
              known,
              other ? `write "${other}"` : `declare the ${kind} or name another`,
            ));
      const there = place(document, at, part);
      const lost = kind === LINK ? lostLink(line, all, there, name) : undefined;
      if (lost) faults.push({ ...lost, name: `${line.name} ${LINK} ${name}` });
      else faults.push({ ...there, message: `unknown ${kind} "${name}"`, fix, name });
    },
  };
}

/** Forms of a screen by name; none for kinds without forms. */
export const formsOf = (screen: Screen): readonly (readonly [string, ScreenForm])[] =>
  screen.kind === 'form' ? Object.entries(screen.forms ?? {}) : [];

/** A form's entries, each as an object. */
export const fieldsOf = (form: ScreenForm) =>
  (form.fields ?? []).map((entry) => (typeof entry === 'string' ? { field: entry } : entry));

const idsOf = once((screen: Screen): ReadonlySet<string> => {
  const ids = formsOf(screen).flatMap(([, form]) => fieldsOf(form).map((entry) => entry.field));
  return new Set([...ids, ...choiceFields(screen).map((entry) => entry.field)]);
});

/** Ids of all fields that any form of the screen may show. */
export const fieldIds = (screen: Screen | undefined): ReadonlySet<string> => (screen ? idsOf(screen) : new Set());

/** The fields that a condition reads. */
const fieldsRead = (condition: Condition | undefined): readonly string[] =>
  testsOf(condition).flatMap(({ field }) => field ?? []);

/** Whether a field's condition leads back to it, by way of the fields that it reads and theirs. */
export function dependsOnItself(id: string, entries: ReturnType<typeof fieldsOf>): boolean {
  const reached = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entry = entries.find((each) => each.field === next);
    for (const read of fieldsRead(entry && 'when' in entry ? entry.when : undefined)) {
      if (!reached.has(read)) open.push(read);
      reached.add(read);
    }
  }
  return reached.has(id);
}

/** The fields of a choice: the choice itself, then what completes it. */
export const choiceFields = (screen: Screen) =>
  screen.kind === 'choice' ? fieldsOf({ fields: [screen.field, ...(screen.fields ?? [])], event: screen.event }) : [];

/** The live checks of a form's entry, in order. */
export const checksOf = (entry: ReturnType<typeof fieldsOf>[number]) =>
  'check' in entry && entry.check !== undefined ? [entry.check].flat() : [];

/**
 * What brings flow values without a call: a row's event its record, a provider's button itself, a window or a frame what came
 * of it, another phone the one that was proven.
 */
export const BROUGHT: readonly string[] = [
  'row',
  'rowName',
  'provider',
  'way',
  'state',
  'refused',
  'receipt',
  'credential',
  'accessToken',
  'provenContact',
];

/** Names of flow values kept from answers, or brought by what is no call. */
export const keptValues = (line: ResolvedLine): Set<string> =>
  new Set([...BROUGHT, ...Object.values(line.calls.calls ?? {}).flatMap((call) => Object.keys(call.keeps ?? {}))]);

/** Names of flow values that anything on the line can set. */
export const flowValues = once((line: ResolvedLine): ReadonlySet<string> => {
  const names = keptValues(line);
  for (const [id, screen] of Object.entries(line.screens)) {
    for (const { link } of linksOf(id, screen)) for (const name of link.with ?? []) names.add(name);
  }
  for (const { event } of eventsOf(line)) {
    for (const outcome of event.outcomes ?? []) {
      for (const name of Object.keys(outcome.keeps ?? {})) names.add(name);
      if ('go' in outcome) for (const name of outcome.go.with ?? []) names.add(name);
    }
  }
  return names;
});

/** Flags that something sets: outcomes, errors, recorded states. */
export function flagNames(line: ResolvedLine): Set<string> {
  const names = new Set<string>();
  const add = (flags: object | undefined) => {
    for (const name of Object.keys(flags ?? {})) names.add(name);
  };
  for (const { event } of eventsOf(line)) for (const outcome of event.outcomes ?? []) add(outcome.set);
  for (const entry of Object.values(line.errors.codes ?? {})) add(entry.params);
  for (const screen of Object.values(line.screens))
    for (const state of Object.values(screen.states ?? {})) add(state.flags);
  return names;
}

export const eventsOf = once((line: ResolvedLine) =>
  Object.entries(line.flow.screens ?? {}).flatMap(([screen, events]) =>
    Object.entries(events ?? {}).map(([name, event]) => ({ screen, name, event })),
  ),
);

/** Where an event is written: at its screen, or among those that screens share. */
export function eventAt({ documents }: ResolvedLine, screen: string, name: string): Path {
  const { screens } = (documents.flow?.value ?? {}) as Partial<Flow>;
  const named = screens?.[screen]?.[name];
  return typeof named === 'string' ? ['events', named] : ['screens', screen, name];
}

/** Every list of blocks of a screen, with its path. */
export function blocksOf(screen: Screen): { at: Path; block: Block }[] {
  const lists: [Path, readonly Block[] | undefined][] = [];
  if (screen.kind === 'form') {
    lists.push([['before'], screen.before], [['after'], screen.after]);
    for (const [name, form] of formsOf(screen)) {
      lists.push(
        [['forms', name, 'before'], form.before],
        [['forms', name, 'blocks'], form.blocks],
        [['forms', name, 'after'], form.after],
      );
    }
  } else if (screen.kind !== 'choice') {
    for (const [name, state] of statesOf(screen)) {
      lists.push([['states', name, 'blocks'], state.blocks]);
      if ('after' in state) lists.push([['states', name, 'after'], state.after]);
    }
  }
  return lists.flatMap(([at, blocks]) => (blocks ?? []).map((block, index) => ({ at: [...at, index], block })));
}

/** A screen with states of its own looks. */
export type Noticed = Exclude<Screen, { readonly kind: 'form' | 'choice' }>;

/** The states of a notice, transit or QR screen. */
export const statesOf = (screen: Noticed): readonly [string, NoticeState | QrState][] =>
  Object.entries(screen.states ?? {});

/** Every link of a screen, with its document and path. */
export function linksOf(id: string, screen: Screen): { document: string; at: Path; link: Link }[] {
  return blocksOf(screen).flatMap(({ at, block }) =>
    block.block === 'links' || block.block === 'text'
      ? (block.links ?? []).map((link, index) => ({ document: `screens/${id}`, at: [...at, 'links', index], link }))
      : [],
  );
}

/** Buttons of a notice, transit or QR screen. */
export function buttonsOf(screen: Screen) {
  if (screen.kind === 'form' || screen.kind === 'choice') return [];
  return statesOf(screen).flatMap(([state, { actions }]) =>
    (actions ?? []).map((button, index) => ({ at: ['states', state, 'actions', index] as Path, button })),
  );
}

/** The screens that a page of a form goes on from, the nearest first. */
export function earlierScreens(line: ResolvedLine, id: string): readonly string[] {
  const found: string[] = [];
  for (let next: string | undefined = id; next !== undefined; ) {
    const screen: Screen | undefined = line.screens[next];
    next = screen?.kind === 'form' ? screen.follows : undefined;
    if (next === undefined || found.includes(next)) break;
    found.push(next);
  }
  return found;
}

interface Press {
  readonly at: Path;
  readonly event: string | undefined;
  readonly confirm: string | undefined;
  /** Whether it stands in a row of a list. */
  readonly inRow: boolean;
}

/** What a visitor presses: the buttons of a screen's states and the events of its rows, with what each asks first. */
export function pressesOf(screen: Screen): Press[] {
  const buttons = buttonsOf(screen).map(({ at, button: { event, confirm } }) => ({ at, event, confirm, inRow: false }));
  const rows = blocksOf(screen).flatMap(({ at, block }) =>
    (block.block === 'records' ? (block.rowEvents ?? []) : []).map((row, index) => ({
      at: [...at, 'rowEvents', index],
      event: typeof row === 'string' ? row : row.event,
      confirm: typeof row === 'string' ? undefined : row.confirm,
      inRow: true,
    })),
  );
  return [...buttons, ...rows];
}
