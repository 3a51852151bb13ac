/** What the gallery shows, one by one: a picture of a page or mail, or a text. */

/**
 * - `page`: a screen in a state that the data names
 * - `interaction`: a screen while somebody uses it
 * - `mail`, `message`: what the service sends
 */
export type Kind = 'page' | 'interaction' | 'mail' | 'message';

/** How a card differs from what stood under its name before. */
export interface Change {
  /** Nothing of this name stood there. */
  readonly isNew?: boolean;
  /** Picture of before, and what differs in red; both relative to the gallery. */
  readonly before?: string;
  readonly difference?: string;
  /** Part of the pixels that differ, 0 to 1. */
  readonly part?: number;
  /** The text of before, where a text is all there is. */
  readonly text?: string;
}

export interface Card {
  readonly kind: Kind;
  readonly line: string;
  readonly screen: string;
  readonly state: string;
  /** Place of the state among those of its screen. */
  readonly at: number;
  readonly language: string;
  /** px; a text has none, nor what follows from it. */
  readonly width?: number;
  readonly scheme?: string;
  /** Height of the picture and of the window, px of the page: what is below the window's is scrolled to. */
  readonly height?: number;
  readonly fold?: number;
  readonly title: string;
  /** What it says, for the search; of a text all of it. */
  readonly text: string;
  /** The picture, relative to the gallery. */
  readonly file?: string;
  readonly change?: Change;
}

/** Where a card stands in the gallery, the same in every run; pictures are named by it. */
export function placeOf({ kind, line, screen, state, language, width, scheme }: Card): string {
  const look = width === undefined ? [] : [`${width}-${scheme}`];
  return [line, `${kind}s`, ...look, `${screen}.${state}.${language}`].join('/');
}
