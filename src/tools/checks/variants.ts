/** Checks variants of screens: what they may differ in, and how many visitors they take. */
import { variantOf } from '../variant-id.ts';
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

export function checkVariants(scope: Scope): void {
  const { line } = scope;
  for (const [id, shown] of Object.entries(line.variants)) {
    const found = variantOf(id);
    const screen = found && line.screens[found.screen];
    const document = `screens/${id}`;
    const homeless = withoutScreen(id, Object.keys(line.screens));
    if (homeless) scope.report(document, [], homeless.message, homeless.fix);
    if (!found || !screen) continue;
    for (const property of SAME) {
      const [own, its] = [shown, screen].map((each) =>
        JSON.stringify(Object.entries(each).find(([name]) => name === property)),
      );
      if (own === its) continue;
      const message = `variant ${id} differs from its screen in "${property}", which is the screen's for everybody`;
      scope.report(document, [property], message, 'delete it', 'key');
    }
  }
  for (const [screen, weights] of Object.entries(line.line.experiments ?? {})) {
    const at = ['experiments', screen];
    if (!line.screens[screen]) {
      scope.unknown('line', at, 'screen', screen, Object.keys(line.screens), 'key');
      continue;
    }
    const known = Object.keys(line.variants).flatMap((id) => {
      const found = variantOf(id);
      return found?.screen === screen ? [found.name] : [];
    });
    for (const name of Object.keys(weights))
      if (!known.includes(name)) {
        const other = nearest(name, known);
        const message = `unknown variant of screen ${screen} "${name}"`;
        const fix = other === undefined ? `add screens/${screen}.${name}.json, or delete it` : `write "${other}"`;
        scope.report('line', [...at, name], message, fix, 'key', name);
      }
    const sum = Object.values(weights).reduce((one, other) => one + other, 0);
    if (sum <= EVERYBODY) continue;
    const message = `the variants of screen ${screen} take ${sum} visitors of a hundred`;
    scope.report('line', at, message, 'let their weights be 100 at most together', 'key');
  }
}
