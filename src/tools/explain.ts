/**
 * `npm run explain -- <line> [word …]`: what a word means on a line: a screen, a field, a call, an error code, a provider, a
 * message, a host, or a path of the data. Tells the values, who set them, what every layer says of them, and what names
 * them. Without a word: the line's facts and looks, and whatever else it or its region changes. A host may stand without a
 * line. `--json` gives the same for programs.
 */
import { pathToFileURL } from 'node:url';
import { type Answer, answersOf, hostAnswers } from './answers.ts';
import { formatFault } from './checks/fault.ts';
import { type Explained, explain, UnknownName } from './explained.ts';
import { patchText } from './list-patch.ts';
import { loadData } from './load.ts';
import { readOptions } from './options.ts';
import { type Resolution, resolveAll } from './resolve.ts';

/** Columns that a text takes in a terminal: East Asian characters take two. */
const widthOf = (text: string) =>
  text.length +
  (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g)
    ?.length ?? 0);

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)));

const MOST = 70;

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
}

/** Rows of cells, the cells under each other. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  return rows.map((row) => row.map((cell, at) => (at < row.length - 1 ? pad(cell, widths[at] ?? 0) : cell)).join('  '));
}

/** Columns: path, value, origin; below, what each layer says where several do. */
export function formatExplained(rows: readonly Explained[]): string {
  const told = columns(rows.map(({ path, value, origin }) => [path, shortened(value), origin]));
  return rows
    .flatMap(({ says }, at) => {
      if (says.length < 2) return [told[at] ?? ''];
      const layers = says.map(({ layer, value, origin, patch }) => [
        layer,
        patch ? patchText(patch) : value === null ? 'deletes it' : shortened(value),
        origin,
      ]);
      return [told[at] ?? '', ...columns(layers).map((each) => `    ${each}`)];
    })
    .join('\n');
}

function formatAnswer({ line, kind, name, values, uses, unset }: Answer): string {
  if (unset !== undefined) return `${kind} ${name} of ${line}\n${unset}`;
  const used = columns(uses.map(({ where, origin }) => (origin === undefined ? [where] : [where, origin])));
  const nothing = kind === 'path' ? 'no data names it: code reads it' : 'no data names it';
  const told = used.length > 0 ? ['named or shown in', ...used.map((each) => `  ${each}`)] : [nothing];
  return [`${kind} ${name} of ${line}`, formatExplained(values), ...told].join('\n');
}

const USAGE = `npm run explain -- <line> [screen, field, call, error code, provider, message, host or path] [--json]
  npm run explain -- <host>`;

/** Answers to the words of the command line. */
async function answer(resolution: Resolution, root: string, words: readonly string[]) {
  const [first, word] = words;
  const names = Object.keys(resolution.lines);
  if (first === undefined) throw new UnknownName(`Which line? ${USAGE}\nLines: ${names.join(', ')}`);
  if (word === undefined && resolution.lines[first] === undefined) {
    const found = hostAnswers(resolution, first);
    if (found.length > 0) return found;
  }
  return word === undefined ? explain(resolution, first) : answersOf(resolution, root, first, word);
}

async function main(): Promise<void> {
  const { json, words } = readOptions(
    USAGE,
    { json: { type: 'boolean', default: false } },
    (options, given) => ({ ...options, words: given }),
    2,
  );
  const sources = await loadData(process.cwd());
  const resolution = resolveAll(sources);
  for (const fault of resolution.faults) console.error(formatFault(fault));
  try {
    const found = await answer(resolution, sources.root, words);
    if (json) console.log(JSON.stringify(found, null, 2));
    else {
      const texts = found.map((each) => ('kind' in each ? formatAnswer(each) : undefined));
      console.log(texts.includes(undefined) ? formatExplained(found as Explained[]) : texts.join('\n\n'));
    }
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
