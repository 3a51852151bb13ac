/** Phones, codes, cards to choose from and the rules of a new password: what the first form of most sign-in pages does without. */
export const widgets = `
.input::placeholder { color: var(--text-muted); opacity: 1; }
.optional { margin-inline-start: .5em; }
.optional::before { content: "· "; }
select.input { padding-inline-end: 40px; }
.control > .icon, .control > .spinner { position: absolute; inset-inline-end: 14px; inset-block: 0; margin-block: auto; pointer-events: none; }
.plain { background: none; color: var(--accent-text); font-weight: 400; }
.phone {
  min-block-size: var(--control); border: solid var(--border-strong); border-width: var(--field-line); border-radius: var(--field-radius); background: var(--field);
}
.phone, .option-card { transition: var(--fast); }
.phone:focus-within:not(:has(.areas)) {
  outline: 2px solid var(--focus); outline-offset: -1px; box-shadow: 0 0 0 4px color-mix(in srgb, var(--focus) 18%, transparent);
}
.phone:has([aria-invalid]) { border-color: var(--danger); }
.phone:has(:disabled) { background: var(--background); color: var(--text-muted); }
.phone > .input { padding-inline-start: 12px; min-block-size: calc(var(--control) - 2px); border: 0; background: none; outline: none; box-shadow: none; }
.area { display: flex; }
.area-button {
  display: flex; align-items: center; gap: 4px; padding-inline: 12px 8px; border: 0; border-inline-end: 1px solid var(--border);
  border-start-start-radius: var(--radius); border-end-start-radius: var(--radius); background: none; white-space: nowrap; font-variant-numeric: tabular-nums;
}
.area-button:hover { background: var(--surface-raised); }
.area-button .icon { inline-size: 16px; color: var(--text-muted); transition: rotate var(--fast); }
.area-button[aria-expanded=true] .icon { rotate: 180deg; }
.with-button { gap: 8px; }
.with-button > .button { min-inline-size: 7.5rem; max-inline-size: 48%; padding-inline: 14px; font-size: var(--size-0); line-height: 1.25; }
.aside { padding-block-start: 4px; font-size: .8125rem; color: var(--text-muted); }
.code { font-variant-numeric: tabular-nums; letter-spacing: .12em; }
.rules { display: flex; flex-wrap: wrap; gap: 2px 8px; padding-block-start: 2px; font-size: .8125rem; }
.rules ~ .note { padding-block-start: 6px; }
.rules li { display: flex; align-items: center; gap: 4px; line-height: 1.4; color: var(--text-muted); }
.rules .icon { inline-size: 13px; block-size: 13px; stroke-width: 3; background: radial-gradient(var(--border-strong) 2px, transparent 2.5px); stroke: transparent; }
.rules [data-met=true] { color: var(--success); }
.rules [data-met=true] .icon { background: none; stroke: currentColor; }
.choices { min-inline-size: 0; padding: 0; border: 0; }
.choices input[type=radio] { border-radius: 50%; }
.choices legend { margin-block-end: 10px; padding: 0; font-weight: 600; }
.option-cards { --least: 9rem; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, var(--least)), 1fr)); gap: 10px; }
.option-card {
  position: relative; display: flex; align-items: center; gap: 12px; min-block-size: 56px; padding: 10px 14px; border: 1px solid var(--border-strong);
  border-radius: var(--radius); background: var(--surface); line-height: 1.35; cursor: pointer;
}
.option-card small { display: block; color: var(--text-muted); font-size: var(--size-0); }
.option-card .icon { opacity: .7; stroke-width: 1.5; }
.field .option-card input { position: absolute; inset: 0; opacity: 0; cursor: pointer; }
.choices .option-card input { margin: 0; }
.choices .option-cards { --least: 11rem; }
@media (max-width: 859px) {
  .choices .option-cards { --least: 9.5rem; gap: 8px; }
  .choices .option-card { gap: 8px; padding-inline: 6px; font-size: var(--size-0); }
  .aside .link { display: block; }
}
:is(.phone, .option-card):hover { border-color: var(--text-muted); }
.option-card:has(:checked) { border-color: var(--accent); background: color-mix(in srgb, var(--accent) 12%, transparent); box-shadow: inset 0 0 0 1px var(--accent); color: var(--accent-text); }
.option-card:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (forced-colors: active) {
  .option-card:has(:checked) { outline: 3px solid Highlight; outline-offset: -3px; }
  .rules [data-met=true] .icon { stroke: CanvasText; }
}
.page:not(:has(.notice-blocks:empty)) :is(.top, .banner, .content) { max-inline-size: 920px; }
strong { unicode-bidi: plaintext; }
/* Ours begin with a number or an address, and no browser spaces those from what stands before their element. */
strong:lang(zh) { margin-inline-start: .125em; }
.text:is(.tone-muted, [class*=tone-step]) { color: var(--text-muted); font-size: var(--size-0); }
.text[class*=tone-step] { margin-block-end: 8px; }
@media (max-width: 859px), (max-height: 759px) { .frame:has([class*=step-2]) .lead { display: none; } }
/* The button of a long page in the window, too: what one is of stands beside the cards. */
@media (max-height: 759px) {
  .field .label:has(+ .option-cards) { float: inline-start; margin: 10px 16px 0 0; }
  .field .option-cards { --least: 6.5rem; }
  .field .option-card { min-block-size: 0; padding-block: 9px; justify-content: center; }
  .field .option-card .icon { display: none; }
}
`;
