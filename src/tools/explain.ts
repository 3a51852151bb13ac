/**
 * `npm run explain -- <line> [screen]`: each resolved value of a line with the file that set it. Without a screen:
 * the line's facts and looks, and whatever else it or its region changes. `--json` gives the same for machines.
 */
import { pathToFileURL } from 'node:url';
import { formatFault, suggest } from './checks/fault.ts';
import { fieldIds } from './checks/scope.ts';
import { isDictionary } from './documents.ts';
import { loadData, type Path } from './load.ts';
import { type Resolution, type ResolvedLine, resolveAll } from './resolve.ts';

export interface Explained {
  /** Document and path of the value, such as `line.languages.default`. */
  readonly path: string;
  readonly value: unknown;
  /** `file:line` that set it. */
  readonly origin: string;
}

/** A question that has no answer, and the nearest one that has. */
export class UnknownName extends Error {}

const STEP = /^[A-Za-z_$][\w$-]*$/;

/** Path as text: steps by dots, names that hold dots in quotes, places in lists in brackets. */
export function pathText(at: Path): string {
  return at
    .map((step) => (typeof step === 'number' ? `[${step}]` : STEP.test(step) ? `.${step}` : `["${step}"]`))
    .join('')
    .replace(/^\./, '');
}

/** Leaves of a value: plain values, empty containers, and lists of plain values, which replace each other as a whole. */
function leaves(value: unknown, at: Path): { at: Path; value: unknown }[] {
  const isPlain = (item: unknown) => typeof item !== 'object' || item === null;
  if (isPlain(value)) return [{ at, value }];
  if (Array.isArray(value)) {
    return value.every(isPlain) ? [{ at, value }] : value.flatMap((item, index) => leaves(item, [...at, index]));
  }
  const entries = Object.entries(value as object);
  return entries.length === 0 ? [{ at, value }] : entries.flatMap(([name, inner]) => leaves(inner, [...at, name]));
}

function explainDocument(line: ResolvedLine, id: string, within: Path = []): Explained[] {
  const document = line.documents[id];
  if (!document) return [];
  let value: unknown = document.value;
  for (const step of within) value = isDictionary(value) ? value[String(step)] : undefined;
  if (value === undefined) return [];
  return leaves(value, within).map((leaf) => {
    const place = document.origin(leaf.at);
    const path = id.startsWith('messages/') ? leaf.at.join('') : pathText(leaf.at);
    return {
      path: `${id} ${path}`.trimEnd(),
      value: leaf.value,
      origin: `${place.file}:${place.line}`,
    };
  });
}

/** Everything one line is made of; of one screen only, when it is named. Throws `UnknownName` with the nearest name. */
export function explain({ lines }: Pick<Resolution, 'lines'>, name: string, screen?: string): Explained[] {
  const line = lines[name];
  if (!line)
    throw new UnknownName(`no line "${name}": ${suggest(name, Object.keys(lines), 'see the folders of lines/')}`);
  if (screen === undefined) {
    const base = `lines/${line.layers[0]}/`;
    const changed = Object.keys(line.documents)
      .filter((id) => id !== 'line' && id !== 'theme')
      .sort()
      .flatMap((id) => explainDocument(line, id))
      .filter(({ origin }) => !origin.startsWith(base) && !origin.startsWith('schemas/'));
    return [...explainDocument(line, 'line'), ...explainDocument(line, 'theme'), ...changed];
  }
  const found = line.screens[screen];
  if (!found) {
    throw new UnknownName(
      `no screen "${screen}": ${suggest(screen, Object.keys(line.screens), 'see lines/_base/screens/')}`,
    );
  }
  const texts = Object.keys(line.documents).filter((id) => id.startsWith('messages/'));
  return [
    ...explainDocument(line, 'line', ['routes', screen]),
    ...explainDocument(line, `screens/${screen}`),
    ...explainDocument(line, 'flow', ['screens', screen]),
    ...[...fieldIds(found)].flatMap((field) => explainDocument(line, `fields/${field}`)),
    ...texts.flatMap((id) =>
      Object.keys(line.messages[id.slice('messages/'.length)] ?? {})
        .filter((key) => key.startsWith(`screens.${screen}.`))
        .flatMap((key) => explainDocument(line, id, [key])),
    ),
  ];
}

/** Columns that a text takes in a terminal: East Asian characters take two. */
const widthOf = (text: string) =>
  text.length +
  (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g)
    ?.length ?? 0);

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Columns: path, value, origin. */
export function formatExplained(rows: readonly Explained[]): string {
  const most = 70;
  const texts = rows.map((row) => {
    const value = JSON.stringify(row.value);
    return { ...row, text: value.length > most ? `${value.slice(0, most - 1)}…` : value };
  });
  const first = Math.max(0, ...texts.map((row) => widthOf(row.path)));
  const second = Math.max(0, ...texts.map((row) => widthOf(row.text)));
  return texts.map((row) => `${pad(row.path, first)}  ${pad(row.text, second)}  ${row.origin}`).join('\n');
}

async function main(): Promise<void> {
  const [name, screen] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const resolution = resolveAll(await loadData(process.cwd()));
  for (const fault of resolution.faults) console.error(formatFault(fault));
  try {
    if (name === undefined) {
      const names = Object.keys(resolution.lines).join(', ');
      throw new UnknownName(`Which line? npm run explain -- <line> [screen]\nLines: ${names}`);
    }
    const rows = explain(resolution, name, screen);
    console.log(process.argv.includes('--json') ? JSON.stringify(rows, null, 2) : formatExplained(rows));
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
