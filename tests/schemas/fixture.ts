/** Mistakes as small files laid over the real data and one new line, so that each fixture shows only the mistake. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Fault, formatFault } from '../../src/tools/checks/fault.ts';
import { grammarOf, schemaPath } from '../../src/tools/checks/files.ts';
import { type CompiledLine, compileLine } from '../../src/tools/compile-line.ts';
import { mergePatch } from '../../src/tools/documents.ts';
import { loadData, overlay, type Sources } from '../../src/tools/load.ts';
import { newLineFiles } from '../../src/tools/new-line.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';

export interface Fixture {
  /** Files written whole: an object is written as JSON with its `$schema` first, a string as it is, null deletes. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** RFC 7386 patches of files that are there. */
  readonly patch?: Readonly<Record<string, unknown>>;
  /**
   * What `check` prints, in order. Line and column are given in the fixture's files; in a patched file of the real data, where
   * lines move as it grows, the text of the line and the column; elsewhere neither.
   */
  readonly faults: readonly string[];
}

const ROOT = path.resolve(__dirname, '../..');

/** The real data with two lines only, one of each zone, and a new line to make mistakes in. */
export async function fixtureData(): Promise<Sources> {
  const sources = await loadData(ROOT);
  const wanted = { name: 'aurora', id: 42, extends: '_overseas', host: 'aurora.example' };
  const others = [...sources.paths].filter((file) => /^lines\/(?!_|renderbus\/|foxrenderfarm\/)/.test(file));
  const gone = Object.fromEntries(others.map((file) => [file, null]));
  return overlay(sources, { ...gone, ...newLineFiles(wanted, overlay(sources, gone)) });
}

/** The new line of a valid fixture, compiled. */
export async function compiledFixture(name: string): Promise<CompiledLine> {
  const [, fixture] = readFixtures('valid').find(([each]) => each === name) ?? [];
  if (fixture === undefined) throw new Error(`There is no valid fixture ${name}.`);
  const { lines } = resolveAll(applyFixture(await fixtureData(), fixture));
  const asset = (file: string): string => `/assets/${file}`;
  return compileLine(lines.aurora as ResolvedLine, { main: '/assets/main.js', apiBase: '', asset, banners: {} });
}

function textOf(file: string, content: unknown): string | null {
  if (content === null || typeof content === 'string') return content;
  const grammar = grammarOf(file);
  const whole = grammar ? { $schema: schemaPath(file, grammar), ...(content as object) } : content;
  return `${JSON.stringify(whole, null, 2)}\n`;
}

export function applyFixture(sources: Sources, fixture: Omit<Fixture, 'faults'>): Sources {
  const changes: Record<string, string | null> = {};
  for (const [file, content] of Object.entries(fixture.files ?? {})) changes[file] = textOf(file, content);
  for (const [file, patch] of Object.entries(fixture.patch ?? {})) {
    const present = sources.files.get(file);
    if (!present) throw new Error(`fixture patches ${file}, which is not there`);
    changes[file] = `${JSON.stringify(mergePatch(present.value, patch), null, 2)}\n`;
  }
  return overlay(sources, changes);
}

/** Fixtures of a folder by `<kind>/<name>`. */
export function readFixtures(folder: 'valid' | 'invalid'): [string, Fixture][] {
  const root = path.join(__dirname, folder);
  return readdirSync(root)
    .sort()
    .flatMap((kind) =>
      readdirSync(path.join(root, kind))
        .sort()
        .map((file): [string, Fixture] => [
          `${kind}/${file.replace(/\.json$/, '')}`,
          JSON.parse(readFileSync(path.join(root, kind, file), 'utf8')),
        ]),
    );
}

/** Faults as printed, with their places as a fixture gives them; places of the real data that they name are without lines. */
export function printed(faults: readonly Fault[], sources: Sources, fixture: Omit<Fixture, 'faults'>): string[] {
  const withoutLines = (text: string): string =>
    text.replace(/((?:lines|schemas)\/[\w./-]+\.json):\d+/g, (whole, file: string) =>
      Object.hasOwn(fixture.files ?? {}, file) || file.startsWith('lines/aurora/') ? whole : file,
    );
  return faults.map(({ message, fix, ...rest }) => {
    const fault: Fault = { ...rest, message: withoutLines(message), fix: withoutLines(fix) };
    const isPatched = Object.hasOwn(fixture.patch ?? {}, fault.file);
    if (Object.hasOwn(fixture.files ?? {}, fault.file) || (isPatched && fault.file.startsWith('lines/aurora/')))
      return formatFault(fault);
    const text = isPatched && sources.files.get(fault.file)?.text.split('\n')[fault.line - 1]?.trim();
    return `${fault.file}${text ? ` in ${text} at ${fault.column}` : ''}  ${fault.message}  ${fault.fix}`;
  });
}
