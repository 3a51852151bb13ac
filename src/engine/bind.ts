/** Values of the data language → bodies and headers of calls. */
import type { JoinValue } from '../generated/config.ts';
import { digestPassword } from './digest.ts';
import type { Inlined, LineFacts, PageCall, PageValue, Shell } from './pack.ts';

/** The captcha's answer. */
export interface CaptchaAnswer {
  readonly ticket: string;
  readonly randstr: string;
  readonly captchaAppId: string;
}

/** Where values come from. Each function answers `undefined` for what is absent. */
export interface Sources {
  field(id: string): unknown;
  flow(name: string): unknown;
  query(name: string): unknown;
  stored(key: string): unknown;
  readonly line: LineFacts;
  readonly language: string;
  readonly enums: Shell['enums'];
  readonly captcha?: CaptchaAnswer | undefined;
}

/** Properties of the line that the service may replace for the visit, under the same name in the store. */
const REPLACEABLE: readonly string[] = ['biz', 'accessId'];

function enumValue(enums: Shell['enums'], name: string, value: string): string | number {
  const found = enums[name]?.[value];
  if (found === undefined) throw new Error(`No value of ${name} is named ${JSON.stringify(value)}.`);
  return found;
}

function lineValue(property: string, { line, language, stored }: Sources): unknown {
  if (property === 'language') return language;
  if (property === 'homeUrl') return line.redirects.homeUrl;
  const replaced = REPLACEABLE.includes(property) ? stored(property) : undefined;
  return (
    replaced ?? line[property as 'id' | 'name' | 'zone' | 'channel' | 'platform' | 'biz' | 'accessId' | 'agreements']
  );
}

/**
 * The present value of a `Value`.
 * @returns `undefined` when there is none.
 * @throws when a field holds a name that its enumeration has not.
 */
export async function bindValue(value: PageValue, sources: Sources): Promise<unknown> {
  if ('const' in value) return value.const;
  if ('join' in value) return joined(value, sources);
  if ('enum' in value) {
    const held = sources.field(value.field);
    if (Array.isArray(held)) return held.map((name) => enumValue(sources.enums, value.enum, String(name)));
    return typeof held === 'string' && held !== '' ? enumValue(sources.enums, value.enum, held) : undefined;
  }
  if ('field' in value) return transform(sources.field(value.field), value.through, sources.line);
  if ('flow' in value) return sources.flow(value.flow) ?? value.or;
  if ('query' in value) return sources.query(value.query);
  if ('stored' in value) return sources.stored(value.stored);
  if ('captcha' in value) return sources.captcha?.[value.captcha];
  return lineValue(value.line, sources);
}

/** Values joined by a separator; nothing when one of them is absent. */
async function joined({ join, with: separator }: Inlined<JoinValue>, sources: Sources): Promise<string | undefined> {
  const parts = await Promise.all(join.map((part) => bindValue(part, sources)));
  return parts.some((part) => part === undefined || part === null || part === '') ? undefined : parts.join(separator);
}

/** Flow values ← values, as an outcome's `keeps` says; absent ones are left as they were. */
export async function bindOutcome(
  keeps: Readonly<Record<string, PageValue>> | undefined,
  sources: Sources,
): Promise<Readonly<Record<string, unknown>>> {
  const bound = Object.entries(keeps ?? {}).map(
    async ([name, value]) => [name, await bindValue(value, sources)] as const,
  );
  return Object.fromEntries((await Promise.all(bound)).filter(([, value]) => value !== undefined));
}

async function transform(value: unknown, through: string | undefined, line: LineFacts): Promise<unknown> {
  if (typeof value !== 'string') return value;
  switch (through) {
    case 'trim':
      return value.trim();
    case 'lower-case':
      return value.toLowerCase();
    case 'password-digest':
      return value === '' ? undefined : digestPassword(line.passwordDigest, line.passwordSalt, value);
    default:
      return value;
  }
}

/** The call's body (query parameters of a GET): absent values are left out, optional ones also when empty. */
export async function bindBody(
  call: PageCall,
  overrides: Readonly<Record<string, PageValue>> | undefined,
  sources: Sources,
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ ...call.body, ...overrides })) {
    const bound = await bindValue(value, sources);
    if (bound === undefined || bound === null) continue;
    if (bound === '' && call.optional?.includes(name)) continue;
    body[name] = bound;
  }
  return body;
}

/**
 * The headers of these sets, merged in order; absent values are left out. Every call also says the page's language: tabs
 * may differ, and the cookie is that of the last one opened.
 */
export async function bindHeaders(
  names: readonly string[],
  sets: Shell['headers'],
  sources: Sources,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  const flag = sources.enums.languageFlag?.[sources.language];
  if (flag !== undefined) headers.languageFlag = String(flag);
  for (const set of names) {
    for (const [name, value] of Object.entries(sets[set] ?? {})) {
      const bound = await bindValue(value, sources);
      if (bound !== undefined && bound !== null && bound !== '') headers[name] = String(bound);
    }
  }
  return headers;
}

/** Stored keys ← the answer's data, as the call's `saves` says; what the answer lacks is left out. */
export function bindSaves(call: PageCall, data: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const saved: Record<string, string> = {};
  for (const [key, from] of Object.entries(call.saves ?? {})) {
    if (typeof from === 'string') {
      if (data[from] !== undefined && data[from] !== null) saved[key] = String(data[from]);
    } else {
      const parts = from.join.map((name) => data[name]);
      if (parts.every((part) => part !== undefined && part !== null)) saved[key] = parts.join(from.with);
    }
  }
  return saved;
}

/** Flow values ← the answer's data, as the call's `keeps` says; what the answer lacks is left as it was. */
export function bindKeeps(call: PageCall, data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(call.keeps ?? {})) {
    if (data[property] !== undefined && data[property] !== null) kept[name] = data[property];
  }
  return kept;
}
