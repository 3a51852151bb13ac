/**
 * `npm run check`: proves the data before anyone sees it. Prints every fault as
 * `file:line:column  what is wrong  what to write instead` and exits 1 when there is one. `--json` prints them for
 * machines; `--watch` checks again whenever a file changes.
 */
import { watch } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkApi } from './checks/api.ts';
import { checkCalls } from './checks/calls.ts';
import { checkErrors, checkStored } from './checks/catalogue.ts';
import { type Fault, formatFault, uniqueFaults } from './checks/fault.ts';
import { checkField } from './checks/fields.ts';
import { checkFiles, grammarOf } from './checks/files.ts';
import { checkFlow, checkReachable } from './checks/flow.ts';
import { checkGrammar, type Grammars, type Schema } from './checks/grammar.ts';
import { checkLine } from './checks/line.ts';
import { checkCatalogs, checkMessages } from './checks/messages.ts';
import { makeScope, type Scope } from './checks/scope.ts';
import { checkScreen } from './checks/screens.ts';
import { checkTheme } from './checks/theme.ts';
import { namesOf } from './checks/values.ts';
import { loadData, type SourceFile, type Sources } from './load.ts';
import { isDictionary, type Resolution, type ResolvedDocument, type ResolvedLine, resolveAll } from './resolve.ts';

/** Documents that every line must have once its layers are merged. */
const NEEDED = ['line', 'theme', 'flow', 'calls', 'errors', 'enums', 'stored'];

function readGrammars(sources: Sources): Grammars {
  const prefix = 'schemas/config/';
  const entries = [...sources.files.values()]
    .filter((file) => file.path.startsWith(prefix) && isDictionary(file.value))
    .map((file): [string, Schema] => [file.path.slice(prefix.length), file.value as Schema]);
  return Object.fromEntries(entries);
}

/** Grammar faults of every layer file by itself: nothing is required in it, and null deletes. */
function checkLayers(sources: Sources, lines: Resolution['lines'], grammars: Grammars, faults: Fault[]): void {
  const merged = new Map<SourceFile, unknown>();
  for (const line of Object.values(lines)) {
    for (const top of Object.values(line.documents)) {
      for (let document: ResolvedDocument | undefined = top; document; document = document.below) {
        const file = document.files.at(-1);
        if (!file || merged.has(file)) break;
        merged.set(file, document.value);
      }
    }
  }
  for (const file of sources.files.values()) {
    const grammar = grammarOf(file.path);
    if (grammar === undefined || file.value === undefined) continue;
    for (const fault of checkGrammar(grammars, grammar, file.value, { patch: true, merged: merged.get(file) })) {
      faults.push({ ...file.place(fault.at, fault.part), message: fault.message, fix: fault.fix });
    }
  }
}

/** Faults of merged documents, each checked once however many lines share it. Gives the documents that are sound. */
function checkWholes(lines: Resolution['lines'], grammars: Grammars, faults: Fault[]): Set<ResolvedDocument> {
  const sound = new Set<ResolvedDocument>();
  const seen = new Set<ResolvedDocument>();
  for (const line of Object.values(lines)) {
    for (const document of Object.values(line.documents)) {
      if (seen.has(document)) continue;
      seen.add(document);
      const top = document.files.at(-1);
      const grammar = top && grammarOf(top.path);
      if (grammar === undefined || document.files.some((file) => file.value === undefined)) continue;
      const found = checkGrammar(grammars, grammar, document.value);
      if (found.length === 0) sound.add(document);
      for (const fault of found) {
        faults.push({ ...document.origin(fault.at, fault.part), message: fault.message, fix: fault.fix });
      }
    }
  }
  return sound;
}

function checkNeeded(line: ResolvedLine, faults: Fault[]): void {
  for (const id of NEEDED) {
    if (line.documents[id]) continue;
    const file = `lines/${id === 'theme' ? line.name : '_base'}/${id}.json`;
    faults.push({ file, line: 1, column: 1, message: `${id}.json is missing`, fix: `add ${file}` });
  }
}

/** Everything about one line that goes beyond grammar. */
function checkMeaning(scope: Scope, isSound: (line: ResolvedLine) => boolean): void {
  const { line } = scope;
  /** A checker may stumble over what the grammar has already reported; anything else is a bug of the checker. */
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (isSound(line)) throw error;
    }
  };
  attempt(() => checkLine(scope));
  attempt(() => checkTheme(scope));
  let names: ReturnType<typeof namesOf> | undefined;
  attempt(() => {
    names = namesOf(scope);
  });
  if (!names) return;
  const known = names;
  for (const [id, field] of Object.entries(line.fields)) attempt(() => checkField(scope, known, id, field));
  for (const [id, screen] of Object.entries(line.screens)) attempt(() => checkScreen(scope, known, id, screen));
  attempt(() => checkFlow(scope, known));
  attempt(() => checkReachable(scope));
  attempt(() => checkCalls(scope, known));
  attempt(() => checkErrors(scope, known));
  attempt(() => checkStored(scope, known));
  attempt(() => checkApi(scope, known));
}

/** Checks loaded data and gives every fault, each once, in the order of files and places. */
export function checkSources(sources: Sources): Fault[] {
  const { lines, faults: found } = resolveAll(sources);
  const faults = [...found, ...checkFiles(sources)];
  const grammars = readGrammars(sources);
  checkLayers(sources, lines, grammars, faults);
  const sound = checkWholes(lines, grammars, faults);
  const isSound = (line: ResolvedLine) =>
    NEEDED.every((id) => line.documents[id]) && Object.values(line.documents).every((document) => sound.has(document));
  const wantedByLayer = new Map<string, Set<string>>();
  for (const line of Object.values(lines)) {
    const scope = makeScope(line, lines, sources, faults);
    checkNeeded(line, faults);
    checkMeaning(scope, isSound);
    try {
      const wanted = checkMessages(scope, faults);
      for (const layer of line.layers) {
        const keys = wantedByLayer.get(layer) ?? new Set<string>();
        for (const key of wanted.keys()) keys.add(key);
        wantedByLayer.set(layer, keys);
      }
    } catch (error) {
      if (isSound(line)) throw error;
      // What this line needs is unknown, so nothing of its layers may be called unused.
      for (const layer of line.layers) wantedByLayer.delete(layer);
    }
  }
  checkCatalogs(sources, wantedByLayer, faults);
  return uniqueFaults(faults);
}

/** Reads and checks the data under `root`, the repository's folder. */
export const checkData = async (root: string): Promise<Fault[]> => checkSources(await loadData(root));

async function report(root: string, asJson: boolean): Promise<number> {
  const started = performance.now();
  const sources = await loadData(root);
  const faults = checkSources(sources);
  if (asJson) {
    console.log(JSON.stringify({ faults, files: sources.files.size }, null, 2));
    return faults.length;
  }
  for (const fault of faults) console.log(formatFault(fault));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const count = faults.length === 0 ? 'no faults' : faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  console.error(`${count} in ${sources.files.size} files (${seconds} s)`);
  return faults.length;
}

function watchData(root: string, asJson: boolean): void {
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void report(root, asJson), 100);
  };
  for (const folder of ['schemas', 'lines']) watch(path.join(root, folder), { recursive: true }, again);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const asJson = process.argv.includes('--json');
  const faults = await report(process.cwd(), asJson);
  if (process.argv.includes('--watch')) watchData(process.cwd(), asJson);
  else if (faults > 0) process.exitCode = 1;
}
