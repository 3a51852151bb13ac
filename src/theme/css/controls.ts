import type { Theme } from '../../generated/config.ts';

/** How a line's fields are drawn: their lines, corners and ground. */
export const fields: Readonly<Record<NonNullable<Theme['shape']['field']>, string>> = {
  outline: '--field-line: 1px; --field-radius: var(--radius); --field: var(--surface);',
  filled:
    '--field-line: 0 0 2px; --field-radius: var(--radius) var(--radius) 0 0; --field: color-mix(in srgb, var(--border) 55%, var(--surface));',
  line: '--field-line: 0 0 1.5px; --field-radius: 6px 6px 0 0; --field: color-mix(in srgb, var(--accent) 6%, #0000);',
};

/** Fields and everything one types into, ticks or presses. */
export const controls = `
form { display: flex; flex-wrap: wrap; gap: 0 16px; }
.tab-panel { display: grid; gap: 16px; }
form, form > *, .tab-panel { min-inline-size: 0; }
.fields { display: contents; }
form > *, .field { flex: 1 1 100%; }
.field { min-inline-size: 0; padding: 0; border: 0; }
.field:has(> .tick) { flex-basis: auto; margin-block: -8px 4px; }
form > .links { flex: 0 1 auto; margin-block: -8px 4px; }
form > .text { margin-block-end: 12px; }
.label { display: block; padding: 0; margin-block-end: 4px; line-height: 1.4; }
.note { min-block-size: 22px; padding-block: 2px; }
.hinted { padding-block-end: 14px; }
.note, .remark { font-size: .8125rem; line-height: 1.4; }
.control { position: relative; display: flex; }
.input {
  flex: 1; min-inline-size: 0; inline-size: 100%; min-block-size: var(--control); padding-block: 0; padding-inline: 14px;
  border: solid var(--border-strong); border-width: var(--field-line); border-radius: var(--field-radius); background: var(--field); appearance: none;
  text-align: start;
}
.input:focus-visible {
  outline: 2px solid var(--focus); outline-offset: -1px; box-shadow: 0 0 0 4px color-mix(in srgb, var(--focus) 18%, transparent);
}
.reveal {
  position: absolute; inset-block: 1px; inset-inline-end: 1px; inline-size: 48px; display: grid; place-items: center; border: 0;
  border-radius: var(--radius); background: none;
}
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 10px; min-block-size: var(--control); padding: 8px 20px;
  border: 1px solid transparent; border-radius: var(--radius); font-weight: 600; line-height: 1.3; text-align: center; text-decoration: none;
}
.primary { background: var(--accent); color: var(--text-on-accent); box-shadow: inset 0 1px rgb(255 255 255 / .16), 0 1px 2px rgb(0 0 0 / .18); }
form > .primary, .content > .primary { inline-size: 100%; }
.secondary { border-color: var(--border-strong); background: var(--surface); color: var(--text); }
.tick { display: flex; gap: 10px; }
.tick label { padding-block: 4px; line-height: 1.5; }
:is(.tick, .choices) input {
  appearance: none; flex: none; inline-size: 20px; block-size: 20px; margin-block-start: 5px; display: grid; place-content: center;
  border: 1.5px solid var(--border-strong); border-radius: min(var(--radius), 6px); background: var(--surface);
  transition: var(--fast);
}
.tick + .note { min-block-size: 4px; padding-block: 0 4px; padding-inline-start: 30px; }
@media (max-width: 859px) { .tick label { padding-block: 12px; } .tick input { margin-block-start: 13px; } button.link { min-block-size: 44px; } }
`;
