/** Checks variants of screens: what they may differ in, and how many visitors they take. */
import type { ResolvedLine } from '../resolve.ts';
import { variantOf } from '../variants.ts';
import { type Fault, nearest } from './fault.ts';
import type { Scope } from './scope.ts';

/** What is told of a variant without a screen. */
export function withoutScreen(id: string, screens: Iterable<string>): Pick<Fault, 'message' | 'fix'> | undefined {
  const found = variantOf(id);
  const all = [...screens];
  if (found === undefined || all.includes(found.screen)) return undefined;
  const close = nearest(found.screen, all);
  const message = `there is no screen ${found.screen}, of which this would be a variant`;
  return { message, fix: close ? `name it ${close}.${found.name}.json` : 'name it after a screen, or delete it' };
}

/** What a screen is, whoever sees it. */
const SAME = ['kind', 'when', 'account', 'carriesToken', 'follows', 'bridges', 'funnel'] as const;

const EVERYBODY = 100;

/** Names of the variants of a screen. */
const namesOf = ({ variants }: ResolvedLine, screen: string): string[] =>
  Object.keys(variants).flatMap((id) => {
    const found = variantOf(id);
    return found?.screen === screen ? [found.name] : [];
  });

export function checkVariants(scope: Scope): void {
  const { line } = scope;
  for (const [id, screen] of Object.entries(line.screens)) {
    if (screen.weight !== undefined)
      scope.report(
        `screens/${id}`,
        ['weight'],
        `screen ${id} is no variant: it is seen by those whom its variants leave`,
        'delete it, or write it in a file <screen>.<variant>.json',
        'key',
      );
  }
  for (const [id, shown] of Object.entries(line.variants)) {
    const found = variantOf(id);
    const screen = found && line.screens[found.screen];
    const document = `screens/${id}`;
    const homeless = withoutScreen(id, Object.keys(line.screens));
    if (homeless) scope.report(document, [], homeless.message, homeless.fix);
    if (!found || !screen) continue;
    if (shown.weight === undefined)
      scope.report(document, [], `variant ${id} has no weight`, 'write "weight", visitors of a hundred');
    for (const property of SAME) {
      const [own, its] = [shown, screen].map((each) =>
        JSON.stringify(Object.entries(each).find(([name]) => name === property)),
      );
      if (own === its) continue;
      const message = `variant ${id} differs from its screen in "${property}", which is the screen's for everybody`;
      scope.report(document, [property], message, 'delete it', 'key');
    }
  }
  for (const screen of Object.keys(line.screens)) {
    const names = namesOf(line, screen);
    const weights = names.map((name) => line.variants[`${screen}.${name}`]?.weight ?? 0);
    const sum = weights.reduce((one, other) => one + other, 0);
    const last = names.at(-1);
    if (sum <= EVERYBODY || last === undefined) continue;
    const message = `the variants of screen ${screen} take ${sum} visitors of a hundred: ${names.join(', ')}`;
    scope.report(`screens/${screen}.${last}`, ['weight'], message, 'let their weights be 100 at most together');
  }
}
