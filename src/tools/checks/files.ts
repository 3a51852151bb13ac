/** Checks the files as such: each in its place, each naming its grammar. */

import { isDictionary } from '../documents.ts';
import { LAYERS, type SourceFile, type Sources } from '../load.ts';
import { type Fault, nearest, suggest } from './fault.ts';

/** The grammar of files that stand for themselves: no layer patches them, and each is whole. */
export const ALONE = 'banner.json';

/** Which grammar a file obeys, by its path; undefined for files without one. */
export function grammarOf(path: string): string | undefined {
  const [top, folder, ...rest] = path.split('/');
  const name = rest.join('/');
  if (top === 'schemas') {
    if (folder === 'fields') return 'field.json';
    if (folder === 'new-line') return 'messages.json';
    return folder === 'api' ? 'api.json' : undefined;
  }
  const [, single] = /^(line|theme|flow|calls|errors|enums|stored|providers)\.json$/.exec(name) ?? [];
  if (single !== undefined) return `${single}.json`;
  if (/^register-static\/[^/]+\.json$/.test(name)) return ALONE;
  if (/^api\/[^/]+\.json$/.test(name)) return 'api.json';
  const [, several] = /^(screens|fields|messages)\/[^/]+\.json$/.exec(name) ?? [];
  return several === undefined ? undefined : several === 'messages' ? 'messages.json' : `${several.slice(0, -1)}.json`;
}

const PLACES = [
  'line.json',
  'theme.json',
  'flow.json',
  'calls.json',
  'errors.json',
  'enums.json',
  'stored.json',
  'providers.json',
  'screens/',
  'fields/',
  'api/',
  'messages/',
  'assets/',
  'register-static/',
];

const isFree = (path: string) => /^lines\/[^/]+\/(assets|register-static)\//.test(path) || path.endsWith('.md');

/** The `$schema` that stands first in a data file, so that an editor completes and checks it: a layer need not be whole. */
export const schemaPath = (path: string, grammar: string): string =>
  path.startsWith('schemas/')
    ? `../config/${grammar}`
    : grammar === ALONE
      ? `${'../'.repeat(path.split('/').length - 1)}schemas/config/${grammar}`
      : `${'../'.repeat(path.split('/').length - 1)}${LAYERS}${grammar}`;

const SCHEMA = '$schema';

/** Whether a property of a file names its grammar, or would if it were spelt rightly; what is wrong of it is told here alone. */
export const namesGrammar = (property: unknown): boolean =>
  property === SCHEMA || (typeof property === 'string' && nearest(property, [SCHEMA]) !== undefined);

function checkSchema(file: SourceFile, grammar: string): Fault[] {
  if (!isDictionary(file.value)) return [];
  const wanted = schemaPath(file.path, grammar);
  const name = Object.keys(file.value).find((each) => each !== SCHEMA && namesGrammar(each));
  if (name !== undefined)
    return [{ ...file.place([name], 'key'), message: `unknown property "${name}"`, fix: `write "${SCHEMA}"` }];
  if (file.value.$schema === wanted) return [];
  const message =
    file.value.$schema === undefined
      ? 'the file does not name its grammar'
      : file.value.$schema === wanted.replace('/layers/', '/config/')
        ? '"$schema" names the grammar of whole files, and this is a layer'
        : '"$schema" names another grammar';
  return [{ ...file.place(['$schema']), message, fix: `write "$schema": "${wanted}" first` }];
}

export function checkFiles(sources: Sources): Fault[] {
  return [...sources.paths].flatMap((path) => {
    const place = { file: path, line: 1, column: 1 };
    const grammar = grammarOf(path);
    const file = sources.files.get(path);
    if (grammar !== undefined && file) return checkSchema(file, grammar);
    if (isFree(path) || /^schemas\/config\/[^/]+\.json$/.test(path)) return [];
    if (path.startsWith(LAYERS) && sources.files.has(path.replace(LAYERS, 'schemas/config/'))) return [];
    if (path.startsWith('schemas/')) {
      const fix =
        'put fields in schemas/fields, calls in schemas/api, grammars in schemas/config, texts of new lines in schemas/new-line';
      return [{ ...place, message: 'no data file belongs here', fix }];
    }
    const [, , ...rest] = path.split('/');
    const name = rest.length > 1 ? `${rest[0]}/` : (rest[0] ?? '');
    const fix = suggest(name, PLACES, `lines/<line>/ holds ${PLACES.join(', ')}`).replace('write', 'name it');
    return [{ ...place, message: `unknown file ${rest.join('/')}`, fix }];
  });
}
