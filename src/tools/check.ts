/**
 * `npm run check`: proves the data before anyone sees it. Prints every fault as
 * `file:line:column  what is wrong  what to write instead` and exits 1 when there is one. `--format` prints them for
 * programs (`json`, for which `--json` is short), for code scanners (`sarif`) or as annotations (`github`); `--watch`
 * checks again whenever a file changes.
 */
import { watch } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkBanners } from './checks/banners.ts';
import { checkCounterparts } from './checks/counterparts.ts';
import { tellDoubled } from './checks/doubled.ts';
import { checkDrawings } from './checks/drawings.ts';
import { checkEncodings } from './checks/encodings.ts';
import { checkFaces } from './checks/faces.ts';
import { type Fault, suggest, uniqueFaults } from './checks/fault.ts';
import { checkCatalogs, checkFiles, grammarOf } from './checks/files.ts';
import { FORMATS, type Format, isFormat } from './checks/formats.ts';
import { checkHandlers } from './checks/handlers.ts';
import { judgeLine, type Sound } from './checks/judge.ts';
import { checkKeys } from './checks/keys.ts';
import { checkGrammars } from './checks/layers.ts';
import { checkPlaceholders } from './checks/placeholders.ts';
import { checkReachable } from './checks/reach.ts';
import { tellRenames } from './checks/renames.ts';
import { checkRepeats } from './checks/repeats.ts';
import { makeScope } from './checks/scope.ts';
import { checkSwapped } from './checks/swapped.ts';
import { checkTexts } from './checks/texts.ts';
import { checkUnused } from './checks/unused.ts';
import { checkZones } from './checks/zones.ts';
import { loadData, type Sources } from './load.ts';
import { readOptions, WrongOption } from './options.ts';
import { type ResolvedLine, resolveAll } from './resolve.ts';

/** Documents that every line must have once its layers are merged. */
const NEEDED = ['line', 'theme', 'flow', 'calls', 'errors', 'enums', 'stored', 'providers'];

/** Whether a line has what every line must have; reports what it has not. */
function hasNeeded(line: ResolvedLine, faults: Fault[]): boolean {
  const absent = NEEDED.filter((id) => !line.documents[id]);
  for (const id of absent) {
    const file = `lines/${id === 'theme' ? line.name : '_base'}/${id}.json`;
    faults.push({ file, line: 1, column: 1, message: `${id}.json is missing`, fix: `add ${file}` });
  }
  return absent.length === 0;
}

/** Folders of lines, also of those that cannot be read. */
const lineNames = ({ paths }: Sources): string[] => [
  ...new Set([...paths].flatMap((path) => /^lines\/([^_/][^/]*)\//.exec(path)?.[1] ?? [])),
];

export interface CheckOptions {
  /** Reports what only stands in for an operator's own hosts and contacts, too. */
  readonly production?: boolean;
}

/** The layers of a file: those of its folder, or all lines' for what is no line's. */
const concerns = (line: ResolvedLine, { file }: Fault): boolean =>
  !file.startsWith('lines/') || line.layers.includes(file.split('/')[1] ?? '');

/**
 * Checks loaded data and gives every fault, each once, in the order of files and places. It goes from what can be read, by
 * what obeys the grammar, to what it means: a line is judged only as far as it is sound, so that one mistake is one fault.
 */
export function checkSources(sources: Sources, { production = false }: CheckOptions = {}): Fault[] {
  const { lines: read, faults: found } = resolveAll(sources);
  const unread = [...sources.files.values()].filter(({ value }) => value === undefined);
  const faults = [...found, ...checkFiles(sources), ...checkEncodings(sources), ...checkDrawings(sources)];
  // A grammar that cannot be read says nothing about what it should judge.
  if (unread.some(({ path }) => path.startsWith('schemas/config/'))) return uniqueFaults(faults);
  const misnamed = checkCatalogs(sources);
  const misspelt = misnamed.length > 0 ? [] : checkCounterparts(sources);
  // What a file says in a wrong place is missing in the right one.
  const homeless = faults.filter(({ file }) => /^lines\/.*\.json$/.test(file) && grammarOf(file) === undefined);
  faults.push(...misnamed, ...misspelt);
  const blind = [
    ...faults.filter(({ file }) => sources.files.get(file)?.isMisread),
    ...homeless,
    ...misnamed,
    ...misspelt,
  ];
  const stray = checkZones(read, faults);
  const resolved = Object.fromEntries(Object.entries(read).filter(([name]) => !stray.has(name)));
  const lines = Object.values(resolved).filter((line) => !blind.some((fault) => concerns(line, fault)));
  const complete = lines.filter((line) => hasNeeded(line, faults));
  const sound = checkGrammars(sources, resolved, lines, faults).filter((line) => complete.includes(line));
  const names = lineNames(sources);
  const ofKinds: Sound = new Map();
  const judged = sound.map((line) => judgeLine(line, resolved, names, ofKinds));
  for (const each of judged) faults.push(...each.faults);
  const comparable = Object.fromEntries(sound.map((line) => [line.name, line]));
  const ofTexts = checkTexts(sources, new Set(misspelt.map(({ name }) => name)), stray);
  faults.push(...ofTexts.faults);
  // What nothing leads to or uses can be told only when all are there that might, by the right names.
  const isWhole = sound.length === names.length && faults.length === 0;
  if (isWhole) checkHandlers(sources, comparable, faults);
  if (isWhole) checkReachable(comparable, faults);
  if (isWhole) faults.push(...checkSwapped(sources));
  const clean = judged.filter(({ faults: ofLine }) => ofLine.length === 0);
  checkBanners(
    sources,
    clean.map(({ line }) => line),
    faults,
  );
  checkFaces(
    sources,
    clean.map(({ line }) => line),
    faults,
  );
  checkKeys(sources, clean, isWhole && faults.length === 0, faults);
  if (isWhole && faults.length === 0) checkUnused(comparable, sources, faults);
  if (isWhole && faults.length === 0) checkRepeats(comparable, faults);
  if (production) for (const line of sound) checkPlaceholders(makeScope(line, resolved, faults, names));
  // What is wrong with a text by itself is told alone: what it lacks besides may be in the text that was meant.
  const isBeside = (fault: Fault): boolean =>
    ofTexts.places.has(`${fault.file}:${fault.line}`) && !ofTexts.faults.includes(fault);
  const told = faults.filter((fault) => !isBeside(fault));
  return uniqueFaults(tellDoubled(tellRenames(told, Object.values(comparable), sources), sources));
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
