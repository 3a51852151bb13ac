/**
 * What a line does with each section of its account page, so that whoever scrolls past the head still sees whose page it
 * is. It follows from the layout and from how the line draws its tabs.
 */
import type { Theme } from '../../generated/config.ts';

type Tabs = Theme['shape']['tabs'];

/** A tile of a frame that is being rendered stands before the heading. */
const tile =
  '.section > h2::before { content: ""; display: inline-block; inline-size: .6em; block-size: .6em; margin-inline-end: .5em; background: conic-gradient(var(--accent) 25%, var(--border) 0 50%, var(--accent) 0 75%, var(--border) 0); }';
/** Values are as a machine writes them, their labels not. */
const terminal =
  '.section td::before { font-family: var(--font); } .section :is(dd, td + td):not(.actions, .record-actions) { font-family: ui-monospace, Menlo, Consolas, monospace; }';
/** A brush's stroke ends the heading. */
const stroke =
  '.section > h2::after { content: ""; display: block; inline-size: 3em; block-size: 4px; margin-block-start: 6px; border-radius: 4px; background: linear-gradient(90deg, var(--accent), transparent); } .section > h2:dir(rtl)::after { scale: -1 1; }';
/** Two lines below the heading, as below the title of a page that was set by hand. */
const double =
  '.section > h2 { padding-block-end: 8px; border-block-end: 3px double color-mix(in srgb, var(--warning) 55%, transparent); }';

const rules: Readonly<Record<NonNullable<Theme['layout']>, (tabs: Tabs) => string>> = {
  split: (tabs) => (tabs === 'underline' ? terminal : tile),
  overlay: (tabs) => (tabs === 'underline' ? double : stroke),
  /** A film's holes. */
  card: () =>
    '.section::before { content: ""; block-size: 8px; margin-block: -4px; background: repeating-linear-gradient(90deg, var(--border) 0 12px, transparent 0 22px); }',
  /** No sheets: a line between them. */
  band: () =>
    '.account .section { padding-inline: 0; border-width: 1px 0 0; border-radius: 0; background: none; } .account .section:first-child { border: 0; }',
  /** The arc that ends the picture on the other pages. */
  canvas: () =>
    '.section { padding-block-start: 28px; border-start-start-radius: 50% 20px; border-start-end-radius: 50% 20px; }',
};

export const habits = ({
  layout = 'split',
  tabs,
}: {
  readonly layout?: Theme['layout'];
  readonly tabs?: Tabs;
}): string => rules[layout](tabs);
