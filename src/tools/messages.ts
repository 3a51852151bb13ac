/**
 * `npm run messages -- missing | unused | sort | where KEY | shown-on SCREEN`: what translators ask of the catalogs.
 * `missing` and `unused` list keys and exit 1 when there are any; `sort` writes each catalog's keys in the order of the
 * base English one. `where` tells every line, screen, state and language that shows a key, `shown-on` the keys that a
 * screen can show; `--line` asks one line, `--json` is for programs.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkSources } from './check.ts';
import { type Fault, formatFault, suggest } from './checks/fault.ts';
import { isDictionary } from './documents.ts';
import { loadData, type SourceFile, type Sources } from './load.ts';
import { readOptions, WrongOption } from './options.ts';
import { resolveAll } from './resolve.ts';

/** Faults about messages that nobody wrote yet. */
const missingMessages = (faults: readonly Fault[]): Fault[] =>
  faults.filter((fault) => /^message ".+" is missing/.test(fault.message));

/** Faults about messages that nothing asks for. */
const unusedMessages = (faults: readonly Fault[]): Fault[] =>
  faults.filter((fault) => fault.message.startsWith('nothing uses message '));

/** The first two parts of a key: what belongs together on one screen, one field, one mail. */
const group = (key: string) => key.split('.').slice(0, 2).join('.');

/** Keys in the order of `reference`; a key it has not stands after the last of its group, else at the end. */
export function sortKeys(keys: readonly string[], reference: readonly string[]): string[] {
  const rank = new Map(reference.map((key, index) => [key, index]));
  const lastOfGroup = new Map(reference.map((key, index) => [group(key), index]));
  const place = (key: string) => rank.get(key) ?? lastOfGroup.get(group(key)) ?? reference.length;
  const isKnown = (key: string) => (rank.has(key) ? 0 : 1);
  return [...keys].sort((a, b) => place(a) - place(b) || isKnown(a) - isKnown(b) || (a < b ? -1 : a > b ? 1 : 0));
}

/** Catalogs whose keys are out of order, by path, with the text they should have. */
export function sortedCatalogs(sources: Sources): Record<string, string> {
  const keysOf = (file: SourceFile | undefined) =>
    isDictionary(file?.value) ? Object.keys(file.value).filter((key) => key !== '$schema') : [];
  const reference = keysOf(sources.files.get('lines/_base/messages/en.json'));
  const changed: Record<string, string> = {};
  for (const file of sources.files.values()) {
    if (!/^lines\/[^/]+\/messages\/[^/]+\.json$/.test(file.path) || !isDictionary(file.value)) continue;
    if (file.faults.length > 0) continue;
    const value = file.value;
    const keys = keysOf(file);
    const sorted = sortKeys(keys, reference);
    if (sorted.every((key, index) => key === keys[index])) continue;
    const entries = ['$schema', ...sorted].flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]]));
    changed[file.path] = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
  }
  return changed;
}

interface Asked {
  readonly command: string | undefined;
  /** A message or a screen. */
  readonly name: string | undefined;
  readonly line: string | undefined;
  readonly json: boolean;
}

async function main(root: string, asked: Asked): Promise<number> {
  const { command } = asked;
  const sources = await loadData(root);
  if (command === 'missing' || command === 'unused') {
    const faults = checkSources(sources);
    const found = command === 'missing' ? missingMessages(faults) : unusedMessages(faults);
    for (const fault of found) console.log(formatFault(fault));
    console.error(found.length === 0 ? `no message is ${command}` : `${found.length} ${command}`);
    return found.length === 0 ? 0 : 1;
  }
  if (command === 'sort') {
    const changed = Object.entries(sortedCatalogs(sources));
    for (const [file, text] of changed) {
      await writeFile(path.join(root, file), text);
      console.log(`sorted ${file}`);
    }
    if (changed.length === 0) console.error('every catalog is in order');
    return 0;
  }
  if (command === 'where' || command === 'shown-on') return tellShown(sources, command, asked);
  const question =
    command === undefined ? 'Which command?' : `no command "${command}": ${suggest(command, COMMANDS, 'see below')}`;
  console.error(`${question}\n${USAGE}`);
  return 1;
}

const COMMANDS = ['missing', 'unused', 'sort', 'where', 'shown-on'];
const USAGE = 'npm run messages -- missing | unused | sort | where KEY | shown-on SCREEN [--line LINE] [--json]';

/** Answers `where` and `shown-on`, from what the compiler makes of the data. */
async function tellShown(
  sources: Sources,
  command: 'where' | 'shown-on',
  { name, line: wanted, json }: Asked,
): Promise<number> {
  const all = resolveAll(sources).lines;
  const lines = Object.values(all).filter((line) => wanted === undefined || line.name === wanted);
  const known =
    command === 'where'
      ? lines.flatMap((line) => Object.values(line.messages).flatMap((catalog) => Object.keys(catalog)))
      : lines.flatMap((line) => Object.keys(line.screens));
  const kind = command === 'where' ? 'message' : 'screen';
  if (lines.length === 0 || name === undefined || !known.includes(name)) {
    const wrong =
      lines.length === 0
        ? `no line "${wanted}": ${suggest(String(wanted), Object.keys(all), 'see the folders of lines/')}`
        : name === undefined
          ? `Which ${kind}? ${USAGE}`
          : `no ${kind} "${name}": ${suggest(name, new Set(known), `write a ${kind} of the line`)}`;
    console.error(wrong);
    return 1;
  }
  const { shownBy, formatShownOn, formatWhere } = await import('./shown.ts');
  const question = command === 'where' ? { key: name } : { screen: name };
  const found = (await Promise.all(lines.map((line) => shownBy(sources.root, line, question)))).flat();
  if (json) console.log(JSON.stringify(found, null, 2));
  else if (command === 'where') console.log(formatWhere(found));
  else
    for (const line of lines)
      console.log(`${line.name}\n${formatShownOn(found.filter((row) => row.line === line.name))}`);
  if (found.length === 0) console.error(`nothing shows it: npm run messages -- unused`);
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const options = { line: { type: 'string' }, json: { type: 'boolean', default: false } } as const;
  const asked = readOptions(
    USAGE,
    options,
    ({ line, json = false }, [command, name, ...more]): Asked => {
      const one = command === 'where' || command === 'shown-on' ? more[0] : name;
      if (one !== undefined) throw new WrongOption(`"${one}" is a word too many.`);
      return { command, name, line, json };
    },
    3,
  );
  void main(process.cwd(), asked).then((code) => {
    process.exitCode = code;
  });
}
