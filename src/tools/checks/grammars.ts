/** Compares every file of the data with its grammar: by itself, as a layer, and merged with those below it. */
import { isDictionary, type ResolvedDocument } from '../documents.ts';
import type { SourceFile, Sources } from '../load.ts';
import type { Resolution } from '../resolve.ts';
import type { Fault } from './fault.ts';
import { grammarOf } from './files.ts';
import { checkGrammar, type GrammarFault, type GrammarOptions, type Grammars } from './grammar.ts';
import type { Schema } from './schema.ts';
import { soundLines } from './view.ts';

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
export function checkGrammars(sources: Sources, lines: Resolution['lines'], faults: Fault[]): Resolution['lines'] {
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
