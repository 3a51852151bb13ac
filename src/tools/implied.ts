/** Codes that a call may answer without listing them: errors.json says which, and because of what. */
import type { Call, Calls, Flow } from '../engine/whole.ts';
import type { Errors } from '../generated/config.ts';
import { callsOfEvent } from './event-calls.ts';
import { isGuardedBy } from './implied-calls.ts';
import type { KnownProviders } from './implied-providers.ts';
import { once } from './memory.ts';

type Written = {
  readonly calls: Calls;
  readonly errors: Errors;
  readonly flow: Flow;
  readonly providers: KnownProviders;
};

/** What implies a code besides the header sets: that it is a call, and that a captcha guards it. */
export const REASONS = ['every-call', 'captcha'] as const;

/** Names of all that may imply a code on a line. */
export const reasonNames = ({ calls }: Pick<Written, 'calls'>): readonly string[] => [
  ...Object.keys(calls.headers ?? {}),
  ...REASONS,
];

type Codes = readonly string[];

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

/** Call id → what implies codes of it: its header sets and `REASONS`. */
export const reasonsOf = (line: Omit<Written, 'errors'>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [...headerSets(line)].map(([id, sets]) => {
      const isGuarded = isGuardedBy(line.calls.calls[id]?.guard?.captcha);
      return [id, new Set(['every-call', ...(isGuarded ? ['captcha'] : []), ...sets])];
    }),
  );

/** Codes that are implied, each with what implies it: every call asks for them. */
const impliedOf = once(({ codes }: Errors): readonly (readonly [code: string, reason: string])[] =>
  Object.entries(codes ?? {}).flatMap(([code, entry]) =>
    entry?.impliedBy === undefined ? [] : [[code, entry.impliedBy] as const],
  ),
);

/** Codes that some of these reasons imply. */
export const impliedCodes = (errors: Errors, reasons: ReadonlySet<string> | undefined): readonly string[] =>
  impliedOf(errors).flatMap(([code, reason]) => (reasons?.has(reason) ? code : []));

/** The calls with the codes that are implied: those of every call first, the others behind those that a call lists. */
export function withImplied(line: Written): Calls {
  const reasons = reasonsOf(line);
  const [general, ofCaptcha] = REASONS.map((reason) => impliedCodes(line.errors, new Set([reason]))) as [Codes, Codes];
  const added = ([id, call]: [string, Call]): [string, Call] => {
    const own = listOf(call?.fails).filter((code) => !general.includes(code));
    const others = impliedCodes(line.errors, reasons.get(id)).filter((code) => !ofCaptcha.includes(code));
    const guarded = reasons.get(id)?.has('captcha') ? ofCaptcha : [];
    return [id, { ...call, fails: [...new Set([...general, ...own, ...guarded, ...others])] }];
  };
  if (typeof line.calls.calls !== 'object' || line.calls.calls === null) return line.calls;
  return { ...line.calls, calls: Object.fromEntries(Object.entries(line.calls.calls).map(added)) };
}
