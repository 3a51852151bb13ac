/**
 * `npx tsx src/tools/move-data.ts`: writes the data under `lines/` in the grammar of this version. What the grammar implies
 * is taken out, what has a short form gets it, and former words become today's. What a line is compiled to stays the same.
 * Running it again changes nothing.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeMerged } from './documents.ts';
import { isDictionary } from './list-patch.ts';
import { loadData, type SourceFile, type Sources } from './load.ts';
import { moveCalls } from './move/move-calls.ts';
import { moveFlow } from './move/move-flow.ts';
import { shortJson } from './move/short-json.ts';
import { readOptions } from './options.ts';

type Json = Readonly<Record<string, unknown>>;

const read = ({ files }: Sources, file: string): Json => {
  const value = files.get(file)?.value;
  return isDictionary(value) ? value : {};
};

/** Files of a document, of this layer and those below, the lowest first. */
function filesOf(sources: Sources, layer: string, name: string): readonly SourceFile[] {
  const below = read(sources, `lines/${layer}/line.json`).extends;
  const file = sources.files.get(`lines/${layer}/${name}.json`);
  return [...(typeof below === 'string' ? filesOf(sources, below, name) : []), ...(file ? [file] : [])];
}

/** A document as the layers up to this one say it. */
function merged(sources: Sources, layer: string, name: string): Json {
  const files = filesOf(sources, layer, name);
  const value = files.length > 0 ? makeMerged(name, files).value : {};
  return isDictionary(value) ? value : {};
}

/** Code → what implies it, as errors.json of a layer says. */
function impliedOf(sources: Sources, layer: string): Readonly<Record<string, string>> {
  const { codes } = merged(sources, layer, 'errors');
  const entries = Object.entries(isDictionary(codes) ? codes : {}).flatMap(([code, entry]) =>
    isDictionary(entry) && typeof entry.impliedBy === 'string' ? [[code, entry.impliedBy] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** Call → the codes it may answer which say that a session is over. */
function endingOf(sources: Sources, layer: string): Readonly<Record<string, readonly string[]>> {
  const { codes } = merged(sources, layer, 'errors');
  const { calls } = merged(sources, layer, 'calls');
  const over = Object.entries(isDictionary(codes) ? codes : {}).flatMap(([code, entry]) =>
    isDictionary(entry) && entry.signsOut === true ? [code] : [],
  );
  const entries = Object.entries(isDictionary(calls) ? calls : {}).map(([id, call]) => {
    const fails: readonly unknown[] = isDictionary(call) ? [call.fails ?? []].flat() : [];
    return [id, over.filter((code) => fails.includes(code))];
  });
  return Object.fromEntries(entries);
}

function moved(sources: Sources, layer: string, name: string): Json | undefined {
  const file = read(sources, `lines/${layer}/${name}.json`);
  if (name === 'calls') {
    const { calls } = merged(sources, layer, 'calls');
    return moveCalls(file, { calls: isDictionary(calls) ? calls : {}, implied: impliedOf(sources, layer) });
  }
  if (name !== 'flow') return undefined;
  const lower = read(sources, `lines/${layer}/line.json`).extends;
  const below = typeof lower === 'string' ? merged(sources, lower, 'flow') : {};
  return moveFlow(file, { below, whole: merged(sources, layer, 'flow'), ending: endingOf(sources, layer) });
}

/** Files that the move changes → their new text. */
export function moveData(sources: Sources): Readonly<Record<string, string>> {
  const texts = [...sources.files].flatMap(([file, { value }]) => {
    const [, layer, name] = /^lines\/([^/]+)\/([^/]+)\.json$/.exec(file) ?? [];
    const after =
      layer === undefined || name === undefined || !isDictionary(value) ? undefined : moved(sources, layer, name);
    return after === undefined || JSON.stringify(after) === JSON.stringify(value) ? [] : [[file, shortJson(after)]];
  });
  return Object.fromEntries(texts);
}

async function main(): Promise<void> {
  const root = process.cwd();
  readOptions('npx tsx src/tools/move-data.ts', {}, () => undefined);
  const texts = moveData(await loadData(root));
  for (const [file, text] of Object.entries(texts)) {
    await writeFile(path.join(root, file), text);
    console.log(`wrote ${file}`);
  }
  if (Object.keys(texts).length === 0) console.log('nothing to move');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
