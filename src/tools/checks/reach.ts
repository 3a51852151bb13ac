/** Whether every screen can be reached. */
import type { Screen } from '../../generated/config.ts';
import type { Place } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { seenAs } from '../variants.ts';
import type { Fault } from './fault.ts';
import { buttonsOf, linksOf } from './scope.ts';

/** The screen an unknown address gets; nothing links to it. */
const FALLBACK_SCREEN = 'not-found';

/**
 * Screens of a line that can be reached: entrances (home, the page after sign-in, a mail's link, a provider's
 * return) and whatever something leads to from there.
 */
const reachedScreens = once((line: ResolvedLine): ReadonlySet<string> => {
  const home = line.line.redirects?.homeUrl ?? '';
  const isEntrance = (id: string, screen: Screen) =>
    id === line.line.home ||
    id === FALLBACK_SCREEN ||
    screen.carriesToken === true ||
    screen.kind === 'transit' ||
    (line.line.routes?.[id] ?? []).includes(home);
  const reached = new Set<string>();
  const queue = Object.entries(line.screens).flatMap(([id, screen]) => (isEntrance(id, screen) ? [id] : []));
  const shared = Object.values(line.errors.codes ?? {}).flatMap((entry) => [
    entry.go,
    ...(entry.links ?? []).map((link) => link.screen),
  ]);
  queue.push(...shared.filter((id) => id !== undefined));
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const screen = line.screens[id];
    if (!screen || reached.has(id)) continue;
    reached.add(id);
    for (const seen of seenAs(line, id)) {
      for (const { link } of linksOf(id, seen)) if (link.screen !== undefined) queue.push(link.screen);
      for (const { button } of buttonsOf(seen)) if (button.screen !== undefined) queue.push(button.screen);
    }
    for (const event of Object.values(line.flow.screens?.[id] ?? {})) {
      for (const outcome of event.outcomes ?? []) if ('go' in outcome) queue.push(outcome.go.screen);
    }
  }
  return reached;
});

/** Every screen is reached on at least one of the lines that have it: a line may well leave one of the base's aside. */
export function checkReachable(lines: Readonly<Record<string, ResolvedLine>>, faults: Fault[]): void {
  const screens = new Map<string, { place: Place; id: string; isReached: boolean }>();
  for (const line of Object.values(lines)) {
    const reached = reachedScreens(line);
    for (const id of Object.keys(line.screens)) {
      const [first] = line.documents[`screens/${id}`]?.files ?? [];
      if (!first) continue;
      const before = screens.get(first.path)?.isReached ?? false;
      screens.set(first.path, { place: first.place(), id, isReached: before || reached.has(id) });
    }
  }
  for (const { place, id, isReached } of screens.values()) {
    if (isReached) continue;
    const fix = 'link to it, go to it in the flow, or delete it';
    faults.push({ ...place, message: `nothing leads to screen ${id}`, fix });
  }
}
