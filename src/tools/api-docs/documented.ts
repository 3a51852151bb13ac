/** What the documents tell of every call: the data of all lines, put together. */
import type { Call } from '../../engine/whole.ts';
import type { ErrorEntry } from '../../generated/config.ts';
import { offeredProviders } from '../compile-facts.ts';
import { sharedShape } from '../extras.ts';
import { headerSets } from '../implied.ts';
import { CALL } from '../implied-providers.ts';
import type { ResolvedLine } from '../resolve.ts';

export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
export type Lines = Readonly<Record<string, ResolvedLine>>;
export type Errors = Readonly<Record<string, ErrorEntry>>;

interface Shape {
  readonly summary: string;
  readonly source?: string;
  readonly request: JsonObject;
  readonly response: JsonObject;
}

export interface Documented {
  readonly id: string;
  readonly call: Call;
  /** Header sets that it is sent with: its own, and those of some pages. */
  readonly sets: readonly string[];
  readonly shape: Shape;
  /** Path → lines that use it, where lines differ. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  /** Providers whose sign-in it ends. */
  readonly providers: readonly string[];
  /** Whether it needs a session, or one counts where there is one. */
  readonly session: 'needed' | 'counts' | 'none';
  /** Lines that answer it, and what they offer for it; undefined where all of them do. */
  readonly offered: { readonly by: string; readonly lines: readonly string[] } | undefined;
}

/** Code of a call that needs somebody signed in. */
const NOT_SIGNED_IN = '602';
const FORBIDDEN = 'Forbidden';
const INVALID = 'InvalidParameter';

/** Calls that anybody makes, and that do more, or something else, for somebody signed in. No file of the data says so. */
const COUNTS: ReadonlySet<string> = new Set(['qr-look', 'send-verify-code', 'third-token']);

type Offers = ResolvedLine['line']['offers'];

/** What a line must offer, or it refuses the call (`Forbidden`): one of these. The handlers say so, and no file of the data. */
const NEEDS: Readonly<Record<string, readonly (keyof Offers)[]>> = {
  'bind-phone-to-third': ['phoneSignIn', 'phoneRegistration'],
  'generate-real-name-auth': ['realNameCoupon'],
  'invite-qrcode': ['miniProgram'],
  'is-haved-bound-wx': ['miniProgram'],
  'mini-pro-activity': ['miniProgram'],
  'phone-sign-in': ['phoneSignIn'],
  'qr-ticket': ['qrSignIn'],
  'query-soft-type': ['softwareSelection'],
  'register-email': ['emailRegistration'],
  'register-phone': ['phoneRegistration'],
  'sub-sign-in': ['subAccountSignIn'],
  'third-register': ['phoneRegistration', 'emailRegistration'],
  'user-index-guide': ['softwareSelection'],
};

type Offered = ReturnType<typeof offeredProviders>[number][1];

/** Calls for which a line must offer some provider: which one, and what it is called. */
const OF_PROVIDERS: Readonly<Record<string, { readonly by: string; readonly is: (provider: Offered) => boolean }>> = {
  'third-token': { by: 'a provider', is: () => true },
  'dingtalk-alias': {
    by: 'a provider whose users are members of an enterprise',
    is: ({ members }) => members === true,
  },
  [CALL]: { by: 'a provider that speaks OpenID Connect', is: ({ call }) => call === CALL },
};

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const providersOf = (lines: readonly ResolvedLine[], id: string): readonly string[] => [
  ...new Set(
    lines.flatMap((line) => Object.entries(line.providers).flatMap(([name, { call }]) => (call === id ? [name] : []))),
  ),
];

function offeredOf(lines: readonly ResolvedLine[], id: string, providers: readonly string[]): Documented['offered'] {
  const needs = NEEDS[id];
  const those = (answers: (line: ResolvedLine) => boolean) => lines.filter(answers).map(({ name }) => name);
  if (needs !== undefined) {
    const by = needs.map((name) => `\`offers.${name}\``).join(' or ');
    return { by, lines: those(({ line }) => needs.some((name) => line.offers[name] === true)) };
  }
  const ofProviders = OF_PROVIDERS[id];
  if (providers.length === 0 && ofProviders === undefined) return undefined;
  const { by, is } = ofProviders ?? {
    by: providers.map((name) => `\`${name}\``).join(' or '),
    is: ({ call }) => call === id,
  };
  return { by, lines: those((line) => offeredProviders(line).some(([, provider]) => is(provider))) };
}

function sessionOf(id: string, { fails }: Call, providers: readonly string[]): Documented['session'] {
  if (COUNTS.has(id)) return 'counts';
  if (!fails.includes(NOT_SIGNED_IN)) return 'none';
  // Whoever ends a provider's sign-in needs none; whoever links a provider does.
  return providers.length > 0 || id === CALL ? 'counts' : 'needed';
}

/** Codes that a call answers on some line. */
const codesOf = (call: Call, known: Call | undefined): Pick<Call, 'fails' | 'plain'> => {
  const plain = [...new Set([...(known?.plain ?? []), ...(call.plain ?? [])])];
  return { fails: [...new Set([...(known?.fails ?? []), ...call.fails])], ...(plain.length > 0 ? { plain } : {}) };
};

/** Every call of any line, by address. */
export function documented(lines: Lines): Documented[] {
  const all = Object.values(lines);
  const found = new Map<string, Documented>();
  for (const line of all) {
    const sets = headerSets(line);
    for (const [id, call] of Object.entries(line.calls.calls)) {
      const known = found.get(id);
      const paths = new Map(known?.paths ?? []);
      paths.set(call.path, [...(paths.get(call.path) ?? []), line.name]);
      const shape = (sharedShape(line, id) ?? line.api[id]) as unknown as Shape | undefined;
      const providers = known?.providers ?? providersOf(all, id);
      if (!shape) continue;
      found.set(id, {
        id,
        call: { ...(known?.call ?? call), ...codesOf(call, known?.call) },
        sets: [...new Set([...(known?.sets ?? []), ...(sets.get(id) ?? [])])],
        shape: known?.shape ?? shape,
        paths,
        providers,
        session: known?.session ?? sessionOf(id, call, providers),
        offered: known ? known.offered : offeredOf(all, id, providers),
      });
    }
  }
  return [...found.values()].sort(
    (one, other) => one.call.path.localeCompare(other.call.path) || one.id.localeCompare(other.id),
  );
}

/** Status → the codes that a call answers with it. */
export function statusesOf({ call }: Pick<Documented, 'call'>, errors: Errors): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  const add = (status: number, code: string): void => void found.set(status, [...(found.get(status) ?? []), code]);
  for (const code of call.fails) {
    const isPlain = call.plain?.includes(code) === true;
    if (isPlain) add(200, code);
    // Whatever the call answers, a request from elsewhere is refused before it is asked.
    if (!isPlain || code === FORBIDDEN) add(errors[code]?.status ?? 400, code);
  }
  if (call.method !== 'GET') add(413, INVALID);
  return new Map([...found].sort(([one], [other]) => one - other));
}
