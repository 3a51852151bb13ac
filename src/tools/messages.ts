/**
 * `npm run messages -- missing | unused | sort`: what translators ask of the catalogs. `missing` and `unused` list
 * keys and exit 1 when there are any; `sort` writes each catalog's keys in the order of the base English one.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkSources } from './check.ts';
import { type Fault, formatFault } from './checks/fault.ts';
import { isDictionary } from './documents.ts';
import { loadData, type SourceFile, type Sources } from './load.ts';

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

async function main(root: string, command: string | undefined): Promise<number> {
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
  console.error(
    `${command === undefined ? 'Which command?' : `No command "${command}".`} npm run messages -- missing | unused | sort`,
  );
  return 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  void main(process.cwd(), process.argv[2]).then((code) => {
    process.exitCode = code;
  });
}
