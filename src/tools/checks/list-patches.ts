/** The grammar of patches of lists: which lists take one, and what it may say. */
import { hasListWords, isDictionary, NAMING, namesOf } from '../list-patch.ts';
import type { Path } from '../load.ts';
import { quote, type Schema, titleOf } from './schema.ts';
import { known } from './schema-facts.ts';

type Resolve = (schema: Schema) => Schema;

/** What a schema may be, unions within unions included. */
const choices = (schema: Schema, resolve: Resolve): Schema[] => {
  const found = resolve(schema);
  return found.anyOf && !found.properties ? found.anyOf.flatMap((each) => choices(each, resolve)) : [found];
};

/** The list that a patch may stand for: an object means something else where objects may stand. */
function listOf(schema: Schema, resolve: Resolve): Schema | undefined {
  const all = choices(schema, resolve);
  return all.some(({ type }) => type === 'object') ? undefined : all.find(({ type }) => type === 'array');
}

const isName = ({ type, enum: values, const: value }: Schema): boolean =>
  type === 'string' || [values ?? value ?? []].flat().some((each) => typeof each === 'string');
const isNamed = ({ required = [] }: Schema): boolean => NAMING.some((name) => required.includes(name));

const entry: Schema = { title: 'Entry', description: 'What an entry goes by.', type: 'string', minLength: 1 };
const beside = (word: string): Schema => ({
  title: `Place ${word} an entry`,
  type: 'object',
  additionalProperties: false,
  required: [word],
  properties: { [word]: entry },
});
const place: Schema = { title: 'Place', description: 'Where it goes.', anyOf: ['before', 'after'].map(beside) };

/** One object for each list, so that what is known of a schema stays known. */
const grammars = new WeakMap<Schema, { readonly grammar: Schema | undefined }>();

/** What a patch of a list may say; nothing where entries have no names. */
export function listPatchGrammar(list: Schema, resolve: Resolve): Schema | undefined {
  return known(grammars, list, () => ({ grammar: makeGrammar(list, resolve) })).grammar;
}

function makeGrammar({ items }: Schema, resolve: Resolve): Schema | undefined {
  const all = items === undefined ? [] : choices(items, resolve);
  const objects = all.filter(isNamed);
  if (items === undefined || !all.every((each) => isName(each) || isNamed(each))) return undefined;
  const changed =
    objects.length === all.length ? items : objects.length < 2 ? objects[0] : { title: 'Entry', anyOf: objects };
  return {
    title: 'Patch of a list',
    description: 'What differs from the list of the layer below. Entries go by their names.',
    type: 'object',
    additionalProperties: false,
    properties: {
      remove: {
        title: 'Removed',
        description: 'Entries of the layer below that leave.',
        type: 'array',
        items: entry,
        minItems: 1,
        uniqueItems: true,
      },
      ...(changed && {
        change: {
          title: 'Changed',
          description: 'Entry → what differs in it.',
          type: 'object',
          additionalProperties: changed,
        },
      }),
      add: {
        title: 'Added',
        description: 'Entries that come, at the end or at the place beside.',
        type: 'array',
        items,
        minItems: 1,
      },
      before: { ...entry, title: 'Before', description: 'Entry before which the added ones stand.' },
      after: { ...entry, title: 'After', description: 'Entry after which the added ones stand.' },
      move: {
        title: 'Moved',
        description: 'Entry → its new place.',
        type: 'object',
        additionalProperties: place,
      },
    },
  };
}

/** What a walk through the grammars lends to a part of itself. */
export interface Walker {
  readonly resolve: Resolve;
  readonly enter: (schema: Schema, value: unknown, at: Path, patch: boolean, merged: unknown) => void;
  readonly refuse: (at: Path, message: string, fix: string, part?: 'value' | 'key') => void;
}

/** A place without what goes there, or two of them. */
function checkPlaces({ refuse }: Walker, patch: Readonly<Record<string, unknown>>, at: Path): void {
  const places = ['before', 'after'].filter((word) => patch[word] !== undefined);
  const [name] = places;
  if (name === undefined) return;
  if (places.length > 1)
    refuse([...at, 'after'], 'entries added "before" and "after"', 'keep one and delete the other', 'key');
  else if (patch.add === undefined)
    refuse([...at, name], `"${name}" without "add"`, 'write the place of each entry in "move", or write "add"', 'key');
}

function checkChanges(walker: Walker, inner: Schema, changes: object, at: Path, merged: readonly unknown[]): void {
  for (const [name, change] of Object.entries(changes)) {
    const here = [...at, 'change', name];
    const entry = merged.find((one) => namesOf(one).includes(name));
    if (change === null) walker.refuse(here, 'null changes no entry', `write ${quote(name)} under "remove"`);
    else walker.enter(inner, change, here, true, entry);
  }
}

/**
 * Checks a value that means to patch the list of a schema; otherwise gives false.
 * @param merged what the layers make of it: a list, where one below has it
 */
export function enterPatch(walker: Walker, schema: Schema, value: unknown, at: Path, merged: unknown): boolean {
  const list = hasListWords(value) ? listOf(schema, walker.resolve) : undefined;
  if (!list || !hasListWords(value)) return false;
  const title = titleOf(list, 'list');
  const grammar = listPatchGrammar(list, walker.resolve);
  if (!Array.isArray(merged))
    walker.refuse(at, `a patch of ${title}, and no layer below has that list`, 'write the list itself, in brackets');
  else if (!grammar) walker.refuse(at, `a patch of ${title}, whose entries have no names`, 'write the whole list');
  else {
    const inner = grammar.properties?.change?.additionalProperties;
    const { change } = value;
    const changes = isDictionary(change) && typeof inner === 'object' ? change : undefined;
    walker.enter(grammar, changes ? { ...value, change: {} } : value, at, false, merged);
    checkPlaces(walker, value, at);
    if (changes && typeof inner === 'object') checkChanges(walker, inner, changes, at, merged);
  }
  return true;
}
