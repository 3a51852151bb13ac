/** Whether each call is sent with the headers that it is about: those that its shape names, and that its family has. */
import type { Call } from '../../engine/whole.ts';
import { callsOfEvent } from '../event-calls.ts';
import { eventsOf, type Scope } from './scope.ts';

/** Calls of one family, all of which but one are sent with a set: that one has lost it. */
const FAMILY = 8;

/** The calls that are sent with a header set, by themselves or by an event. */
function sentWith({ line }: Scope): (call: string) => ReadonlySet<string> {
  const found = new Map<string, Set<string>>();
  const add = (call: string, sets: readonly string[] = []): void => {
    found.set(call, new Set([...(found.get(call) ?? []), ...sets]));
  };
  for (const [id, { headers }] of Object.entries(line.calls.calls)) add(id, headers);
  for (const { event } of eventsOf(line)) for (const call of callsOfEvent(line, event)) add(call, event.headers);
  return (call) => found.get(call) ?? new Set();
}

/** The first two steps of a call's address: `/api/sso`. */
const familyOf = ({ path }: Call): string => path.split('/').slice(0, 3).join('/');

export function checkHeaderSets(scope: Scope): void {
  const { line } = scope;
  const sets = Object.entries(line.calls.headers ?? {});
  const calls = Object.entries(line.calls.calls).filter(([, { outside }]) => outside === undefined);
  const sent = sentWith(scope);
  const tell = (call: string, set: string, why: string): void => {
    const { headers } = line.calls.calls[call] ?? {};
    const at = ['calls', call, ...(headers === undefined ? [] : ['headers'])];
    const fix = headers === undefined ? `add "headers": ["${set}"]` : `add "${set}"`;
    scope.report('calls', at, `call ${call} is sent without header set "${set}", ${why}`, fix, 'key');
  };
  for (const [set, headers] of sets) {
    const named = calls.find(([id]) => {
      const words = String(line.api[id]?.summary ?? '').split(/[^\w-]+/);
      return (
        !sent(id).has(set) && Object.keys(headers).some((header) => header.includes('-') && words.includes(header))
      );
    });
    if (named !== undefined) tell(named[0], set, 'which its shape names');
  }
  for (const family of new Set(calls.map(([, call]) => familyOf(call)))) {
    const members = calls.filter(([, call]) => familyOf(call) === family);
    for (const [set] of sets) {
      const without = members.filter(([id]) => !sent(id).has(set));
      if (members.length < FAMILY || without.length !== 1) continue;
      tell(without[0]?.[0] ?? '', set, `and all others of ${family} are sent with it`);
    }
  }
}
