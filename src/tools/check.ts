/**
 * `npm run check`: proves the data before anyone sees it. Prints every fault as
 * `file:line:column  what is wrong  what to write instead` and exits 1 when there is one. `--json` prints them for
 * machines; `--watch` checks again whenever a file changes.
 */
import { watch } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkAccounts } from './checks/account.ts';
import { checkApi } from './checks/api.ts';
import { checkBanners } from './checks/banners.ts';
import { checkCalls } from './checks/calls.ts';
import { checkErrors, checkStored } from './checks/catalogue.ts';
import { checkConfirms } from './checks/confirms.ts';
import { type Fault, formatFault, uniqueFaults } from './checks/fault.ts';
import { checkField } from './checks/fields.ts';
import { checkFiles, grammarOf } from './checks/files.ts';
import { checkFlow } from './checks/flow.ts';
import { checkGrammar, type GrammarFault, type GrammarOptions, type Grammars } from './checks/grammar.ts';
import { checkLine } from './checks/line.ts';
import { checkCatalogs, checkMessages } from './checks/messages.ts';
import { checkPlaceholders } from './checks/placeholders.ts';
import { checkProofs } from './checks/proofs.ts';
import { checkProviders } from './checks/providers.ts';
import { checkReachable } from './checks/reach.ts';
import type { Schema } from './checks/schema.ts';
import { makeScope, type Scope } from './checks/scope.ts';
import { checkScreen } from './checks/screens.ts';
import { checkTheme } from './checks/theme.ts';
import { checkUnused } from './checks/unused.ts';
import { namesOf } from './checks/values.ts';
import { soundLines } from './checks/view.ts';
import { isDictionary, type ResolvedDocument } from './documents.ts';
import { loadData, type SourceFile, type Sources } from './load.ts';
import { type Resolution, type ResolvedLine, resolveAll } from './resolve.ts';

/** Documents that every line must have once its layers are merged. */
const NEEDED = ['line', 'theme', 'flow', 'calls', 'errors', 'enums', 'stored', 'providers'];

function readGrammars(sources: Sources): Grammars {
  const prefix = 'schemas/config/';
  const entries = [...sources.files.values()]
    .filter((file) => file.path.startsWith(prefix) && isDictionary(file.value))
    .map((file): [string, Schema] => [file.path.slice(prefix.length), file.value as Schema]);
  return Object.fromEntries(entries);
}

/** Grammar faults of every layer file by itself: nothing is required in it, and null deletes. */
function checkLayers(
  sources: Sources,
  lines: Resolution['lines'],
  grammars: Grammars,
): Map<SourceFile, GrammarFault[]> {
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
  const found = new Map<SourceFile, GrammarFault[]>();
  for (const file of sources.files.values()) {
    const grammar = grammarOf(file.path);
    if (grammar === undefined || file.value === undefined) continue;
    const faults = checkOnce(grammars, grammar, file.value, { patch: true, merged: merged.get(file) });
    if (faults.length > 0) found.set(file, faults);
  }
  return found;
}

/** Grammar faults by value and grammar: what did not change since the last run need not be checked again. */
let known = new WeakMap<object, Map<string, { merged: unknown; faults: GrammarFault[] }>>();
let knownGrammars: Grammars = {};

function checkOnce(grammars: Grammars, name: string, value: unknown, options: GrammarOptions = {}): GrammarFault[] {
  if (typeof value !== 'object' || value === null) return checkGrammar(grammars, name, value, options);
  const ofValue = known.get(value) ?? new Map<string, { merged: unknown; faults: GrammarFault[] }>();
  known.set(value, ofValue);
  const key = `${name} ${options.patch ?? false}`;
  const before = ofValue.get(key);
  if (before && before.merged === options.merged) return before.faults;
  const faults = checkGrammar(grammars, name, value, options);
  ofValue.set(key, { merged: options.merged, faults });
  return faults;
}

function forgetOldGrammars(grammars: Grammars): void {
  if (Object.keys(grammars).every((name) => grammars[name] === knownGrammars[name])) return;
  known = new WeakMap();
  knownGrammars = grammars;
}

/** Whether a merged document obeys its grammar whole, found out once however many lines share it. */
const wholeChecker =
  (grammars: Grammars) =>
  (document: ResolvedDocument): readonly GrammarFault[] => {
    const grammar = grammarOf(document.files[0]?.path ?? '');
    if (grammar === undefined || !document.files.some((file) => file.value !== undefined)) return [];
    return checkOnce(grammars, grammar, document.value);
  };

/** A fault of a merged document. Where two layers each say what only one may, the remedy is to take the lower one away. */
function placeWhole(document: ResolvedDocument, fault: GrammarFault): Fault {
  const place = document.origin(fault.at, fault.part);
  const rivals = (fault.rivals ?? []).map((name) => ({
    name,
    ...document.origin([...fault.at.slice(0, -1), name], 'key'),
  }));
  const top = document.files.at(-1)?.path;
  const upper = rivals.find((rival) => rival.file === top);
  const lower = rivals.find((rival) => rival.file !== top);
  if (!upper || !lower) return { ...place, message: fault.message, fix: fault.fix };
  const { name: _, ...there } = upper;
  return { ...there, message: fault.message, fix: `write "${lower.name}": null here, as ${lower.file} has set it` };
}

/** Grammar faults: of each file by itself, then of each merged document. Gives the lines without what is refused. */
function checkGrammars(sources: Sources, lines: Resolution['lines'], faults: Fault[]): Resolution['lines'] {
  const grammars = readGrammars(sources);
  forgetOldGrammars(grammars);
  const ofLayers = checkLayers(sources, lines, grammars);
  const checkWhole = wholeChecker(grammars);
  const seen = new Set<ResolvedDocument>();
  for (const line of Object.values(lines)) {
    for (const document of Object.values(line.documents)) {
      if (seen.has(document) || document.files.some((file) => file.value === undefined)) continue;
      seen.add(document);
      for (const fault of checkWhole(document)) {
        faults.push(placeWhole(document, fault));
      }
    }
  }
  for (const [file, found] of ofLayers) {
    for (const { at, part, message, fix, rivals } of found) {
      if (!rivals) faults.push({ ...file.place(at, part), message, fix });
    }
  }
  const isSound = ofLayers.size === 0 && [...seen].every((document) => checkWhole(document).length === 0);
  return isSound
    ? lines
    : soundLines(sources, ofLayers, (document) => !checkWhole(document).some((fault) => fault.breaks));
}

function checkNeeded(line: ResolvedLine, faults: Fault[]): void {
  for (const id of NEEDED) {
    if (line.documents[id]) continue;
    const file = `lines/${id === 'theme' ? line.name : '_base'}/${id}.json`;
    faults.push({ file, line: 1, column: 1, message: `${id}.json is missing`, fix: `add ${file}` });
  }
}

/** A checker may stumble over a gap that is already reported; with nothing reported it is a bug of the checker. */
const attempting =
  (isSound: boolean, onStumble = () => {}) =>
  (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (isSound) throw error;
      onStumble();
    }
  };

/** Everything about one line that goes beyond grammar. */
function checkMeaning(scope: Scope, attempt: (work: () => void) => void): void {
  const { line } = scope;
  attempt(() => checkLine(scope));
  attempt(() => checkTheme(scope));
  attempt(() => checkProviders(scope));
  attempt(() => {
    const names = namesOf(scope);
    for (const [id, field] of Object.entries(line.fields)) attempt(() => checkField(scope, names, id, field));
    for (const [id, screen] of Object.entries(line.screens)) attempt(() => checkScreen(scope, names, id, screen));
    attempt(() => checkFlow(scope, names));
    attempt(() => checkAccounts(scope));
    attempt(() => checkConfirms(scope));
    attempt(() => checkCalls(scope, names));
    attempt(() => checkErrors(scope, names));
    attempt(() => checkStored(scope, names));
    attempt(() => checkApi(scope, names));
    attempt(() => checkProofs(scope));
  });
}

interface Judged {
  readonly faults: readonly Fault[];
  /** Keys of messages that the line shows. */
  readonly wanted: readonly string[];
}

/** Lines as judged before, with what they are judged by besides themselves. */
const judged = new WeakMap<ResolvedLine, { readonly by: string; readonly others: readonly unknown[] } & Judged>();

/**
 * Checks what one line means. One that was judged before, among the same `line.json` of the others, is not judged again.
 * @param isSound nothing else is wrong
 */
function judgeLine(line: ResolvedLine, all: Resolution['lines'], isSound: boolean): Judged {
  const by = Object.keys(all).join();
  const others = Object.values(all).map((other) => other.line);
  const before = judged.get(line);
  if (before?.by === by && before.others.every((other, at) => other === others[at])) return before;
  const faults: Fault[] = [];
  let stumbled = false;
  const attempt = attempting(isSound, () => {
    stumbled = true;
  });
  const scope = makeScope(line, all, faults);
  let wanted: readonly string[] = [];
  checkMeaning(scope, attempt);
  attempt(() => {
    wanted = [...checkMessages(scope, faults).keys()];
  });
  if (!stumbled) judged.set(line, { by, others, faults, wanted });
  return { faults, wanted };
}

const placeOf = ({ file, line, column }: Fault) => `${file}:${line}:${column}`;

export interface CheckOptions {
  /** Reports what only stands in for an operator's own hosts and contacts, too. */
  readonly production?: boolean;
}

/** Checks loaded data and gives every fault, each once, in the order of files and places. */
export function checkSources(sources: Sources, { production = false }: CheckOptions = {}): Fault[] {
  const { lines, faults: found } = resolveAll(sources);
  const faults = [...found, ...checkFiles(sources)];
  for (const line of Object.values(lines)) checkNeeded(line, faults);
  const sound = checkGrammars(sources, lines, faults);
  const isSound = faults.length === 0;
  const meaning: Fault[] = [];
  const attempt = attempting(isSound);
  const wantedByLayer = new Map<string, Set<string>>();
  for (const line of Object.values(sound)) {
    const { faults: ofLine, wanted } = judgeLine(line, sound, isSound);
    meaning.push(...ofLine);
    for (const layer of line.layers) {
      const ofLayer = wantedByLayer.get(layer) ?? new Set();
      wantedByLayer.set(layer, ofLayer);
      for (const key of wanted) ofLayer.add(key);
    }
  }
  attempt(() => checkReachable(sound, meaning));
  attempt(() => checkBanners(sources, sound, meaning));
  checkCatalogs(sources, wantedByLayer, meaning);
  if (isSound && meaning.length === 0) checkUnused(sound, sources, meaning);
  if (production) {
    for (const line of Object.values(sound)) attempt(() => checkPlaceholders(makeScope(line, sound, meaning)));
  }
  // What the grammar refuses has been told of; what else it may mean is no second fault.
  const told = new Set(faults.filter((fault) => fault.line > 1 || fault.column > 1).map(placeOf));
  return uniqueFaults([...faults, ...meaning.filter((fault) => !told.has(placeOf(fault)))]);
}

/** Reads and checks the data under `root`, the repository's folder. */
export const checkData = async (root: string): Promise<Fault[]> => checkSources(await loadData(root));

async function report(root: string, asJson: boolean, options: CheckOptions): Promise<number> {
  const started = performance.now();
  const sources = await loadData(root);
  const faults = checkSources(sources, options);
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

function watchData(root: string, asJson: boolean, options: CheckOptions): void {
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void report(root, asJson, options), 100);
  };
  for (const folder of ['schemas', 'lines']) watch(path.join(root, folder), { recursive: true }, again);
}

async function main(): Promise<void> {
  const asJson = process.argv.includes('--json');
  const options = { production: process.argv.includes('--production') };
  const faults = await report(process.cwd(), asJson, options);
  if (process.argv.includes('--watch')) watchData(process.cwd(), asJson, options);
  else if (faults > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
