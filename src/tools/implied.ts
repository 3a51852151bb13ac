/** Codes that a call may answer because of a header set that it is sent with: errors.json says which, and no call lists them. */
import type { Call, Calls, Errors, Flow } from '../generated/config.ts';
import { callsOfEvent } from './event-calls.ts';
import type { KnownProviders } from './implied-providers.ts';

type Written = {
  readonly calls: Calls;
  readonly errors: Errors;
  readonly flow: Flow;
  readonly providers: KnownProviders;
};

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

/** Call id → the header sets that it is sent with somewhere: its own, and those of events that make it. */
export function headerSets({
  calls,
  flow,
  providers,
}: Omit<Written, 'errors'>): ReadonlyMap<string, ReadonlySet<string>> {
  const sets = new Map(
    Object.entries(calls.calls ?? {}).map(([id, call]): [string, Set<string>] => [id, new Set(listOf(call?.headers))]),
  );
  for (const events of Object.values(flow.screens ?? {})) {
    for (const event of Object.values(events ?? {})) {
      for (const set of listOf(event?.headers)) {
        for (const id of callsOfEvent({ providers }, event)) sets.get(id)?.add(set);
      }
    }
  }
  return sets;
}

/** Codes that are implied, each with its header set, by catalogue: every call asks for them. */
const implied = new WeakMap<object, readonly (readonly [code: string, set: string])[]>();

function impliedOf({ codes }: Errors): readonly (readonly [code: string, set: string])[] {
  const known = implied.get(codes ?? {});
  if (known) return known;
  const found = Object.entries(codes ?? {}).flatMap(([code, entry]) =>
    entry?.impliedBy === undefined ? [] : [[code, entry.impliedBy] as const],
  );
  if (typeof codes === 'object' && codes !== null) implied.set(codes, found);
  return found;
}

/** Codes that some of these header sets imply. */
export const impliedCodes = (errors: Errors, sets: ReadonlySet<string> | undefined): readonly string[] =>
  impliedOf(errors).flatMap(([code, set]) => (sets?.has(set) ? code : []));

/** The calls with the codes that their header sets imply, which stand behind those that they list. */
export function withImplied(line: Written): Calls {
  const sets = headerSets(line);
  const added = ([id, call]: [string, Call]): [string, Call] => {
    const codes = impliedCodes(line.errors, sets.get(id)).filter((code) => !listOf(call?.fails).includes(code));
    return [id, codes.length === 0 ? call : { ...call, fails: [...listOf(call.fails), ...codes] }];
  };
  if (typeof line.calls.calls !== 'object' || line.calls.calls === null) return line.calls;
  return { ...line.calls, calls: Object.fromEntries(Object.entries(line.calls.calls).map(added)) };
}
