/** Names of things that a line's data uses, kind by kind: what `unused.ts` holds what is declared against. */
import { propertyOf } from '../../engine/flow-fields.ts';
import type { Enums, Field } from '../../generated/config.ts';
import { isDictionary } from '../documents.ts';
import { callsOfEvent } from '../event-calls.ts';
import type { Sources } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { mayHold } from './conditions.ts';
import { wantedKeys } from './message-keys.ts';
import { parseMessage } from './parse-message.ts';
import { blocksOf, checksOf, choiceFields, eventsOf, fieldIds, fieldsOf, formsOf } from './scope.ts';

type Visit = (name: string, value: unknown, holder: Readonly<Record<string, unknown>>) => void;

/** Visits every property of some data, wherever it stands. */
function walk(data: unknown, visit: Visit): void {
  if (Array.isArray(data)) for (const each of data) walk(each, visit);
  else if (isDictionary(data)) {
    for (const [name, value] of Object.entries(data)) {
      visit(name, value, data);
      walk(value, visit);
    }
  }
}

/** What properties hold, text by text, in a piece of data: lines share most of theirs. */
const heldIn = once((data: object): ReadonlyMap<string, readonly string[]> => {
  const held = new Map<string, string[]>();
  walk(data, (name, value) => {
    const texts = [value].flat().filter((each) => typeof each === 'string');
    if (texts.length === 0) return;
    const before = held.get(name);
    if (before) before.push(...texts);
    else held.set(name, texts);
  });
  return held;
});

/** What a line's data says, but for what it declares: every place where one thing names another. */
const naming = once(({ flow, screens, calls, errors, fields, stored }: ResolvedLine): readonly object[] =>
  [flow.screens, ...Object.values(screens), calls, errors, ...Object.values(fields), stored].filter(
    (each) => typeof each === 'object' && each !== null,
  ),
);

/** Texts that properties of these names hold, by themselves or in lists. */
const heldBy = (line: ResolvedLine, ...properties: readonly string[]): string[] =>
  naming(line).flatMap((data) => properties.flatMap((property) => heldIn(data).get(property) ?? []));

/** Placeholders and rich tags of the texts that the line shows. */
const said = once((line: ResolvedLine) => {
  const catalogs = Object.values(line.messages);
  const parsed = [...wantedKeys(line).keys()].flatMap((key) =>
    catalogs.flatMap((catalog) => (typeof catalog[key] === 'string' ? parseMessage(catalog[key]) : [])),
  );
  return {
    params: parsed.flatMap(({ params }) => [...params]),
    tags: parsed.flatMap(({ tags }) => [...tags]),
  };
});

export const usedFields = (line: ResolvedLine): string[] => {
  const shown = Object.values(line.screens).flatMap((screen) => [...fieldIds(screen)]);
  const rules = Object.values(line.api).flatMap((shape) => heldIn(shape).get('$ref') ?? []);
  return [...shown, ...rules.map((rule) => rule.replace(/^field:/, ''))];
};

/** Live checks of fields. */
const checks = (line: ResolvedLine) =>
  Object.values(line.screens).flatMap((screen) =>
    formsOf(screen).flatMap(([, form]) => fieldsOf(form).flatMap((entry) => [...checksOf(entry)])),
  );

export const usedCalls = (line: ResolvedLine): string[] => [
  ...eventsOf(line).flatMap(({ event }) => callsOfEvent(line, event)),
  ...checks(line).map(({ call }) => call),
];

export const countedSteps = (line: ResolvedLine): string[] => [
  ...Object.values(line.screens).flatMap(({ funnel }) => funnel ?? []),
  ...eventsOf(line).flatMap(({ event }) => event.funnel ?? []),
];

export const usedHeaderSets = (line: ResolvedLine): string[] => [
  ...Object.values(line.calls.calls ?? {}).flatMap(({ headers = [] }) => headers),
  ...eventsOf(line).flatMap(({ event }) => event.headers ?? []),
];

/** Names of an enumeration that a field may hold. */
const allowed = (enums: Enums, { rule }: Field, name: string): string[] => {
  const names = ((rule.items ?? rule) as { readonly enum?: readonly unknown[] }).enum;
  return (names ?? Object.keys(enums[name] ?? {})).map(String);
};

/** Objects of a piece of data that name an enumeration. */
const namedIn = once((data: object) => {
  const found: { readonly enum: string; readonly is: unknown; readonly field: unknown }[] = [];
  walk(data, (property, name, { is, field }) => {
    if (property === 'enum' && typeof name === 'string') found.push({ enum: name, is, field });
  });
  return found;
});

/** Values of enumerations, as `<enumeration>.<name>`. */
export const usedEnumValues = once((line: ResolvedLine): readonly string[] => {
  const { enums, fields, providers } = line;
  const used: string[] = [];
  const use = (name: string, values: readonly unknown[]) => used.push(...values.map((value) => `${name}.${value}`));
  for (const { enum: name, is, field } of naming(line).flatMap(namedIn)) {
    const chosen = typeof field === 'string' ? fields[field] : undefined;
    if (is !== undefined) use(name, [is]);
    else if (chosen !== undefined) use(name, allowed(enums, chosen, name));
  }
  for (const field of Object.values(fields)) {
    if (field.options !== undefined) use(field.options.enum, allowed(enums, field, field.options.enum));
  }
  for (const { type, loginType, linkedLoginType } of Object.values(providers)) {
    use('thirdPartyType', [type]);
    use('loginType', [loginType, linkedLoginType]);
  }
  use('zone', [line.line.zone]);
  // A word of the wire that a call's shape lists is taken or answered there.
  const words = new Set(Object.values(line.api).flatMap((shape) => heldIn(shape).get('enum') ?? []));
  for (const [name, values] of Object.entries(enums)) {
    const listed = Object.entries(values).filter(([, wire]) => typeof wire === 'string' && words.has(wire));
    use(
      name,
      listed.map(([value]) => value),
    );
  }
  return used;
});

/** Stored keys that something writes: an answer, the address, a countdown. */
export const writtenKeys = (line: ResolvedLine): string[] => [
  ...Object.values(line.calls.calls ?? {}).flatMap(({ saves }) => Object.keys(saves ?? {})),
  ...Object.entries(line.stored.keys ?? {}).flatMap(([key, { query }]) => (query === undefined ? [] : key)),
  ...Object.values(line.flow.timers ?? {}).flatMap(({ marks }) => marks ?? []),
];

/** Flow values that something reads: a call, a condition, a text, a part of a screen, a field that it fills. */
export const readValues = (line: ResolvedLine): string[] => {
  const fields = new Set(Object.values(line.screens).flatMap((screen) => [...fieldIds(screen)]));
  const chosen = Object.values(line.screens).flatMap((screen) =>
    choiceFields(screen).map(({ field }) => propertyOf(field)),
  );
  const filled = eventsOf(line).flatMap(({ event }) =>
    (event.outcomes ?? []).flatMap(({ do: actions = [] }) =>
      actions.flatMap((action) => (action.action === 'fill-fields' ? (action.fields ?? []).map(propertyOf) : [])),
    ),
  );
  const proofs = Object.entries(line.api).flatMap(([id, shape]) =>
    Object.entries(line.calls.calls?.[id]?.keeps ?? {}).flatMap(([name, property]) =>
      shape.proofs?.includes(property) ? name : [],
    ),
  );
  const carried = heldBy(line, 'with');
  return [
    ...heldBy(line, 'flow', 'ofProvider', 'from', 'params', 'text', 'image', 'opens', 'username', 'to'),
    ...Object.values(line.screens).flatMap((screen) =>
      blocksOf(screen).flatMap(({ block }) =>
        block.block === 'facts' ? [...block.values, block.extras ?? []].flat() : [],
      ),
    ),
    ...said(line).params,
    ...fields,
    ...chosen,
    ...filled,
    // Proofs live as long as steps carry them.
    ...proofs.filter((name) => carried.includes(name)),
  ];
};

export const testedFlags = (line: ResolvedLine): string[] => heldBy(line, 'flag');
export const usedTimers = (line: ResolvedLine): string[] => heldBy(line, 'timer');
export const usedLinks = (line: ResolvedLine): string[] => [...heldBy(line, 'url', 'links'), ...said(line).tags];
export const saidValues = (line: ResolvedLine): string[] => said(line).params;

/** States that a screen comes to, as `<screen>.<state>`. */
export const usedStates = (line: ResolvedLine): string[] => {
  const ofScreens = Object.entries(line.screens).flatMap(([id, screen]) =>
    [
      'initial' in screen && screen.initial,
      screen.kind === 'qr' && screen.expired,
      screen.kind === 'qr' && screen.picture !== undefined && 'broken' in screen.picture && screen.picture.broken,
    ].flatMap((state) => (state ? `${id}.${state}` : [])),
  );
  const ofSteps = eventsOf(line).flatMap(({ screen, event }) =>
    (event.outcomes ?? []).flatMap((outcome) => {
      if ('go' in outcome) return `${outcome.go.screen}.${outcome.go.state}`;
      return 'state' in outcome ? `${screen}.${outcome.state}` : [];
    }),
  );
  return [...ofScreens, ...ofSteps];
};

/** Amounts that a line's banners name. */
export const banneredAmounts = (sources: Sources, line: ResolvedLine): string[] =>
  Object.values(line.registerStatic).flatMap((path) =>
    [...JSON.stringify(sources.files.get(path)?.value ?? {}).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  );

/** Files of the banners that a line's screens show. */
export const shownBanners = (line: ResolvedLine): string[] =>
  Object.values(line.screens).flatMap((screen) =>
    blocksOf(screen).flatMap(({ block }) => (block.block === 'banner' ? `${block.file}.json` : [])),
  );

export const readParameters = (line: ResolvedLine): string[] => [
  ...heldBy(line, 'query'),
  ...Object.keys(line.stored.query?.fields ?? {}),
];

export const showsDownloads = (line: ResolvedLine): boolean =>
  Object.values(line.screens).some((screen) =>
    blocksOf(screen).some(({ block }) => block.block === 'downloads' && mayHold(block.when, line)),
  );
