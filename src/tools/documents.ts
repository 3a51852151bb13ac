/** Documents of a line: files of its layers on top of each other, by RFC 7386, and which file set what. */
import type { Path, Place, SourceFile } from './load.ts';

/** One thing of a line (`line`, `flow`, `screens/<id>`, `fields/<id>`, `messages/<language>` …) and the files it was merged from. */
export interface ResolvedDocument {
  readonly id: string;
  /** Bottom layer first. */
  readonly files: readonly SourceFile[];
  readonly value: unknown;
  /** The same without its top file. */
  readonly below: ResolvedDocument | undefined;
  /** Place of the value at `at` in the file that set it; the nearest enclosing value when nothing set it. */
  origin(at?: Path, part?: 'value' | 'key'): Place;
}

type Dictionary = Readonly<Record<string, unknown>>;
export const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** RFC 7386. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isDictionary(patch)) return patch;
  const result: Record<string, unknown> = isDictionary(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = mergePatch(result[key], value);
  }
  return result;
}

/**
 * How many steps of `at` a layer's value has, and whether it settles the matter: a list, a plain value or a null
 * replaces whatever the layers below say there.
 */
function follow(value: unknown, at: Path): { depth: number; settled: boolean } {
  let current = value;
  for (const [depth, step] of at.entries()) {
    if (Array.isArray(current)) {
      const inside = follow(current[Number(step)], at.slice(depth + 1));
      return { depth: Number(step) < current.length ? depth + 1 + inside.depth : depth, settled: true };
    }
    if (!isDictionary(current)) return { depth, settled: true };
    if (!Object.hasOwn(current, step)) return { depth, settled: false };
    current = current[String(step)];
    if (current === null) return { depth, settled: true };
  }
  return { depth: at.length, settled: !isDictionary(current) };
}

function makeDocument(
  id: string,
  files: readonly SourceFile[],
  value: unknown,
  below: ResolvedDocument | undefined,
): ResolvedDocument {
  return {
    id,
    files,
    value,
    below,
    origin(at = [], part = 'value') {
      let best = { file: files.at(-1) as SourceFile, depth: -1 };
      for (const file of [...files].reverse()) {
        const { depth, settled } = follow(file.value, at);
        if (depth > best.depth) best = { file, depth };
        if (settled) break;
      }
      return best.file.place(at.slice(0, best.depth), part);
    },
  };
}

function withoutSchema(value: unknown): unknown {
  const { $schema: _, ...rest } = isDictionary(value) ? value : {};
  return isDictionary(value) ? rest : value;
}

/** Documents by their top file and what is below it. */
const made = new WeakMap<SourceFile, Map<ResolvedDocument | undefined, ResolvedDocument>>();

/**
 * Merges files into a document. The same files give the very same object, so that lines of one region share what
 * they do not change, and a second run shares what was not edited.
 */
export function makeMerged(id: string, files: readonly SourceFile[]): ResolvedDocument {
  const top = files.at(-1) as SourceFile;
  const below = files.length > 1 ? makeMerged(id, files.slice(0, -1)) : undefined;
  const ofTop = made.get(top) ?? new Map<ResolvedDocument | undefined, ResolvedDocument>();
  made.set(top, ofTop);
  const known = ofTop.get(below);
  if (known) return known;
  const patch = withoutSchema(top.value);
  const value = patch === undefined ? (below?.value ?? {}) : mergePatch(below?.value, patch);
  const document = makeDocument(id, files, value, below);
  ofTop.set(below, document);
  return document;
}
