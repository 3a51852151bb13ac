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

const CATALOG = /^(?:lines\/[^/]+\/messages|schemas\/new-line)\/([^/]+)\.json$/;
const TAG = /^[a-z]{2}$/;

/** The language of a catalog; undefined of another file, and of a catalog whose name is no language. */
export function languageOf(path: string): string | undefined {
  const [, name = ''] = CATALOG.exec(path) ?? [];
  return TAG.test(name) ? name : undefined;
}

/** What to do with a file that has no place where it is. */
function placeOf(layer: string, rest: readonly string[], paths: ReadonlySet<string>): string {
  const name = rest.length > 1 ? `${rest[0]}/` : (rest[0] ?? '');
  const folder = rest.length > 1 ? nearest(name, PLACES) : undefined;
  if (folder !== undefined) return `move it to lines/${layer}/${folder}${rest.slice(1).join('/')}`;
  const original = PLACES.find((each) => each.endsWith('.json') && name.startsWith(each.slice(0, -'.json'.length)));
  if (original !== undefined)
    return paths.has(`lines/${layer}/${original}`) ? `delete it: ${original} is read` : `name it ${original}`;
  return suggest(name, PLACES, `lines/<line>/ holds ${PLACES.join(', ')}`).replace('write', 'name it');
}

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
    const [, layer = '', ...rest] = path.split('/');
    return [{ ...place, message: `unknown file ${rest.join('/')}`, fix: placeOf(layer, rest, sources.paths) }];
  });
}

/** Catalogs whose name is no language: what is said in them is read by nobody. */
export const checkCatalogs = ({ files }: Sources): Fault[] =>
  [...files.values()].flatMap((file) => {
    const [, name] = CATALOG.exec(file.path) ?? [];
    if (name === undefined || TAG.test(name)) return [];
    const meant = name.slice(0, 2).toLowerCase();
    const fix = TAG.test(meant) ? `name it ${meant}.json` : 'name it after its language, in two letters';
    return [{ ...file.place(), message: `"${name}" is no language`, fix }];
  });
