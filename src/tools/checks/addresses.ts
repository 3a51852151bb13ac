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

/** Where signing in leads: to no page that leads on whoever is signed in. */
export function checkHome(scope: Scope): void {
  const { line } = scope.line;
  const at = ['redirects', 'homeUrl'];
  const home = line.redirects?.homeUrl;
  checkAddress(scope, 'line', at, home);
  const path = home?.split(/[?#]/)[0] ?? '';
  const [screen] = Object.entries(line.routes ?? {}).find(([, paths]) => paths?.includes(path)) ?? [];
  const leaves = Object.values(scope.line.flow.screens?.[screen ?? '']?.load?.outcomes ?? []);
  if (screen === undefined || !leaves.some((each) => 'leave' in each && each.leave === 'source-or-home')) return;
  const others = scope.lines.flatMap((name) => scope.all[name]?.line.redirects?.homeUrl ?? []);
  const other = others.find((each) => each !== home) ?? '/';
  const message = `homeUrl ${home} is the address of screen ${screen}, which leads whoever is signed in to homeUrl`;
  scope.report('line', at, message, `write where they work, such as "${other}"`);
}

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
