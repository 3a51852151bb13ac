import type { Theme } from '../../generated/config.ts';
import { isOnPicture } from '../on-picture.ts';
import { habits } from './habits.ts';
import { heads } from './heads.ts';

/** What of a line's theme the account page is drawn by. */
export type Looks = Pick<Theme, 'layout' | 'pane'> & Pick<Theme['shape'], 'tabs'>;

const PHONES = '@media (max-width: 859px)';
const WIDE = '@media (min-width: 860px)';

/** How the list of sections is drawn, as the line's tabs are. */
const tabs: Readonly<Record<NonNullable<Looks['tabs']>, string>> = {
  segment: `
${PHONES} {
  .section-nav ul { padding: 4px; border-radius: calc(var(--radius) + 4px); background: var(--track); }
  .section-nav [aria-current] { background: var(--tab); color: var(--text); box-shadow: 0 1px 3px rgb(0 0 0 / .14); }
}
${WIDE} { .section-nav [aria-current] { background: var(--track); color: var(--text); } }
`,
  pill: `
.section-nav a { border: 1px solid transparent; border-radius: 28px; }
${PHONES} { .section-nav ul { gap: 8px; } .section-nav a { border-color: var(--border-strong); } }
.section-nav [aria-current] { border-color: var(--accent); }
`,
  underline: `
.section-nav a { border-radius: 0; }
.section-nav [aria-current] { background: none; color: var(--text); }
${PHONES} { .section-nav ul { box-shadow: inset 0 -1px var(--border); } .section-nav [aria-current] { box-shadow: inset 0 -3px var(--accent); } }
${WIDE} { .section-nav ul { border-inline-start: 1px solid var(--border); } .section-nav a { margin-inline-start: -1px; border-inline-start: 3px solid transparent; } .section-nav [aria-current] { border-color: var(--accent); } }
`,
};

/** Where the picture stands below the bar: with large text the language's link comes to lie on it. */
const plate = `
${PHONES} { .top:has(.button) .languages { margin: 0; } .top:has(.button) .languages a { padding: 5px 8px; border-block: 6px solid transparent; border-radius: 14px; background: var(--tab) padding-box; color: var(--text); } }
`;
/** Elsewhere all of it lies on the picture's head, bare; with large text it takes two lines, and the second lies lower. */
const bare = `
@media (min-width: 22em) and (max-width: 859px) { .top .button { background: none; color: inherit; } }
@media (max-width: 22em) { .top .languages a { background: var(--surface); color: var(--text); } }
`;

/** Written without comments, since it comes with what draws it (`screens/sections.tsx`). */
const shared = `
.page.frame .content.content:has(> .account) { max-inline-size: 1120px; padding: 0; border: 0; background: none; box-shadow: none; }
main:has(.account) { align-content: start; }
.account { display: grid; gap: 20px; }
.account-head { display: flex; flex-wrap: wrap; align-items: center; gap: 12px 16px; }
.account-head > .notice-icon { inline-size: 52px; block-size: 52px; margin: 0; background: color-mix(in srgb, var(--accent) 12%, transparent); color: var(--accent-text); box-shadow: none; }
.account-head > .notice-icon > * { inline-size: 26px; block-size: 26px; }
.account-head > div { flex: 1 1 11rem; min-inline-size: 0; }
.account-head .lead { margin-block-start: 6px; }
.account-head h1:is(*, :lang(zh)) { letter-spacing: 0; text-wrap: pretty; }
.top > .actions { flex: none; inline-size: auto; margin-inline-start: auto; }
.top .button { min-block-size: 44px; padding: 5px 12px; border: solid transparent; border-width: 6px 0; border-radius: 14px; background: var(--tab) padding-box; font-size: var(--size-0); line-height: 22px; }
.account .button { flex: none; min-block-size: 44px; max-inline-size: 100%; padding-block: 4px; overflow-wrap: normal; }
.account :is(.actions, .record-actions) { justify-content: flex-start; }
.account .actions > .plain, .section .record-actions > .secondary { inline-size: auto; padding: 0 12px; margin: 0; border: solid transparent; border-width: 4px 0; border-radius: calc(var(--radius) + 4px); background: var(--track) padding-box; color: var(--text); font-size: var(--size-0); font-weight: 500; }
.account .actions > .plain { text-decoration: none; }
.account .actions > .plain:hover, .section .record-actions > .secondary:hover { background-color: var(--border); }
.section-nav ul { display: flex; flex-wrap: wrap; gap: 4px; }
.section-nav a {
  display: block; padding: 11px 14px; border-radius: var(--radius); color: var(--text-muted); font-weight: 500; font-size: var(--size-0); line-height: 22px;
  text-decoration: none;
}
.section-nav a:hover { background: var(--track); }
.section-nav a:focus-visible { outline-offset: -2px; }
.section-nav [aria-current] { background: color-mix(in srgb, var(--accent) 12%, transparent); color: var(--accent-text); }
.sections { display: grid; gap: 16px; min-inline-size: 0; container-type: inline-size; }
.section {
  display: grid; gap: 16px; min-inline-size: 0; padding: 20px 16px; border: 1px solid var(--border); border-radius: min(var(--radius-large), 2 * var(--radius));
  background: var(--surface); scroll-margin-block-start: 16px;
}
.section :is(h2, h3):focus { outline: none; }
.section h3 { color: var(--text-muted); font-size: var(--size-0); }
.section .records { margin: 0; gap: 4px; }
.section > .records:not(h2 + *) { padding-block-start: 20px; border-block-start: 1px solid var(--border); }
.section .text { text-wrap: pretty; }
.section .facts > div, .beside { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 16px; padding-block: 10px; }
.section .facts > :first-child { padding-block-start: 0; }
.section > .beside { padding-block: 0; }
.section .facts > :last-child { padding-block-end: 0; border: 0; }
.section dt, .beside strong { display: block; margin: 0; font-size: var(--size-0); font-weight: 400; }
.section dd { grid-column: 1 / -1; }
.section :is(dd, .beside > *).actions { grid-area: 1/2; align-self: start; inline-size: auto; margin-inline-end: -10px; }
.beside > .text { grid-area: 1/1/2/3; color: var(--text-muted); font-size: var(--size-0); }
.section > :is(.records + .facts, .facts + .beside) { padding-block-start: 12px; margin-block-start: -4px; border-block-start: 1px solid var(--border); }
.account :is(dd, .beside) .secondary { inline-size: auto; margin: -11px 0; padding-inline: 10px; border: 0; background: none; color: var(--accent-text); font-size: var(--size-0); font-weight: 500; }
.account > .downloads { grid-template-columns: repeat(auto-fit, minmax(min(100%, 6rem), 1fr)); gap: 8px; }
.account .download { min-block-size: 52px; padding-block: 8px; background: var(--surface); }
.section .records :is(table, tbody) { display: block; }
.section > h2 + .records > h3, .section .records :is(thead, .none) { position: absolute; clip-path: inset(50%); block-size: 1px; overflow: hidden; }
.section .records tr { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 20px; padding: 14px 0; margin: 0; border: 0; border-radius: 0; background: none; }
.section > h2 + .records tbody > :first-child { padding-block-start: 0; }
.section .records tr + tr { border-block-start: 1px solid var(--border); }
.section .records tr:last-child { padding-block-end: 0; }
.section .records td { display: block; min-inline-size: 0; padding: 0; border: 0; font-size: var(--size-0); white-space: normal; }
.section .records td[data-label]::before { content: attr(data-label) / ""; margin-inline-end: .5em; color: var(--text-muted); }
.section .records td:first-child { flex: 1 0 100%; font-size: inherit; font-weight: 600; }
.section .records td:first-child::before { content: none; }
.mark { display: inline-block; padding: 0 6px; border-radius: 12px; background: var(--success-surface); color: var(--success); font-size: var(--size-0); font-weight: 500; }
.section .records td.record-actions { display: flex; flex-wrap: wrap; gap: 0 8px; margin: -6px 0 -6px auto; }
.section .records tr:has(.button)::before { content: ""; order: 2; flex: 1 0 100%; }
.section .records tr:has(.button) td:first-child { flex: 1; min-inline-size: min(100%, 6rem); }
.section .records tr:has(.button) td:not(:first-child, .record-actions) { order: 3; }
.section .records td.record-actions { order: 1; }
@container (max-width: 40rem) { .section .records tr:has(.button + .button) td.record-actions { order: 4; flex: 1 0 100%; margin: 4px 0 -6px; } }
.account > [role=status]:not(.unseen) {
  position: sticky; inset-block-end: 16px; z-index: 4; justify-self: center; padding: 12px 20px; border: 1px solid var(--border); border-radius: var(--radius);
  background: var(--surface-raised); box-shadow: var(--shadow);
}
@media (max-width: 859px) {
  .account-head > .notice-icon { display: none; }
  .account-head h1 { font-size: calc((var(--size-1) + var(--size-3)) / 2); overflow-wrap: anywhere; }
  .account .downloads > * { display: grid; }
  .account .download { flex-flow: column; gap: 4px; padding-inline: 0; font-size: .8125rem; text-align: center; }
  .account .download :not(:first-child, span) { display: none; }
  .section-nav { margin-inline: calc(-1 * var(--gutter)); overflow-x: auto; scrollbar-width: none; }
  .section-nav:dir(ltr) { mask-image: linear-gradient(to right, #000 calc(100% - 24px), transparent); }
  .section-nav ul { flex-wrap: nowrap; inline-size: max-content; margin-inline: var(--gutter); }
  .section-nav a { white-space: nowrap; }
}
@container (max-width: 14.9rem) {
  .section .facts > div, .beside { grid-template-columns: minmax(0, 1fr); }
  .section :is(dd, .beside > *).actions, .beside > .text { grid-area: auto; }
  .account :is(dd, .beside) .secondary { margin: 0 -10px; }
}
@container (min-width: 30rem) {
  .section { padding: 24px; }
  .section .facts > div, .beside { grid-template-columns: minmax(0, 11rem) minmax(0, 1fr) auto; align-items: baseline; padding-block: 12px; }
  .beside > .text, .beside > .text > span { display: contents; }
  .section dd { grid-column: 2; }
  .section :is(dd, .beside > *).actions { grid-area: 1/3; align-self: baseline; }
}
@media (min-width: 860px) {
  .page.frame:has(.account) .top { max-inline-size: 1120px; }
  .account { grid-template-columns: minmax(0, 13rem) minmax(0, 1fr); gap: 24px 32px; padding-block: 8px 24px; }
  .account > :not(.section-nav, .sections) { grid-column: 1 / -1; }
  .section-nav { position: sticky; inset-block-start: 24px; align-self: start; }
  .section-nav ul { display: grid; }
  .account > .downloads { gap: 16px; }
  .account li:first-child > .download { border-color: var(--surface); background: var(--accent); color: var(--text-on-accent); }
  .account li:first-child > .download .icon { color: inherit; }
  .section { scroll-margin-block-start: 24px; }
}
@media (max-width: 359px) {
  .top:has(.button) { gap: 0 8px; }
  .top:has(.button) img { inline-size: 96px; padding-block: 2px; }
  .top .button { padding-inline: 8px; }
}
@media (forced-colors: active) { .section-nav [aria-current] { outline: 3px solid Highlight; outline-offset: -3px; } }
@media print { .section-nav, .account .actions, .top > .actions, .record-actions { display: none !important; } .section { break-inside: avoid; } }
`;

/**
 * A notice with sections: the way out in the bar, who it is above, the list of sections beside them (above them on phones),
 * each section a sheet of rows: what it is, how it stands, what changes it.
 */
export const account = (looks: Looks): string =>
  shared + tabs[looks.tabs ?? 'segment'] + (isOnPicture(looks) ? bare : plate) + habits(looks) + heads(looks);
