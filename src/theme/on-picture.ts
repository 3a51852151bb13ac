/** Lines whose bar lies at the head of a phone's picture: its letters are light, and what it lies on is dark. */
import type { Theme } from '../generated/config.ts';
import { luminance } from './luminance.ts';

/** Layouts whose picture goes to the edges of a phone's window, below the bar. */
const ON_PICTURE: readonly unknown[] = ['overlay', 'card', 'canvas'];

export const isOnPicture = ({ layout }: Pick<Theme, 'layout'>): boolean => ON_PICTURE.includes(layout);

/** Of a scheme, whether the picture is dark: its words are lighter than it. */
const isDark = ({ heroText, heroFrom }: Theme['color']['light']): boolean => luminance(heroText) > luminance(heroFrom);

/** Names of the bar's ground and letters in a scheme, the darker and the lighter of the picture's two. */
export const barColors = (color: Theme['color']['light']): readonly [ground: string, letters: string] =>
  isDark(color) ? ['--hero-from', '--hero-text'] : ['--hero-text', '--hero-from'];

/** Whether the picture is dark in both schemes: then the bar needs no ground of its own. */
export const isOnDark = (theme: Theme): boolean =>
  isOnPicture(theme) && [theme.color.light, theme.color.dark].every(isDark);
