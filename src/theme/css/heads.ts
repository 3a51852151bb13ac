/**
 * A notice with sections in a wide window: how the line's picture and the head stand together, by the line's layout as on
 * its other pages (`layouts.ts`), and what the sections below look like. The phones' band stands above them as always.
 */
import type { Theme } from '../../generated/config.ts';

/** The head's words stand on the picture's own ground, which goes from one edge of the window to the other. */
const onGround = `
  .account-head { color: var(--hero-text); }
  .account-head::before { content: ""; position: absolute; z-index: -1; inset: -8px -100vw 0; background: linear-gradient(165deg, var(--hero-from), var(--hero-to)); }
  .account-head .lead { color: inherit; }
`;

/** The words stand beside the picture without an icon. From right to left this is mirrored, and so are its edges. */
const stacked = `
  .account-head { flex-flow: column; align-items: flex-start; justify-content: center; }
  .account-head > .notice-icon { display: none; }
  .account-head > div { flex: none; max-inline-size: 100%; }
  .frame:has(.account) > .hero:dir(rtl) { scale: -1 1; }
`;

const side = (pane: Theme['pane']): string => (pane === 'start' ? '0 auto' : 'auto 0');
/** Round at the one side. */
const corners = (pane: Theme['pane']): string =>
  pane === 'start' ? 'var(--radius-large) 0 0 var(--radius-large)' : '0 var(--radius-large) var(--radius-large) 0';
/** Both edges of a picture fade, the inner one more. @param whole what of its width does not, from the outer edge. */
const fade = (pane: Theme['pane'], whole: string): string =>
  `mask-image: linear-gradient(to ${pane === 'start' ? 'right' : 'left'}, transparent, #000 ${whole}, transparent);`;

const hero = '.frame:has(.account) > .hero';

/** Layout → its rules, by the side of the picture. */
const wide: Readonly<Record<NonNullable<Theme['layout']>, (pane: Theme['pane']) => string>> = {
  /** Two panes of one sheet, as on the other pages: the picture at its side, who it is beside it; the list stands at the picture's side. */
  split: (pane) => `
  ${hero} { inset-block-start: 76px; inset-inline-${pane}: max(40px, 50% - 560px); inline-size: min(640px, 57% - 46px); block-size: 208px; border-radius: ${corners(pane)}; }
  .account-head {
    min-block-size: 208px; margin-inline-${pane}: min(640px, 57%); padding: 24px; border: 1px solid var(--border);
    border-radius: ${corners(pane === 'start' ? 'end' : 'start')}; background: var(--surface);
  }
  .account-head h1 { font-size: var(--size-3); }
  .account-head > .notice-icon { position: relative; }
  .account-head > .notice-icon::after { content: ""; position: absolute; inset: auto 1px 1px auto; padding: 6px; border: 3px solid var(--surface); border-radius: 50%; background: var(--success); }
  ${
    pane === 'start'
      ? ''
      : `.account { grid-template-columns: minmax(0, 1fr) minmax(0, 13rem); grid-auto-flow: dense; }
  .section-nav { order: 1; }`
  }
`,
  /** The picture at its side of a ground from edge to edge, whose foot the first section overlaps; the words begin above the rows' values. */
  overlay: (pane) => `${onGround}${stacked}
  ${hero} { inset-inline: ${side(pane)}; inset-block-start: 68px; inline-size: min(43vw, 620px); block-size: 252px; ${fade(pane, pane === 'start' ? '6% 84%' : '6% 64%')} }
  .account-head { min-block-size: 244px; padding-block: 4px 56px; padding-inline-${pane}: min(42%, 457px); }
  .account-head + .section-nav + .sections, .account-head + .downloads { position: relative; margin-block-start: -64px; }
`,
  /** The picture is a strip from edge to edge below the bar; a card in the middle, who it is, hangs from its foot. */
  card: () => `
  ${hero} { inset-inline: 0; inset-block-start: 68px; block-size: clamp(148px, 10.5vw, 200px); }
  .account { grid-template-columns: minmax(0, 840px); justify-content: center; }
  .page.frame:has(.account) .top { max-inline-size: 840px; }
  .account-head {
    flex-flow: column; gap: 4px; margin-block-start: clamp(104px, 10.5vw - 44px, 156px); padding: 12px 32px 16px; border-radius: var(--radius-large);
    background: var(--surface); box-shadow: 0 0 0 1px var(--border), var(--shadow); text-align: center;
  }
  .account-head > div { flex: none; inline-size: 100%; }
  .section-nav { z-index: 3; inset-block-start: 8px; justify-self: center; padding: 4px; border-radius: 28px; background: var(--surface); box-shadow: 0 0 0 1px var(--border); }
  .section-nav ul { display: flex; justify-content: center; }
  .section-nav a, .section-nav [aria-current]:is(*, :dir(rtl)) { border-radius: 24px; box-shadow: none; }
  .section { scroll-margin-block-start: 80px; }
`,
  /** The picture lies on the page itself; the sections are open, with a line between them. */
  band: (pane) => `${stacked}
  ${hero} { inset-inline: ${side(pane)}; inline-size: min(58vw, 820px); block-size: 310px; ${fade(pane, '0 84%')} }
  ${hero} img { object-position: 50% 100%; }
  .account-head { min-block-size: 216px; padding-inline-${pane}: 40%; }
  .account .section { padding-block: 28px; }
  .sections { gap: 8px; padding: 4px 40px; border-radius: var(--radius-large); background: var(--surface); }
`,
  /** Who it is stands on the picture, which goes from edge to edge below the bar. */
  canvas: (pane) => `${onGround}${stacked}
  .account-head { margin-block-end: 24px; }
  .account-head::before { inset-block: -16px -24px; }
  ${hero} { inset-inline: ${side(pane)}; inline-size: min(56vw, 760px); inset-block-start: 60px; block-size: 236px; }
  ${hero} img { mask: linear-gradient(transparent, #000 48px) intersect, linear-gradient(to ${pane === 'start' ? 'right' : 'left'}, #000 76%, transparent); object-position: 50% 60%; }
  .account-head { min-block-size: 196px; padding-inline-${pane}: 54%; }
`,
};

export const heads = ({ layout = 'split', pane }: Pick<Theme, 'layout' | 'pane'>): string => `
@media (min-width: 860px) {
  .frame:has(.account) { position: relative; overflow-x: clip; }
  ${hero} { display: block; position: absolute; inset-block-start: 0; background: none; }
  .frame:has(.account) .stage { position: relative; }
  main:has(> * > .account) { padding-block-start: 16px; }
  .account-head { position: relative; }
  .account-head h1 { font-size: var(--size-4); }
  ${wide[layout](pane)}
}
`;
