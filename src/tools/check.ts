/**
 * `npm run check`: proves the data before anyone sees it. Prints every fault as
 * `file:line:column  what is wrong  what to write instead` and exits 1 when there is one. `--format` prints them for
 * programs (`json`, for which `--json` is short), for code scanners (`sarif`) or as annotations (`github`); `--watch`
 * checks again whenever a file changes.
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
import { type Fault, suggest, uniqueFaults } from './checks/fault.ts';
import { checkField } from './checks/fields.ts';
import { checkFiles } from './checks/files.ts';
import { checkFlow } from './checks/flow.ts';
import { FORMATS, type Format, isFormat } from './checks/formats.ts';
import { checkGrammars } from './checks/grammars.ts';
import { checkLine } from './checks/line.ts';
import { checkCatalogs, checkMessages } from './checks/messages.ts';
import { checkPlaceholders } from './checks/placeholders.ts';
import { checkProofs } from './checks/proofs.ts';
import { checkProviders } from './checks/providers.ts';
import { checkReachable } from './checks/reach.ts';
import { makeScope, type Scope } from './checks/scope.ts';
import { checkScreen } from './checks/screens.ts';
import { checkTheme } from './checks/theme.ts';
import { checkUnused } from './checks/unused.ts';
import { namesOf } from './checks/values.ts';
import { loadData, type Sources } from './load.ts';
import { readOptions, WrongOption } from './options.ts';
import { type Resolution, type ResolvedLine, resolveAll } from './resolve.ts';

/** Documents that every line must have once its layers are merged. */
const NEEDED = ['line', 'theme', 'flow', 'calls', 'errors', 'enums', 'stored', 'providers'];

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

interface ReportOptions extends CheckOptions {
  readonly format: Format;
}

async function report(root: string, options: ReportOptions): Promise<number> {
  const started = performance.now();
  const sources = await loadData(root);
  const faults = checkSources(sources, options);
  const text = FORMATS[options.format](faults, sources.files.size);
  if (text !== '') console.log(text);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const count = faults.length === 0 ? 'no faults' : faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  console.error(`${count} in ${sources.files.size} files (${seconds} s)`);
  return faults.length;
}

function watchData(root: string, options: ReportOptions): void {
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void report(root, options), 100);
  };
  for (const folder of ['schemas', 'lines']) watch(path.join(root, folder), { recursive: true }, again);
}

const USAGE = `npm run check -- [--format ${Object.keys(FORMATS).join('|')}] [--watch] [--production]`;

async function main(): Promise<void> {
  const { watching, ...options } = readOptions(
    USAGE,
    {
      format: { type: 'string', default: 'people' },
      json: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      production: { type: 'boolean', default: false },
    },
    ({ format: wanted, json, watch: watching, production }) => {
      const format = json ? 'json' : wanted;
      if (!isFormat(format)) {
        const fix = suggest(format, Object.keys(FORMATS), '');
        throw new WrongOption(`No format "${format}": ${fix}`);
      }
      return { format, production, watching };
    },
  );
  const faults = await report(process.cwd(), options);
  if (watching) watchData(process.cwd(), options);
  else if (faults > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
