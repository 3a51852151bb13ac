/** Lines whose bar lies on the picture of a phone, and whose picture is dark: the bar needs no ground of its own. */
import type { Theme } from '../generated/config.ts';

/** Layouts whose picture goes to the edges of a phone's window, below the bar. */
const ON_PICTURE: readonly unknown[] = ['overlay', 'card', 'canvas'];

/** Light of `#rrggbb` as the eye weighs it, about 0 to 255. */
function light(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

export const isOnDark = ({ layout, color }: Theme): boolean =>
  ON_PICTURE.includes(layout) &&
  [color.light, color.dark].every(({ heroText, heroFrom }) => light(heroText) > light(heroFrom));
