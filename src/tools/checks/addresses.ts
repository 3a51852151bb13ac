/** Checks addresses that the data writes out: what is nearly one of a line's routes was meant to be it. */
import type { Value } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { nearest } from './fault.ts';
import { eventsOf, type Scope } from './scope.ts';

type Lines = Readonly<Record<string, ResolvedLine>>;

/** Addresses of every line: what one has not, another may. */
const everywhere = once(
  (all: Lines): ReadonlySet<string> =>
    new Set(
      Object.values(all).flatMap(({ line }) => [
        ...Object.values(line.routes ?? {}).flat(),
        ...Object.keys(line.forwards ?? {}),
      ]),
    ),
);

function checkAddress(scope: Scope, document: string, at: Path, address: unknown): void {
  if (typeof address !== 'string' || !/^\/(?!\/)/.test(address)) return;
  const known = everywhere(scope.all);
  const [path = ''] = address.split(/[?#]/);
  if (known.has(path) || scope.lines.some((name) => !scope.all[name])) return;
  const own = Object.values(scope.line.line.routes ?? {}).flat();
  const named = scope.line.line.routes?.[path.slice(path.lastIndexOf('/') + 1)]?.[0];
  const close = named ?? nearest(path, own) ?? nearest(path, known);
  if (close === undefined) return;
  const message = `${path} is no address of a screen`;
  scope.report(document, at, message, `write "${close}${address.slice(path.length)}"`, 'value', `address ${path}`);
}

/** Where signing in leads. */
export const checkHome = (scope: Scope): void =>
  checkAddress(scope, 'line', ['redirects', 'homeUrl'], scope.line.line.redirects?.homeUrl);

/** Addresses that the flow keeps or sends. */
export function checkAddressed(scope: Scope): void {
  const check = (at: Path, values: Readonly<Record<string, Value>> = {}): void => {
    for (const [name, value] of Object.entries(values))
      if ('const' in value) checkAddress(scope, 'flow', [...at, name, 'const'], value.const);
  };
  for (const { screen, name, event } of eventsOf(scope.line)) {
    const at = ['screens', screen, name];
    check([...at, 'with'], event.with);
    for (const [index, { keeps }] of (event.outcomes ?? []).entries())
      check([...at, 'outcomes', index, 'keeps'], keeps);
  }
}
