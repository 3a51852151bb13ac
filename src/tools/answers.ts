/** What a word means on a line: everything of that name, with its values and with whatever names it. */
import { suggest } from './checks/fault.ts';
import { parseMessage } from './checks/parse-message.ts';
import type { Grammars } from './checks/schema.ts';
import { isDictionary } from './documents.ts';
import { type Explained, explain, explainDeleted, explainDocument, pathText, UnknownName } from './explained.ts';
import type { Path } from './load.ts';
import { readGrammars } from './reference.ts';
import type { Resolution, ResolvedLine } from './resolve.ts';
import { pathsIn, unsetText } from './unset.ts';

export type Kind = 'screen' | 'field' | 'call' | 'error' | 'provider' | 'message' | 'host' | 'path';

/** A place that names a thing, or shows it. */
export interface Use {
  /** Document and path, such as `screens/register forms.phone.fields[2]`; of a message, screen and states. */
  readonly where: string;
  /** `file:line`. */
  readonly origin?: string;
}

export interface Answer {
  readonly line: string;
  readonly kind: Kind;
  readonly name: string;
  readonly values: readonly Explained[];
  readonly uses: readonly Use[];
  /** What would stand there, where nothing is set. */
  readonly unset?: string;
}

type Names = (property: string, value: string, at: Path, document: string) => boolean;

/** Every place of the line's data that names something. */
function usesOf(line: ResolvedLine, names: Names): Use[] {
  return Object.entries(line.documents).flatMap(([id, document]) => {
    const found: Use[] = [];
    const walk = (value: unknown, at: Path, property: string): void => {
      if (typeof value === 'string') {
        if (!names(property, value, at, id)) return;
        const { file, line: row } = document.origin(at);
        found.push({ where: `${id} ${pathText(at)}`, origin: `${file}:${row}` });
      } else if (Array.isArray(value)) {
        for (const [index, each] of value.entries()) walk(each, [...at, index], property);
      } else if (isDictionary(value)) {
        for (const [name, each] of Object.entries(value)) walk(each, [...at, name], name);
      }
    };
    if (!id.startsWith('messages/')) walk(document.value, [], '');
    return found;
  });
}

/** Texts that say a parameter or hold a tag. */
function saying(line: ResolvedLine, name: string): Use[] {
  return Object.entries(line.messages).flatMap(([language, catalog]) =>
    Object.entries(catalog).flatMap(([key, text]) => {
      const parsed = typeof text === 'string' ? parseMessage(text) : undefined;
      if (!parsed?.params.has(name) && !parsed?.tags.has(name)) return [];
      const place = line.origin(`messages/${language}`, [key]);
      return [{ where: `messages/${language} ${key}`, ...(place && { origin: `${place.file}:${place.line}` }) }];
    }),
  );
}

const holds =
  (name: string, ...properties: readonly string[]): Names =>
  (property, value) =>
    value === name && properties.includes(property);

/** Properties that name a thing, by its kind. */
const NAMING = {
  screen: (name: string): Names => {
    const named = holds(name, 'screen', 'home');
    return (property, value, at, document) =>
      named(property, value, at, document) ||
      (value === name &&
        ((document === 'line' && at[0] === 'forwards') || (document === 'errors' && property === 'go')));
  },
  field: (name: string): Names => {
    const named = holds(name, 'field', 'fields', 'sameAs', 'clears');
    return (property, value, at, document) =>
      named(property, value, at, document) ||
      (property === '$ref' && value === `field:${name}`) ||
      (document === 'stored' && value === name && at[0] === 'query' && at[1] === 'fields');
  },
  call: (name: string): Names => holds(name, 'call'),
  error: (code: string): Names => holds(code, 'on', 'fails', 'plain', 'error'),
  provider: (name: string): Names => holds(name, 'provider', 'providers'),
} as const;

/** Texts of a thing, in every language. */
const textsOf = (line: ResolvedLine, isOwn: (key: string) => boolean): Explained[] =>
  Object.entries(line.messages).flatMap(([language, catalog]) =>
    Object.keys(catalog)
      .filter(isOwn)
      .flatMap((key) => explainDocument(line, `messages/${language}`, [key])),
  );

const within = (prefix: string) => (key: string) => key === prefix || key.startsWith(`${prefix}.`);

/** What stands at a path of a document, written with dots or as `explain` writes it. */
function pathsOf(value: unknown, at: Path = []): { at: Path; names: readonly string[] }[] {
  const here = at.length === 0 ? [] : [{ at, names: [pathText(at), at.join('.')] }];
  const inner = Array.isArray(value) ? [...value.entries()] : isDictionary(value) ? Object.entries(value) : [];
  return [...here, ...inner.flatMap(([step, each]) => pathsOf(each, [...at, step]))];
}

/** Documents whose paths can be asked for, the line's own without its name. */
const ASKED = ['line', 'theme', 'enums', 'stored', 'flow', 'calls', 'errors', 'providers'];

function pathAnswers(line: ResolvedLine, word: string): Answer[] {
  return ASKED.flatMap((id) => {
    const inside = word.startsWith(`${id}.`) ? word.slice(id.length + 1) : id === 'line' ? word : undefined;
    if (inside === undefined) return [];
    // What a higher layer deletes has an answer, too.
    const { value: whole, files = [] } = line.documents[id] ?? {};
    const said = [whole, ...files.map(({ value }) => value)].flatMap((value) => pathsOf(value));
    const found = said.find(({ names }) => names.includes(inside));
    if (found === undefined) return [];
    const set = explainDocument(line, id, found.at);
    const values = set.length > 0 ? set : explainDeleted(line, id, found.at);
    const [top, ...rest] = found.at.map(String);
    const last = String(found.at.at(-1));
    const property = top === 'offers' ? ['offer'] : top === 'links' ? ['url', 'links'] : [];
    const named = [
      ...(id === 'line' && rest.length === 0 ? usesOf(line, holds(last, 'line', 'from')) : []),
      ...(id === 'line' && rest.length > 0 ? usesOf(line, holds(last, ...property)) : []),
      ...(id === 'line' && ['limits', 'coupons', 'contacts', 'links', 'currency'].includes(top ?? '')
        ? saying(line, last)
        : []),
    ];
    return [{ line: line.name, kind: 'path', name: word, values, uses: named }];
  });
}

/** A path that the grammar knows and no layer sets. */
function unsetAnswers(grammars: Grammars, line: ResolvedLine, word: string): Answer[] {
  return ASKED.flatMap((id) => {
    const inside = word.startsWith(`${id}.`) ? word.slice(id.length + 1) : id === 'line' ? word : undefined;
    const unset = inside === undefined ? undefined : unsetText(grammars, id, line.documents[id]?.value, inside);
    return unset === undefined ? [] : [{ line: line.name, kind: 'path', name: word, values: [], uses: [], unset }];
  });
}

const answers = (host: string, listed: string): boolean =>
  host === listed || (listed.startsWith('*.') && host.endsWith(listed.slice(1)));

/** The line that answers to a host: the exact name first, then the longest wildcard, as the server decides. */
export function hostAnswers({ lines }: Pick<Resolution, 'lines'>, asked: string): Answer[] {
  const host = asked.toLowerCase().replace(/:\d+$/, '');
  const found = Object.values(lines)
    .flatMap((line) => [...(line.line.hosts ?? []), `${line.name}.localhost`].map((listed) => ({ line, listed })))
    .filter(({ listed }) => answers(host, listed))
    .sort((a, b) => Number(b.listed === host) - Number(a.listed === host) || b.listed.length - a.listed.length)[0];
  if (found === undefined) return [];
  const { line, listed } = found;
  const named = new RegExp(`(^|[/.@])${host.replaceAll('.', '\\.')}($|[:/])`);
  const uses = Object.values(lines).flatMap((each) =>
    usesOf(
      each,
      (property, value, _, document) => document === 'line' && property !== 'hosts' && named.test(value),
    ).map(({ where, ...use }) => ({ where: `${each.name}: ${where}`, ...use })),
  );
  const at = (line.line.hosts ?? []).indexOf(listed);
  // Every line answers to its folder's name below localhost, whatever it lists.
  const values = at < 0 ? [] : explainDocument(line, 'line', ['hosts', at]);
  return [{ line: line.name, kind: 'host', name: host, values, uses }];
}

/** Where pages and the server show a message. */
async function shownIn(root: string, line: ResolvedLine, key: string): Promise<Use[]> {
  // The pages take a while to load, and few questions need them.
  const { formatWhere, shownBy } = await import('./shown.ts');
  const rows = await shownBy(root, line, { key });
  return rows.length === 0
    ? []
    : formatWhere(rows)
        .split('\n')
        .map((where) => ({ where }));
}

/** Names of everything that can be asked for. */
function known(line: ResolvedLine): Set<string> {
  const codes = Object.keys(line.errors.codes ?? {});
  return new Set([
    ...Object.keys(line.screens),
    ...Object.keys(line.fields),
    ...Object.keys(line.calls.calls ?? {}),
    ...Object.keys(line.providers),
    ...codes,
    ...codes.map((code) => `errors.${code}`),
    ...pathsOf(line.line).map(({ at }) => at.join('.')),
    ...(line.line.hosts ?? []),
    ...Object.values(line.messages).flatMap((catalog) => Object.keys(catalog)),
  ]);
}

/** Everything that a word means on a line. @throws {UnknownName} with the nearest word, when it means nothing. */
export async function answersOf(
  resolution: Pick<Resolution, 'lines'>,
  root: string,
  name: string,
  word: string,
): Promise<Answer[]> {
  const line = resolution.lines[name];
  if (line === undefined) {
    throw new UnknownName(
      `no line "${name}": ${suggest(name, Object.keys(resolution.lines), 'see the folders of lines/')}`,
    );
  }
  const code = word.replace(/^errors\./, '');
  const answer = (kind: keyof typeof NAMING, of: string, values: readonly Explained[]): Answer[] =>
    values.length === 0 ? [] : [{ line: name, kind, name: of, values, uses: usesOf(line, NAMING[kind](of)) }];
  const texts = textsOf(line, (key) => key === word);
  const found: Answer[] = [
    ...(line.screens[word] === undefined ? [] : answer('screen', word, explain(resolution, name, word))),
    ...(line.fields[word] === undefined
      ? []
      : answer('field', word, [
          ...explainDocument(line, `fields/${word}`),
          ...textsOf(line, within(`fields.${word}`)),
        ])),
    ...(line.calls.calls?.[word] === undefined
      ? []
      : answer('call', word, [
          ...explainDocument(line, 'calls', ['calls', word]),
          ...explainDocument(line, `api/${word}`),
        ])),
    ...(line.errors.codes?.[code] === undefined
      ? []
      : answer('error', code, [
          ...explainDocument(line, 'errors', ['codes', code]),
          ...textsOf(line, (key) => within(`errors.${code}`)(key) && !isOther(line, code, key)),
        ])),
    ...answer('provider', word, explainDocument(line, 'providers', [word])),
    ...(texts.length === 0
      ? []
      : [{ line: name, kind: 'message' as const, name: word, values: texts, uses: await shownIn(root, line, word) }]),
    ...pathAnswers(line, word),
    ...(word.includes('.') ? hostAnswers(resolution, word) : []),
  ];
  if (found.length > 0) return found;
  const grammars = await readGrammars(root);
  const unset = unsetAnswers(grammars, line, word);
  if (unset.length > 0) return unset;
  const otherwise =
    'ask for a screen, a field, a call, an error code, a provider, a message, a host or a path of line.json';
  throw new UnknownName(
    `"${word}" means nothing on ${name}: ${suggest(word, [...known(line), ...pathsIn(grammars['line.json'])], otherwise)}`,
  );
}

/** Whether a text belongs to another code, whose name begins with this one's. */
const isOther = (line: ResolvedLine, code: string, key: string): boolean =>
  Object.keys(line.errors.codes ?? {}).some(
    (other) => other !== code && other.startsWith(`${code}.`) && within(`errors.${other}`)(key),
  );
