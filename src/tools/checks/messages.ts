/** Checks the message catalogs: keys, syntax, and that every language says the same things. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { ResolvedLine } from '../resolve.ts';
import { suggest } from './fault.ts';
import { type WantedKey, wantedKeys } from './message-keys.ts';
import { flowValues, type Scope } from './scope.ts';

interface Parsed {
  readonly params: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  readonly error?: string;
}

const parsed = new Map<string, Parsed>();

function collect(elements: readonly MessageFormatElement[], params: Set<string>, tags: Set<string>): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.tag) {
      tags.add(element.value);
      collect(element.children, params, tags);
      continue;
    }
    params.add(element.value);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) collect(option.value, params, tags);
    }
  }
}

/** Placeholders and rich tags of an ICU message. */
export function parseMessage(text: string): Parsed {
  const known = parsed.get(text);
  if (known) return known;
  const params = new Set<string>();
  const tags = new Set<string>();
  let error: string | undefined;
  try {
    collect(parse(text, { requiresOtherClause: true }), params, tags);
  } catch (fault) {
    error = (fault as Error).message.split('\n')[0] ?? 'syntax error';
  }
  const result = { params, tags, ...(error !== undefined && { error }) };
  parsed.set(text, result);
  return result;
}

/** Rich tags besides the names of the line's links. */
const TAGS = ['b', 'link'];

/** Parameters that code gives, by the beginning of the key. */
const GIVEN: readonly (readonly [prefix: string, params: readonly string[]])[] = [
  ['fields.', ['minLength', 'maxLength', 'minItems', 'maxItems']],
  ['errors.', ['requestId', 'seconds', 'time', 'when', 'offered']],
  ['screens.', ['seconds', 'time']],
  ['frame.', ['screen', 'seconds', 'language']],
  ['widgets.', ['seconds', 'rule', 'area', 'region', 'count', 'phone', 'field', 'action', 'name']],
  ['captcha.', ['seconds']],
  [
    'mail.',
    [
      'username',
      'oldUsername',
      'email',
      'phone',
      'link',
      'code',
      'minutes',
      'hours',
      'time',
      'device',
      'place',
      'provider',
      'member',
    ],
  ],
  ['sms.', ['code', 'minutes', 'username', 'oldUsername', 'provider', 'member', 'device', 'time']],
  ['voice.', ['code', 'minutes']],
];

/** Parameters that every message of a line has. */
function commonParams(line: ResolvedLine): Set<string> {
  return new Set([
    ...Object.keys(line.line.limits ?? {}),
    ...Object.keys(line.line.coupons ?? {}),
    ...Object.keys(line.line.contacts ?? {}),
    'brand',
    'currency',
    'otherSite',
    ...flowValues(line),
  ]);
}

function paramsOf(line: ResolvedLine, key: string): string[] {
  const [kind, id = ''] = key.split('.');
  const given = GIVEN.filter(([prefix]) => key.startsWith(prefix)).flatMap(([, params]) => params);
  if (kind === 'screens') {
    for (const state of Object.values(line.screens[id]?.states ?? {})) given.push(...Object.keys(state.params ?? {}));
  }
  if (kind === 'errors') {
    for (const [code, entry] of Object.entries(line.errors.codes ?? {})) {
      if (key === `errors.${code}` || key.startsWith(`errors.${code}.`)) given.push(...Object.keys(entry.params ?? {}));
    }
  }
  return given;
}

/** Checks one line's resolved catalogs against what the line needs, and gives that. */
export function checkMessages(scope: Scope): Map<string, WantedKey> {
  const { line } = scope;
  const wanted = wantedKeys(line);
  const catalogs = (line.line.languages?.offered ?? []).flatMap((language) => {
    const catalog = line.messages[language];
    return catalog ? [{ language, catalog }] : [];
  });
  const common = commonParams(line);
  for (const key of wanted.values()) compareLanguages(scope, key, catalogs, common);
  return wanted;
}

function compareLanguages(
  scope: Scope,
  { key, shown }: WantedKey,
  catalogs: readonly { language: string; catalog: Readonly<Record<string, string>> }[],
  common: ReadonlySet<string>,
): void {
  let first: { language: string; message: Parsed } | undefined;
  for (const { language, catalog } of catalogs) {
    const text = catalog[key];
    if (typeof text !== 'string') continue;
    const message = parseMessage(text);
    if (message.error !== undefined) continue;
    const document = `messages/${language}`;
    checkParams(scope, document, key, shown, message, common);
    if (!first) {
      first = { language, message };
      continue;
    }
    for (const [what, ours, theirs, open, close] of [
      ['placeholder', message.params, first.message.params, '{', '}'],
      ['rich tag', message.tags, first.message.tags, '<', '>'],
    ] as const) {
      const missing = [...theirs].filter((name) => !ours.has(name));
      const extra = [...ours].filter((name) => !theirs.has(name));
      const show = (names: string[]) => names.map((name) => `${open}${name}${close}`).join(', ');
      if (missing.length > 0) {
        const fix = `write ${show(missing)} in this language too`;
        scope.report(document, [key], `${what} ${show(missing)} of ${first.language} is missing in "${key}"`, fix);
      }
      if (extra.length > 0) {
        const fix = `write it in ${first.language} too, or take it out here`;
        scope.report(document, [key], `${what} ${show(extra)} of "${key}" is missing in ${first.language}`, fix);
      }
    }
  }
}

function checkParams(
  scope: Scope,
  document: string,
  key: string,
  shown: boolean,
  message: Parsed,
  common: ReadonlySet<string>,
): void {
  const { line, all, lines } = scope;
  // A line that cannot be read may have coupons that the base speaks of.
  const isBlind = lines.some((name) => !all[name]);
  for (const name of message.params) {
    if (common.has(name)) continue;
    const given = paramsOf(line, key);
    if (given.includes(name)) continue;
    const isCoupon = Object.values(all).some((other) => Object.hasOwn(other.line.coupons ?? {}, name));
    if ((isCoupon || isBlind) && !shown) continue;
    if (isCoupon) {
      const text = `message "${key}" needs {${name}}, and this line has no such coupon`;
      scope.lack('line', ['coupons'], text, `add "${name}" to "coupons", or do not offer what the message tells of`);
    } else {
      const close = suggest(name, [...given, ...common], 'use a parameter of this message').replace(
        /^write "(.*)"$/,
        'write {$1}',
      );
      scope.lack(document, [key], `unknown placeholder {${name}} in "${key}"`, close);
    }
  }
  const tags = [...TAGS, ...Object.keys(line.line.links ?? {})];
  for (const tag of message.tags) {
    if (!tags.includes(tag)) {
      const close = suggest(tag, tags, `write one of: ${tags.join(', ')}`).replace(/^write "(.*)"$/, 'write <$1>');
      scope.report(document, [key], `unknown rich tag <${tag}> in "${key}"`, close);
    }
  }
}
