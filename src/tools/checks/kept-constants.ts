/** Words that outcomes keep as flow values, for conditions and texts to ask about: one that nothing asks about was meant otherwise. */
import { isDictionary } from '../documents.ts';
import type { Path } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { parseMessage } from './parse-message.ts';
import { eventsOf, type Scope } from './scope.ts';

/** All that the data compares with each flow value: in conditions anywhere, and in the branches of texts. */
const askedAbout = once((line: ResolvedLine): ReadonlyMap<string, ReadonlySet<unknown>> => {
  const found = new Map<string, Set<unknown>>();
  const add = (name: string, values: Iterable<unknown>): void => {
    found.set(name, new Set([...(found.get(name) ?? []), ...values]));
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (!isDictionary(value)) return;
    if (typeof value.flow === 'string') add(value.flow, [value.is, value.in].flat());
    for (const inner of Object.values(value)) walk(inner);
  };
  walk([line.flow, line.screens, line.errors]);
  for (const catalog of Object.values(line.messages))
    for (const text of Object.values(catalog))
      if (typeof text === 'string' && text.includes('select'))
        for (const [name, branches] of parseMessage(text).selects) add(name, branches);
  return found;
});

interface Kept {
  readonly value: unknown;
  readonly at: Path;
}

/** The constants that outcomes keep as a flow value. */
const constantsOf = (line: ResolvedLine, flow: string): readonly Kept[] =>
  eventsOf(line).flatMap(({ screen, name, event }) =>
    event.outcomes.flatMap(({ keeps = {} }, index) => {
      const value = keeps[flow];
      return value !== undefined && 'const' in value && value.const !== ''
        ? [{ value: value.const, at: ['screens', screen, name, 'outcomes', index, 'keeps', flow, 'const'] }]
        : [];
    }),
  );

/**
 * Tells of the one constant that is kept and never asked about, where another one is asked about and never kept.
 * @returns whether there is one
 */
export function tellKept(scope: Scope, flow: string, asked: unknown): boolean {
  const { line } = scope;
  const others = askedAbout(line).get(flow);
  const alone = constantsOf(line, flow).filter(({ value }) => !others?.has(value));
  const [first] = alone;
  if (first === undefined || alone.some(({ value }) => value !== first.value)) return false;
  const [kept, meant] = [first.value, asked].map((value) => JSON.stringify(value));
  for (const { at } of alone) {
    const message = `"${flow}" is kept as ${kept}, which nothing asks about: it is asked about as ${meant}`;
    scope.report('flow', at, message, `write ${meant}`, 'value', `kept ${flow}`);
  }
  return true;
}

/** Whether an outcome goes by the value that it asks about: it leads to what is called so. */
export function leadsByName({ flow }: ResolvedLine, document: string, at: Path, value: unknown): boolean {
  if (document !== 'flow' || at[0] !== 'screens' || at[3] !== 'outcomes') return false;
  const outcome = flow.screens?.[String(at[1])]?.[String(at[2])]?.outcomes[Number(at[4])];
  if (outcome === undefined) return false;
  const steps = [
    'state' in outcome && outcome.state,
    'then' in outcome && outcome.then,
    ...('go' in outcome ? [outcome.go.screen, outcome.go.state] : []),
  ];
  return steps.includes(value as string);
}
