/** A line's own faces of headings, as rules of a stylesheet that comes once the page stands: no paint waits for them. */

/** A file of a face. */
export interface Face {
  readonly address: string;
  /** Code points that are taken from it, as `unicode-range` has them. */
  readonly range: string;
  /** How wide its letters are beside Arial's; 1 as wide. */
  readonly width: number;
}

/** em above and below the baseline: Arial's, which stands in for a face until it is there (`css.ts`); others differ little. */
const ASCENT = 0.905;
const DESCENT = 0.212;

const percent = (part: number): string => `${Math.round(part * 1000) / 10}%`;

/**
 * All files of a line make one family, and a browser fetches those whose characters a heading shows.
 * A face takes the room that Arial took before it came, so that nothing moves: its letters are drawn as wide, and its
 * baseline stands where the other's stood.
 */
export function facesCss(faces: readonly Face[]): string {
  const rules = faces.map(({ address, range, width }) => {
    const metrics = `size-adjust:${percent(1 / width)};ascent-override:${percent(ASCENT * width)};descent-override:${percent(DESCENT * width)};line-gap-override:0%`;
    return `@font-face{font-family:display;src:url(${address})format("woff2");font-display:swap;unicode-range:${range};${metrics}}`;
  });
  return rules.join('');
}
