/** calls.json of a layer in today's grammar. */
import { isGuardedBy } from '../implied-calls.ts';
import { isDictionary, type ListPatch } from '../list-patch.ts';
import { type Json, mapped, shortValues } from './short-values.ts';

/** What the move reads of the line that the layer belongs to: its calls and its errors, merged. */
export interface AboutCalls {
  readonly calls: Json;
  /** Code → what implies it. */
  readonly implied: Readonly<Record<string, string>>;
}

const CAPTCHA: readonly unknown[] = ['ticket', 'randstr', 'captchaAppId'];

const sameNames = (names: unknown): unknown => mapped(names, (from, name) => (from === name ? true : from));

/** `fails` without what is implied; a patch of the list, too. */
function ownCodes(fails: unknown, isImplied: (code: unknown) => boolean): unknown {
  if (Array.isArray(fails)) return fails.filter((code) => !isImplied(code));
  if (!isDictionary(fails)) return fails;
  const lists = ['remove', 'add'].flatMap((word) => {
    const kept = [(fails as ListPatch)[word] ?? []].flat().filter((code) => !isImplied(code));
    return kept.length === 0 ? [] : [[word, kept] as const];
  });
  const { remove: _, add: __, ...places } = fails;
  return lists.length === 0 ? undefined : { ...Object.fromEntries(lists), ...places };
}

function moveCall(call: Json, id: string, { calls, implied }: AboutCalls): Json {
  const whole = isDictionary(calls[id]) ? (calls[id] as Json) : call;
  const isGuarded = isDictionary(whole.guard) && isGuardedBy(whole.guard.captcha);
  const reasons = new Set<unknown>(['every-call', ...(isGuarded ? ['captcha'] : []), ...[whole.headers ?? []].flat()]);
  const isImplied = (code: unknown): boolean => typeof code === 'string' && reasons.has(implied[code]);
  const { optional: _, ...rest } = call;
  const entries = Object.entries(rest).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'method' && value === 'POST') return [];
    if (name === 'keeps' || name === 'saves') return [[name, sameNames(value)]];
    if (name === 'fails') {
      const own = ownCodes(value, isImplied);
      return own === undefined || (Array.isArray(own) && own.length === 0) ? [] : [[name, own]];
    }
    if (name !== 'body') return [[name, value]];
    const body = Object.entries(isDictionary(value) ? value : {}).filter(
      ([part, each]) => !(isGuarded && CAPTCHA.includes(part) && isDictionary(each) && each.captcha === part),
    );
    return body.length === 0 ? [] : [[name, shortValues(Object.fromEntries(body))]];
  });
  return Object.fromEntries(entries);
}

export function moveCalls(file: Json, about: AboutCalls): Json {
  const calls = mapped(file.calls, (call, id) => (isDictionary(call) ? moveCall(call, id, about) : call));
  return {
    ...file,
    ...(file.headers !== undefined && { headers: mapped(file.headers, shortValues) }),
    ...(file.calls !== undefined && { calls }),
  };
}
