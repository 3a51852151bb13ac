import type { Pack } from '../engine/pack.ts';

/**
 * Key of what a page says it is about, where that is not what its screen is called: a form's own heading; what a page that
 * passes visitors on stopped at; what failed, which is not called what it should have been.
 * @param state the state that a notice is in
 * @param has whether there is a text of a key
 */
export function aboutKey({ id, screen }: Pack, state: string, has: (key: string) => boolean): string | undefined {
  const heading = `screens.${id}.heading`;
  if (screen.kind === 'form') return has(heading) ? heading : undefined;
  if (screen.kind !== 'notice' && screen.kind !== 'transit') return undefined;
  const tone = screen.states[state]?.tone;
  const isStopped = screen.kind === 'transit' && state !== screen.initial;
  return isStopped || tone === 'error' || tone === 'warning' ? `screens.${id}.states.${state}.title` : undefined;
}
