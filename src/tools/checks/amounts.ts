/** Amounts that are written where the line's own belong, in what previews show. */
import { amountOf } from '../examples.ts';
import type { Path } from '../load.ts';
import { once } from '../memory.ts';
import { mayHold, testsOf } from './conditions.ts';
import { nearest, suggest } from './fault.ts';
import { tellMissing } from './given.ts';
import { amountsIn } from './money.ts';
import { blocksOf, type Scope } from './scope.ts';

const couponsOf = once((all: Scope['all']) =>
  Object.values(all).flatMap(({ line }) => Object.entries(line.coupons ?? {})),
);
const couponNames = once((all: Scope['all']): ReadonlySet<string> => new Set(couponsOf(all).map(([name]) => name)));

/** Amounts that the texts of each screen name. */
const amountsOf = once((messages: Scope['line']['messages']): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const catalog of Object.values(messages)) {
    for (const [key, text] of Object.entries(catalog)) {
      const [kind, screen = ''] = key.split('.', 2);
      if (kind !== 'screens' || typeof text !== 'string') continue;
      const names = found.get(screen) ?? new Set<string>();
      for (const name of amountsIn(text)) names.add(name);
      found.set(screen, names);
    }
  }
  return found;
});

/** Amounts of some lines by name; of those of a value, only these. */
function coupons(scope: Scope, value?: unknown): string[] {
  const all = couponsOf(scope.all);
  const equal = all.filter(([, amount]) => amount === value);
  return [...new Set((equal.length > 0 ? equal : all).map(([name]) => name))];
}

function checkAmount(scope: Scope, document: string, at: Path, value: unknown): void {
  const names = coupons(scope, value);
  const message = `an amount as a number, ${value}: a preview shows what the line gives`;
  scope.report(document, at, message, `write ${names.map((name) => `"{${name}}"`).join(' or ')}`);
}

/** Named like an amount: what all of them are counted in. */
const CURRENCY = 'currency';

function checkName(scope: Scope, id: string, at: Path, value: unknown): void {
  const { line, all } = scope;
  const name = amountOf(value);
  if (name === undefined || name === CURRENCY || couponNames(all).has(name)) return;
  // A line that cannot be read may have coupons that the base's examples name.
  if (scope.lines.some((each) => !all[each])) return;
  const document = `screens/${id}`;
  const named = testsOf(line.screens[id]?.when).flatMap(({ offer }) => offer ?? []);
  const offer = [`${name}Coupon`, ...named].find((each) => line.line.offers?.[each as keyof typeof line.line.offers]);
  const near = nearest(name, couponNames(all));
  if (near === undefined && offer !== undefined && tellMissing(scope, `an example of screen ${id}`, name, offer))
    return;
  // What this line does not show another one tells of.
  if (near === undefined && !mayHold(line.screens[id]?.when, line)) return;
  const fix = suggest(name, [...couponNames(all), CURRENCY], 'write the name of a coupon').replace(
    /^write "(.*)"$/,
    'write "{$1}"',
  );
  scope.report(document, at, `example names an unknown amount "${name}"`, fix, 'value', `amount ${name}`);
}

/** Examples of amounts name a coupon of the line. */
export function checkExamples(scope: Scope, id: string): void {
  const screen = scope.line.screens[id];
  if (!screen) return;
  const document = `screens/${id}`;
  const amounts = amountsOf(scope.line.messages).get(id) ?? new Set<string>();
  const lists = blocksOf(screen).flatMap(({ block }) => (block.block === 'records' ? [block] : []));
  for (const [state, { params = {} }] of Object.entries(screen.states)) {
    for (const [name, example] of Object.entries(params)) {
      const at = ['states', state, 'params', name];
      if (!Array.isArray(example)) {
        if (amounts.has(name) && typeof example === 'number') checkAmount(scope, document, at, example);
        checkName(scope, id, at, example);
        continue;
      }
      const columns = lists.filter(({ from }) => from === name).flatMap((list) => list.columns);
      const money = columns.flatMap((column) =>
        typeof column === 'object' && 'currency' in column ? column.name : [],
      );
      for (const [row, cells] of example.entries()) {
        for (const [cell, value] of Object.entries(cells)) {
          if (money.includes(cell) && typeof value === 'number')
            checkAmount(scope, document, [...at, row, cell], value);
          checkName(scope, id, [...at, row, cell], value);
        }
      }
    }
  }
}
