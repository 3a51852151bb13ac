import type { Theme } from '../../generated/config.ts';

/** How a line's tabs are drawn, after the rules that all have in common. */
export const tabs: Readonly<Record<NonNullable<Theme['shape']['tabs']>, string>> = {
  segment: `
.tab-list { gap: 4px; padding: 4px; border-radius: calc(var(--radius) + 4px); background: var(--track); }
.tab-list [aria-selected=true] { background: var(--tab); color: var(--text); box-shadow: 0 1px 3px rgb(0 0 0 / .14); }
`,
  pill: `
.tab-list { gap: 8px; }
.tab-list button { border: 1px solid var(--border-strong); border-radius: 28px; }
.tab-list [aria-selected=true] { border-color: var(--accent); background: color-mix(in srgb, var(--accent) 12%, transparent); color: var(--accent-text); }
`,
  underline: `
.tab-list { box-shadow: inset 0 -1px var(--border); }
.tab-list button { border-radius: 0; }
.tab-list [aria-selected=true] { color: var(--text); box-shadow: inset 0 -3px var(--accent); }
`,
};

/** Headings, alerts, links, tabs, providers: what a form's page shows at once. */
export const content = `
.heading { display: grid; gap: 8px; }
.alert, .text:is(.tone-info, .tone-success, .tone-warning) {
  display: flex; gap: 12px; padding: 12px 14px; border: 1px solid color-mix(in srgb, var(--tone) 30%, transparent);
  border-radius: var(--radius); background: var(--tone-surface); line-height: 1.5;
}
#early { position: sticky; inset-block-end: 0; z-index: 9; background: var(--text); color: var(--surface); text-align: center; }
#early:not(:empty) { padding: 12px 20px; }
.button[aria-busy]:not(:has(.spinner))::before {
  content: ""; inline-size: 20px; block-size: 20px; border: 2.5px solid; border-inline-end-color: transparent; border-radius: 50%; animation: turn 750ms linear infinite;
}
.links { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 20px; line-height: 1.5; }
.links > * { padding-block: 12px; text-decoration-color: transparent; }
.content > .links { justify-content: center; margin-block: -6px; text-align: center; }
.content > .links > :first-child { font-weight: 600; }
.tabs { display: grid; gap: 16px; min-inline-size: 0; }
.tab-list { display: flex; flex-wrap: wrap; }
.tab-list button {
  flex: 1 1 0; min-inline-size: min-content; overflow-wrap: normal; word-break: keep-all; min-block-size: 44px; padding: 4px; border: 0; border-radius: var(--radius); background: none;
  font-weight: 600; line-height: 1.25;
}
.or { display: flex; align-items: center; gap: 16px; margin-block-end: 10px; line-height: 1.4; }
.or::before, .or::after { content: ""; flex: 1; block-size: 1px; background: var(--border); }
.providers ul { display: flex; flex-wrap: wrap; gap: 10px; }
.providers li { flex: 1 1 0; }
.providers .button { gap: 8px; inline-size: 100%; padding-inline: 6px; white-space: nowrap; }
@media (max-width: 859px) { .another { display: none; } }
@media (min-width: 860px) {
  form > .links > * { padding-block: 4px; }
  .tab-list button { min-block-size: 40px; }
}
`;
