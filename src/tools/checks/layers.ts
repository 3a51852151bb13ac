/** Grammar faults: of each file by itself, then of each merged document. Tells which lines are sound enough to be judged further. */
import { isDictionary, type ResolvedDocument } from '../documents.ts';
import type { Path, SourceFile, Sources } from '../load.ts';
import { memory } from '../memory.ts';
import type { Resolution, ResolvedLine } from '../resolve.ts';
import { deletesNothing } from './deletions.ts';
import { type Fault, meantBy, nearest } from './fault.ts';
import { ALONE, grammarOf, namesGrammar } from './files.ts';
import { checkGrammar, type GrammarOptions } from './grammar.ts';
import type { GrammarFault, Grammars, Schema } from './schema.ts';
import { withoutScreen } from './variants.ts';

function readGrammars(sources: Sources): Grammars {
  const prefix = 'schemas/config/';
  const entries = [...sources.files.values()]
    .filter((file) => file.path.startsWith(prefix) && isDictionary(file.value))
    .map((file): [string, Schema] => [file.path.slice(prefix.length), file.value as Schema]);
  return Object.fromEntries(entries);
}

interface LayerFaults {
  readonly found: ReadonlyMap<SourceFile, readonly GrammarFault[]>;
  /** The lowest document that each file is the top of. */
  readonly merged: ReadonlyMap<SourceFile, ResolvedDocument>;
}

/** What is told of an entry that is not whole, or patches what is not there. */
const LACKING = / is missing$|^a patch of /;

const unneededOf = memory<SourceFile, GrammarFault[]>();

/** Grammar faults of every layer file by itself: nothing is required in it, and null deletes. */
function checkLayers(sources: Sources, lines: Resolution['lines'], grammars: Grammars): LayerFaults {
  const merged = new Map<SourceFile, ResolvedDocument>();
  for (const line of Object.values(lines)) {
    for (const top of Object.values(line.documents)) {
      for (let document: ResolvedDocument | undefined = top; document; document = document.below) {
        const file = document.files.at(-1);
        if (!file || merged.has(file)) break;
        merged.set(file, document);
      }
    }
  }
  const found = new Map<SourceFile, readonly GrammarFault[]>();
  const tops = new Set(Object.values(lines).flatMap((line) => Object.values(line.documents)));
  // What stands below goes first: on a wrong layer, a right one may look wrong.
  const depth = (file: SourceFile) => (merged.get(file)?.files ?? []).length;
  for (const file of [...sources.files.values()].sort((a, b) => depth(a) - depth(b))) {
    const grammar = grammarOf(file.path);
    if (grammar === undefined || file.value === undefined) continue;
    const document = merged.get(file);
    const isAlone = grammar === ALONE;
    // Of a line that cannot be put together nobody knows what its files patch.
    if (!document && !isAlone && file.path.startsWith('lines/')) continue;
    if (document?.below?.files.some((lower) => lower.value === undefined || found.has(lower))) continue;
    // What nothing patches is whole, and is looked at once.
    const isWhole = document?.files.length === 1 && tops.has(document);
    const checked =
      isWhole || isAlone
        ? checkOnce(grammars, grammar, document?.value ?? file.value)
        : checkOnce(grammars, grammar, file.value, { patch: true, merged: document?.value });
    // Where layers contradict each other, the merged document tells how to mend it.
    const ofGrammar = checked
      .filter(({ rivals }) => !rivals)
      .map((fault) => (LACKING.test(fault.message) ? ofEntry(document, fault) : fault));
    const mistakes = document?.mistakes ?? [];
    // An event of the flow may take away what a shared one of its name has.
    const below = grammar === 'flow.json' ? undefined : document?.below;
    const unneeded =
      below && ofGrammar.length === 0
        ? unneededOf(file, [below.value], () => deletesNothing(file.value, below.value))
        : [];
    const faults: readonly GrammarFault[] = ofGrammar.length > 0 ? ofGrammar : [...mistakes, ...unneeded];
    if (faults.length > 0) found.set(file, faults);
  }
  return { found, merged };
}

const ofGrammars = memory<object, GrammarFault[]>();

/** Grammar faults of a value: what did not change since the last run, nor its grammars, is not checked again. */
function checkOnce(grammars: Grammars, name: string, value: unknown, options: GrammarOptions = {}): GrammarFault[] {
  const by = [name, options.patch ?? false, options.merged, ...Object.values(grammars)];
  // How a file names its grammar is a matter of files.
  return ofGrammars(value as object, by, () =>
    checkGrammar(grammars, name, value, options).filter(({ at }) => !namesGrammar(at[0])),
  );
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

const has = (faults: readonly GrammarFault[], { at, message }: GrammarFault): boolean =>
  faults.some((other) => other.message === message && `${other.at}` === `${at}`);

/** Of a document and those below it the lowest with the same fault: those above it inherit it. */
function lowest(
  document: ResolvedDocument,
  fault: GrammarFault,
  checkWhole: (document: ResolvedDocument) => readonly GrammarFault[],
): ResolvedDocument {
  const { below } = document;
  return below && has(checkWhole(below), fault) ? lowest(below, fault, checkWhole) : document;
}

/**
 * The entry that a fault is in, where the topmost layer patches an entry that no layer below has, by nearly the name of
 * one that is there: all that such an entry lacks is in the one that was meant.
 */
function misnamedEntry(document: ResolvedDocument, fault: GrammarFault): { at: Path; meant: string } | undefined {
  const { files, below } = document;
  const { at } = fault;
  let mine: unknown = files.at(-1)?.value;
  let theirs: unknown = below?.value;
  for (const [index, name] of at.entries()) {
    // What the topmost layer does not say one below it may.
    if (!isDictionary(mine)) return below && misnamedEntry(below, fault);
    if (!isDictionary(theirs)) return undefined;
    const own = mine;
    if (Object.hasOwn(own, name) && !Object.hasOwn(theirs, name)) {
      const others = Object.keys(theirs).filter((other) => !Object.hasOwn(own, other));
      const meant = meantBy(String(name), others);
      return meant === undefined ? undefined : { at: at.slice(0, index + 1), meant };
    }
    mine = mine[name];
    theirs = theirs[name];
  }
  return mine === undefined && below ? misnamedEntry(below, fault) : undefined;
}

/** A fault as it is told of a misnamed entry, else as it is. */
function ofEntry(document: ResolvedDocument | undefined, fault: GrammarFault): GrammarFault {
  const entry = document && misnamedEntry(document, fault);
  if (entry === undefined) return fault;
  const message = `"${entry.at.at(-1)}" patches nothing: no layer below has it`;
  return { ...fault, at: entry.at, part: 'key', message, fix: `write "${entry.meant}", or write it whole` };
}

/** A fault of a merged document as it is told: all that a misnamed entry lacks is one. */
function told(document: ResolvedDocument, fault: GrammarFault): Fault {
  const entry = ofEntry(document, fault);
  if (entry === fault) return placeWhole(document, fault);
  const { at, message, fix } = entry;
  return { ...document.origin(at, 'key'), message, fix, name: String(at.at(-1)) };
}

/** A file of a screen, a field or a shape that patches nothing, though its name is nearly that of one that is there. */
function misnamed(document: ResolvedDocument, ids: readonly string[]): Fault | undefined {
  const [file, ...others] = document.files;
  const [, folder, name] = /^(screens|fields|api)\/(.+)$/.exec(document.id) ?? [];
  if (!file || others.length > 0 || folder === undefined || name === undefined) return undefined;
  const screens = ids.flatMap((id) =>
    id.startsWith('screens/') && !id.includes('.') ? id.slice('screens/'.length) : [],
  );
  const homeless = folder === 'screens' ? withoutScreen(name, screens) : undefined;
  if (homeless) return { ...file.place(), ...homeless };
  // What stands on the ground patches nothing.
  if (/^(schemas|lines\/_base)\//.test(file.path)) return undefined;
  const known = ids
    .filter((id) => id !== document.id && id.startsWith(`${folder}/`))
    .map((id) => id.slice(folder.length + 1));
  const close = nearest(name, known);
  if (close === undefined) return undefined;
  const message = `${file.path.split('/').slice(2).join('/')} patches nothing: no layer below has a file of that name`;
  return { ...file.place(), message, fix: `name it ${close}.json, or write it whole` };
}

/** Lines whose files all obey the grammar, by themselves and merged. What the others mean can wait until they do. */
export function checkGrammars(
  sources: Sources,
  all: Resolution['lines'],
  lines: readonly ResolvedLine[],
  faults: Fault[],
): ResolvedLine[] {
  const grammars = readGrammars(sources);
  const { found: ofLayers, merged } = checkLayers(sources, all, grammars);
  const known = (): string[] => [...new Set(Object.values(all).flatMap((line) => Object.keys(line.documents)))];
  for (const [file, found] of ofLayers) {
    const document = merged.get(file);
    const misplaced = document && found.some(({ at }) => at.length === 0) ? misnamed(document, known()) : undefined;
    if (misplaced) {
      faults.push(misplaced);
      continue;
    }
    const [, kind = '', id = ''] = /(screens|fields)\/([^/.]+)/.exec(file.path) ?? [];
    for (const { at, part, message, fix, name } of found)
      faults.push({
        ...file.place(at, part),
        message,
        fix: fix.replace(new RegExp(`${kind}\\.<\\w+>`), `${kind}.${id}`),
        ...(name !== undefined && { name: `${document?.id} ${name}` }),
      });
  }
  const checkWhole = wholeChecker(grammars);
  const verdicts = new Map<ResolvedDocument, boolean>();
  // What is wrong on every line is wrong below them; what a layer leaves to the lines is wrong where one does not say it.
  const toBlame = (document: ResolvedDocument, fault: GrammarFault): ResolvedDocument =>
    Object.values(all).every(({ documents }) => {
      const other = documents[document.id];
      return other === undefined || has(checkWhole(other), fault);
    })
      ? lowest(document, fault, checkWhole)
      : document;
  const judge = (document: ResolvedDocument): boolean => {
    // What a layer says wrongly is wrong in whatever it is merged into.
    if (document.files.some((file) => file.value === undefined || ofLayers.has(file))) return false;
    const found = checkWhole(document);
    const misplaced = found.some(({ at }) => at.length === 0) ? misnamed(document, known()) : undefined;
    faults.push(...(misplaced ? [misplaced] : found.map((fault) => told(toBlame(document, fault), fault))));
    return found.length === 0;
  };
  return lines.filter((line) => {
    const documents = Object.values(line.documents);
    for (const document of documents) if (!verdicts.has(document)) verdicts.set(document, judge(document));
    return documents.every((document) => verdicts.get(document));
  });
}
