/** Checks what lists show of the rows that answers give: columns, words, buttons and examples, against the shape of the answer. */
import type { Block, Screen } from '../../generated/config.ts';
import { isDictionary } from '../documents.ts';
import { amountOf } from '../examples.ts';
import type { Path } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { listingAt, type Said, tellOfShape } from './alone.ts';
import { layerOf } from './blame.ts';
import { isNever, remedy, shown } from './comparisons.ts';
import { type Domain, keepersOf, mayBe, mayBeText, ofShapes, rowsOf } from './domains.ts';
import { checkOpposites } from './opposites.ts';
import { blocksOf, type Scope } from './scope.ts';

type List = Extract<Block, { readonly block: 'records' }>;

/** A list of a screen, with its place. */
interface Placed {
  readonly id: string;
  readonly at: Path;
  readonly list: List;
}

const listsOf = (id: string, screen: Screen): readonly Placed[] =>
  blocksOf(screen).flatMap(({ at, block }) => (block.block === 'records' ? { id, at, list: block } : []));

const columnOf = (column: List['columns'][number]): string => (typeof column === 'string' ? column : column.name);

/** What one thing of a list says that a property of its rows is. */
interface Value extends Said {
  readonly property: string;
  /** Values that are said beside it. */
  readonly rest: readonly unknown[];
  /** Whether it is text for what the answer says in its own type. */
  readonly isWord: boolean;
  /** A name of an enumeration: told where that is checked. */
  readonly isNamed: boolean;
}

/** Words of columns, conditions of buttons and rows of examples that say what a property is. */
function valuesOf(line: ResolvedLine, { id, at, list }: Placed): readonly Value[] {
  const document = `screens/${id}`;
  const plain = { isWord: false, isNamed: false, rest: [] };
  const words = list.columns.flatMap((column, index): Value[] => {
    const all = typeof column === 'object' && Array.isArray(column.words) ? column.words : [];
    return all.map((value, nth) => {
      const place = [...at, 'columns', index, 'words', nth];
      return { ...plain, property: columnOf(column), value, document, at: place, rest: all, isWord: true };
    });
  });
  const asked = (list.rowEvents ?? []).flatMap((row, index): Value[] =>
    Object.entries((typeof row === 'object' && row.where) || {}).map(([property, said]) => {
      const place = [...at, 'rowEvents', index, 'where', property];
      const isNamed = typeof said === 'object';
      const value = isNamed ? line.enums[said.enum]?.[said.is ?? ''] : said;
      return { ...plain, property, value, document, at: place, isNamed };
    }),
  );
  return [...words, ...asked];
}

/** What the examples of a screen's states say of the rows of a list. */
function examplesOf(id: string, screen: Screen, from: string): readonly Value[] {
  return Object.entries(screen.states ?? {}).flatMap(([state, { params = {} }]) => {
    const rows: unknown = params[from];
    return (Array.isArray(rows) ? rows : []).flatMap((row: unknown, index) =>
      Object.entries(isDictionary(row) ? row : {}).flatMap(([property, value]): Value | [] => {
        const at = ['states', state, 'params', from, index, property];
        // A preview shows an amount as the line gives it.
        if (amountOf(value) !== undefined) return [];
        return { property, value, document: `screens/${id}`, at, rest: [], isWord: false, isNamed: false };
      }),
    );
  });
}

/** All that the lists of a line say of the rows of each flow value. */
const saidOfRows = once((line: ResolvedLine) => {
  const found = new Map<string, { readonly values: Value[]; readonly texts: Set<string> }>();
  for (const [id, screen] of Object.entries(line.screens)) {
    const lists = listsOf(id, screen);
    for (const from of new Set(lists.map(({ list }) => list.from))) {
      const { values, texts } = found.get(from) ?? { values: [], texts: new Set<string>() };
      found.set(from, { values, texts });
      for (const placed of lists.filter(({ list }) => list.from === from)) {
        values.push(...valuesOf(line, placed));
        texts.add(`screens.${id}.records.${placed.list.id}.words.`);
      }
      values.push(...examplesOf(id, screen, from));
    }
  }
  return found;
});

const isText = (domain: Domain, value: unknown): boolean => mayBeText(domain, String(value));

function tellValue(scope: Scope, from: string, found: Value, domain: Domain): void {
  const { line } = scope;
  const { document, at, property, value, rest } = found;
  const { values = [], texts = [] } = saidOfRows(line).get(from) ?? {};
  const said = values.filter((each) => each.property === property);
  const hasText = (word: unknown): boolean =>
    [...texts].some((start) =>
      Object.values(line.messages).some((catalog) => Object.hasOwn(catalog, `${start}${property}.${word}`)),
    );
  const what = `"${property}" of a row of ${from}`;
  const listings = keepersOf(line, from).flatMap(({ call, property: list }) => listingAt(line, call, [list, property]));
  if (tellOfShape(scope, what, value, said, hasText, listings)) return;
  const message = `${what} is never ${shown(value)}`;
  scope.report(document, at, message, remedy(domain, value, rest), 'value', message);
}

/** Columns of a list whose words are the names of all providers. */
const ofProviders = ({ providers }: ResolvedLine, { columns }: List): readonly string[] =>
  columns.flatMap((column) => {
    const words: readonly unknown[] = typeof column === 'object' && Array.isArray(column.words) ? column.words : [];
    return words.length > 0 && words.every((word) => Object.hasOwn(providers, String(word))) ? columnOf(column) : [];
  });

/** Examples of a region or line name providers that some line of it offers; those of all lines name any. */
function checkProviders(scope: Scope, list: List, examples: readonly Value[]): void {
  const { line, all } = scope;
  const columns = ofProviders(line, list);
  for (const { property, value, document, at } of examples) {
    if (!columns.includes(property) || typeof value !== 'string') continue;
    const layer = layerOf(line, { document, at });
    if (layer === line.layers[0]) continue;
    const offered = Object.values(all).flatMap((each) =>
      each.layers.includes(layer) ? (each.line.providers ?? []).map(String) : [],
    );
    if (offered.includes(value)) continue;
    const names = [...new Set(offered)].sort().join(', ');
    const message = `example of provider "${value}", which no line of ${layer} offers`;
    scope.report(document, at, message, `write one of: ${names}`);
  }
}

/** Columns, buttons and examples of a screen's lists say what the rows of the answers have, and what that can be. */
export function checkRows(scope: Scope, id: string, screen: Screen): void {
  const { line } = scope;
  const lists = listsOf(id, screen);
  for (const placed of lists) {
    const { at, list } = placed;
    const { from } = list;
    const rows = rowsOf(line, from);
    if (rows === undefined) continue;
    const columns = list.columns.map(columnOf);
    const kind = `property of a row of ${from}`;
    const wrong = columns.flatMap((name, index) => {
      if (rows.has(name)) return [];
      const step = typeof list.columns[index] === 'string' ? [] : ['name'];
      // A row is known by its id, which nobody is shown.
      const left = [...rows.keys()].filter((other) => other !== 'id' && !columns.includes(other));
      scope.unknown(
        `screens/${id}`,
        [...at, 'columns', index, ...step],
        kind,
        name,
        left.length > 0 ? left : rows.keys(),
      );
      return name;
    });
    checkOpposites(scope, `screens/${id}`, at, list, (property) => ofShapes(line, rows.get(property) ?? []));
    const first = lists.find((other) => other.list.from === from) === placed;
    const examples = first ? examplesOf(id, screen, from) : [];
    checkProviders(scope, list, examples);
    const values = [...valuesOf(line, placed), ...examples];
    for (const value of values) {
      const { property, isWord, isNamed } = value;
      if (wrong.includes(property) || isNamed) continue;
      if (!rows.has(property)) {
        if (value.at.includes('rowEvents'))
          scope.unknown(`screens/${id}`, value.at, kind, property, rows.keys(), 'key');
        continue;
      }
      const of = (each: ResolvedLine): Domain => {
        const shapes = rowsOf(each, from);
        return shapes && ofShapes(each, shapes.get(property) ?? []);
      };
      if (isNever(scope, of, value.value, isWord ? isText : mayBe)) tellValue(scope, from, value, of(line));
    }
  }
}
