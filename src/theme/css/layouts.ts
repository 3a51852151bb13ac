/**
 * How a line's picture and form stand together: below 860 px the picture is a band above the form, from 1024 px on it
 * stands beside or behind it. A page carries the layout of its line alone.
 */
import type { Theme } from '../../generated/config.ts';
import { barColors, isOnDark } from '../on-picture.ts';

/** The picture's pane lies behind the whole window; the words stand at its foot. */
const behind = `
  .split .hero { position: fixed; inset: 0; block-size: auto; }
  .split .stage { position: relative; }
`;
/** The picture at its side, whole as far as the window lets it, fading into what is behind the form. */
const beside = (pane: Theme['pane']): string => `
  .split .hero img {
    inset-inline: ${pane === 'start' ? '0 auto' : 'auto 0'}; inline-size: 64%; object-position: 50% 12%;
    mask-image: linear-gradient(to ${pane === 'start' ? 'left' : 'right'}, transparent, #000 24%);
  }
  .split .hero img:dir(rtl) { mask-image: none; }
`;

/** PCs: around a card, and above what stands in it. */
const EDGE = 'clamp(8px, 4vh - 16px, 24px)';

/** Phones: room above the form, below the bar, where the form begins this many px before the band ends (`--b`, frame.ts). */
const below = (px: number): string => `calc(var(--b) - ${px}px)`;

/** Phones: later pages of a form have more fields, and what is above them is low. */
const later = '.frame:has([class*=step-2])';

/** Phones: where the picture stands below the bar, later pages have none. */
const noLater = `
  ${later} { --b: 60px; }
  ${later} .hero { display: none; }
`;

/** Phones: the bar lies on the picture, which goes to the window's edges. A dark one is darkened below it, any other begins below it. */
const onPicture = (theme: Theme): string => {
  const [[ground, letters], [darkGround, darkLetters]] = [barColors(theme.color.light), barColors(theme.color.dark)];
  const bar = (on: string, by: string) => `.hero { background: var(${on}); } .top, .languages a { color: var(${by}); }`;
  return `
@media (max-width: 859px) {
  .frame { --band: calc(var(--b) + 24px); }
  ${later} { --b: ${isOnDark(theme) ? 76 : 56}px; }
  ${
    isOnDark(theme)
      ? `.hero img { mask-image: linear-gradient(#0003, #000 96px); }
  .top, .languages a { color: var(--hero-text); }`
      : `.hero { padding-block-start: 3.25rem; }
  ${bar(ground, letters)}`
  }
}
${isOnDark(theme) || ground === darkGround ? '' : `@media (max-width: 859px) and (prefers-color-scheme: dark) { ${bar(darkGround, darkLetters)} }`}
`;
};
/** Phones: a sheet with round corners lies on the picture's foot. */
const sheet = (theme: Theme): string => `${onPicture(theme)}
@media (max-width: 859px) {
  main { margin: ${below(56)} -20px 0; padding: 24px 20px 0; border-radius: var(--radius-large) var(--radius-large) 0 0; background: var(--background); }
}
`;

/** The footer's lines keep to the form's edges, where the window has room for two of them. */
const foot =
  '@media (min-width: 1024px) and (min-height: 740px) { .split .foot { max-inline-size: 420px; justify-self: center; } }';

type Layout = NonNullable<Theme['layout']>;

/** Columns of picture and form, in the order of the line. */
const columns = (pane: Theme['pane'], picture: string, form: string): string =>
  `grid-template-columns: ${pane === 'start' ? `${picture} ${form}` : `${form} ${picture}`};`;
const order = (pane: Theme['pane']): string => (pane === 'start' ? '' : '.hero { order: 1; }');

/** Layout → its rules, by the side of the picture. */
export const layouts: Readonly<Record<Layout, (theme: Theme) => string>> = {
  /** Two panes; on phones a strip from edge to edge, or a screen that keeps to the form's edges. */
  split: ({ pane }) => `
@media (max-width: 859px) {
  ${noLater}
  .frame { --band: ${below(52)}; }
  main { margin-block-start: ${below(52)}; }
  .hero { ${pane === 'start' ? 'margin-block-start: 52px' : 'margin: 52px 20px 0; border-radius: var(--radius-large)'}; }
}
@media (min-width: 1024px) {
  .split { ${columns(pane, 'minmax(0, 1fr)', 'minmax(490px, 50%)')} }
  ${order(pane)}
  .split .hero { position: sticky; inset-block-start: 12px; block-size: calc(100dvh - 24px); margin: 12px; border-radius: var(--radius-large); }
}
@media (min-width: 1440px) { .split { ${columns(pane, 'minmax(0, 1fr)', 'minmax(0, 680px)')} } }
@media (min-width: 1600px) { .split { ${columns(pane, 'minmax(0, 1fr)', 'minmax(0, 44%)')} } }
${foot}
`,
  /** The form floats over the picture, at the other side. */
  overlay: (theme) => `${sheet(theme)}
@media (min-width: 1024px) {
  ${behind}${beside(theme.pane)}
  .split .stage {
    justify-self: ${theme.pane === 'start' ? 'end' : 'start'}; inline-size: 480px; margin: ${EDGE}; padding-block-start: ${EDGE}; border-radius: var(--radius-large);
    background: var(--surface); box-shadow: var(--shadow);
  }
  .split .hero-text { margin-inline-${theme.pane === 'start' ? 'end' : 'start'}: 500px; }
}
/* The card's foot in the window, too. */
@media (min-width: 1024px) and (max-height: 799px) { .split .stage { padding-block: 4px; } .split main { --lift: 6px; padding-block-end: 0; } }
@media (min-width: 1440px) {
  .split .stage { inline-size: 520px; margin-inline: 6vw; }
  .split .hero-text { margin-inline-${theme.pane === 'start' ? 'end' : 'start'}: calc(6vw + 520px); }
}
`,
  /** The picture fills the window; the form is a card in its middle. */
  card: (theme) => `${sheet(theme)}
@media (min-width: 1024px) {
  ${behind}
  .split .stage {
    justify-self: center; align-self: start; inline-size: 480px; margin-block: clamp(8px, 40vh - 300px, 12vh) 8px; padding-block-start: ${EDGE}; border-radius: var(--radius-large);
    background: var(--surface); box-shadow: 0 0 0 1px var(--border), var(--shadow);
  }
  .split main { --lift: clamp(14px, 8vh - 36px, 40px); }
  .split .hero img { object-position: 50% 40%; }
  .split .hero-text { max-inline-size: calc(50% - 240px); padding-inline: 3vw 24px; }
  .split .hero-text::before { inset-inline-end: -100vw; }
}
@media (min-width: 1440px) { .split .tagline { font-size: var(--size-3); } }
@media (min-width: 1600px) { .split .stage { inline-size: 500px; } }
`,
  /** A tall landscape from the window's head to its foot beside a quiet form, with room around this. */
  band: ({ pane }) => `
@media (max-width: 859px) {
  ${noLater}
  .frame { --band: calc(var(--b) + 4px); }
  main { margin-block-start: ${below(60)}; }
  .hero { background: none; mask-image: linear-gradient(transparent 36px, #000 64px 75%, transparent); }
}
@media (min-width: 1024px) {
  /* As wide as shows the whole of it. */
  .split { ${columns(pane, 'min(100vw - 490px, 52vw, 88vh)', 'minmax(0, 1fr)')} }
  ${order(pane)}
  .split .hero { position: sticky; inset-block-start: 0; block-size: 100dvh; }
  .split .hero img { object-position: 60% 14%; }
  .split .hero-text::before { inset-block-start: -48px; background: linear-gradient(transparent, var(--hero-to) 64px); }
}
${foot}
`,
  /** The picture lies on the page itself; beside a form its edge is an arc. */
  canvas: (theme) => `${onPicture(theme)}
@media (max-width: 859px) {
  main { margin-block-start: ${below(46)}; }
  .hero { ${isOnDark(theme) ? '' : 'background: none; '}mask-image: linear-gradient(#000 72%, transparent); }
}
@media (min-width: 1024px) {
  .split { ${columns(theme.pane, 'minmax(0, 1fr)', 'max(490px, 43%)')} }
  ${order(theme.pane)}
  .split .hero { position: sticky; inset-block-start: 0; block-size: 100dvh; clip-path: ellipse(100% 110% at ${theme.pane === 'start' ? '0' : '100%'} 50%); }
  .split .hero:dir(rtl) { clip-path: none; }
  .split .hero img { object-position: 50% 12%; }
  .split .hero-text { padding-inline-start: 80px; }
}
@media (min-width: 1440px) { .split .hero-text { padding-inline-start: 104px; } }
${foot}
`,
};
