/** Lists of areas, notices, facts, records, downloads, frames, dialogs, pictures to scan: what a form's page shows later, if at all; and what a pointer over a control changes. */
export const late = `
.remark:not(:empty) ~ .note:empty { min-block-size: 6px; padding: 0; }
@keyframes rise { from { opacity: 0; translate: 0 -4px; } }
@keyframes slide { from { opacity: 0; translate: var(--from); } }
@keyframes arrive { from { opacity: 0; scale: .8; } }
[data-from] { --from: 12px; }
[data-from=start]:dir(ltr), [data-from=end]:dir(rtl) { --from: -12px; }
[data-from] > * { animation: slide var(--normal) ease-out; }
.notice.tone-success > :first-child { animation: arrive var(--slow) cubic-bezier(.2, 1.5, .4, 1); }
.tab-list button { transition: var(--normal); }
h2 { font-size: var(--size-1); }
.input, .button { transition: var(--fast); }
a, .link { text-decoration-thickness: 1px; transition: text-decoration-color var(--fast); }
.control:has(> .reveal) .input { padding-inline-end: 52px; }
[class*=tone-step] { --was: 0%; --done: 50%; position: relative; }
[class*=step-2-of-2] { --was: 50%; --done: 100%; }
[class*=step-1-of-3] { --done: 33.3%; }
[class*=step-2-of-3] { --was: 33.3%; --done: 66.7%; }
[class*=step-3-of-3] { --was: 66.7%; --done: 100%; }
[class*=tone-step]::before, [class*=tone-step]::after {
  content: ""; position: absolute; inset-block-end: -8px; inset-inline-start: 0; inline-size: 100%; block-size: 3px; border-radius: 2px; background: var(--track);
}
[class*=tone-step]::after { inline-size: var(--done); background: var(--accent); animation: advance var(--slow) ease-out; }
@keyframes advance { from { inline-size: var(--was); } }
.alert { animation: rise var(--normal) ease-out; }
.alert > .icon { margin-block-start: 2px; color: var(--tone); }
.alert-text { min-inline-size: 0; text-wrap: pretty; }
@media (width>=360px) { .alert-text:lang(zh) { word-break: keep-all; } }
.error { display: flex; gap: 6px; color: var(--danger); animation: rise var(--fast) ease-out; }
.error .link { font-weight: 600; white-space: nowrap; }
.error .icon { inline-size: 16px; block-size: 16px; margin-block-start: 1px; }
.remark:not(:empty) { padding-block-end: 8px; animation: rise var(--fast) ease-out; }
.input[aria-invalid] { border-color: var(--danger); }
.input[aria-invalid]:not(.phone > *) { box-shadow: inset 0 0 0 1px var(--danger); }
.input:disabled { background: var(--background); color: var(--text-muted); }
.button[aria-disabled] { cursor: progress; }
.button:disabled { border-color: var(--border); background: var(--background); color: var(--text-muted); box-shadow: none; }
[data-invalid] > .tick input { border-color: var(--danger); }
.link:disabled { color: var(--text-muted); text-decoration: none; }
.tone-warning { --tone: var(--warning); --tone-surface: var(--warning-surface); }
.tone-success { --tone: var(--success); --tone-surface: var(--success-surface); }
.tone-error { --tone: var(--danger); --tone-surface: var(--danger-surface); }
/* A refusal takes the heading's place and the room above it, with the title over it, so that nothing moves; what takes more pushes the rest down. */
@media (width>=22em) {
  .heading:has(~ #failure) { grid-area: 1/1; opacity: 0; }
  .heading ~ #failure { position: relative; z-index: 2; grid-area: 1/1; align-self: end; margin-block: calc(var(--up, -10px) - var(--lift, 0px)) -6px; padding-block: 5px; font-size: var(--size-0); line-height: 1.4; }
}
@media (width>=860px) and (height>=740px), (width>=22em) and (max-width: 859px) and (height>=500px) {
  .heading ~ #failure::before { content: attr(data-title) / ""; position: absolute; inset: auto 0 calc(100% + 5px); font: var(--h1, 600 1em/1.2 var(--font)); }
}
@media (width>=860px) and (height>=740px) { #failure { --up: 5px; } #failure:has(.link) { --up: 22px; } }
/* In a low window, which has no room for the title, it takes of the room below, too. */
@media (width>=860px) and (max-height: 739px) { .heading ~ #failure { --up: -11px; margin-block-end: -10px; padding-block: 2px; line-height: 1.22; } }
/* On a phone the page's ground rises with it over the picture, and over a short one the title is as it was; over one that leads on is too little room for it. */
@media (width>=22em) and (max-width: 859px) {
  .heading ~ #failure { --lift: 64px; --h1: 0/0 a; box-shadow: 0 0 0 var(--rise, 22px) var(--background); clip-path: inset(-5rem -20px 0); }
  #failure:not(:has(.link)) { --rise: 46px; --h1: var(--heading-weight) var(--size-3)/1.2 display, var(--font); }
}
:is(.tick, .choices) input::before {
  content: ""; inline-size: 12px; block-size: 12px; background: var(--text-on-accent); scale: 0; transition: scale var(--fast);
  clip-path: polygon(14% 46%, 2% 60%, 40% 96%, 98% 20%, 85% 8%, 39% 68%);
}
:is(.tick, .choices) input:checked { border-color: var(--accent); background: var(--accent); }
:is(.tick, .choices) input:checked::before { scale: 1; }
button:disabled { cursor: default; }
[tabindex="-1"]:is(h1, main):focus { outline: none; }
/* A browser's own ground of what it filled in shows through the letters alone. */
.input:autofill { filter: none; background-clip: text; box-shadow: inset 0 0 0 99px var(--field); -webkit-text-fill-color: var(--text); }
.input:hover:not([aria-invalid]) { border-color: var(--text-muted); }
.button:active:not(:disabled, [aria-disabled]) { scale: .985; }
.primary:hover:not(:disabled) { background: var(--accent-hover); }
:is(a, .link):hover { text-decoration-color: currentColor; }
:is(.tab-list button, .reveal, .foot a, .languages a):hover { color: var(--text); }
:is(.download, .secondary:not(:disabled)):hover { border-color: var(--text-muted); background: var(--surface-raised); }
.plain:hover:not(:disabled) { background: var(--track); }
.spinner { flex: none; fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linecap: round; animation: turn 750ms linear infinite; }
@media (prefers-reduced-motion: reduce) { .spinner { animation: turn 3s linear infinite !important; } }
.spinner circle { opacity: .25; }
.qr-state, .qr-cover { text-wrap: balance; }
.control > .spinner { color: var(--text-muted); }
[data-check=passed] > .icon { color: var(--success); }
:is([data-check=passed], [data-check=checking]) > .input { padding-inline-end: 44px; }
[data-lost]:not([data-live]) .stuck ~ .notice { display: none; }
[data-lost]:not([data-live]) .stuck.late { display: block; }
/* Read out; the screen shows it in its own place. */
body:has(.stuck) #early { position: absolute; inline-size: 1px; block-size: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); }
.notice { display: grid; justify-items: center; gap: 16px; text-align: center; }
.notice-icon {
  display: grid; place-items: center; inline-size: 72px; block-size: 72px; margin-block-end: 4px; border-radius: 50%; background: var(--tone-surface); color: var(--tone);
  box-shadow: 0 0 0 8px color-mix(in srgb, var(--tone-surface) 50%, transparent);
}
.notice-icon > * { inline-size: 32px; block-size: 32px; }
.notice-blocks { display: grid; gap: 24px; inline-size: 100%; margin-block-start: 8px; text-align: start; }
:is(.notice-blocks, .actions):empty { display: none; }
.notice > .actions { margin-block-start: 12px; }
.actions { display: flex; flex-wrap: wrap; justify-content: center; gap: 12px; inline-size: 100%; }
.actions > .button { flex: 1 1 12rem; max-inline-size: 420px; }
.frame:not(.page) .notice > .actions { display: grid; grid-template-columns: 100%; gap: 10px; }
.frame:not(.page) .notice > .actions > .button { max-inline-size: none; }
.actions > .links { justify-content: center; }
.facts { display: grid; }
.facts > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 24px; padding-block: 12px; border-block-end: 1px solid var(--border); }
.facts dt { color: var(--text-muted); }
.facts dt:lang(zh) { word-break: keep-all; }
.facts dd { min-inline-size: 0; font-weight: 500; unicode-bidi: plaintext; }
.facts .identifier { font: 500 .8125rem/1.5 ui-monospace, Menlo, Consolas, monospace; letter-spacing: 0; user-select: all; }
.records { display: grid; gap: 12px; min-inline-size: 0; margin-block-start: 12px; container-type: inline-size; }
.records-empty { padding: 20px; border: 1px dashed var(--border-strong); border-radius: var(--radius); text-align: center; }
.records table { inline-size: 100%; border-collapse: collapse; }
.records :is(th, td) { padding: 12px 8px; border-block-end: 1px solid var(--border); text-align: start; }
.records th { color: var(--text-muted); font-size: var(--size-0); font-weight: 600; }
.record-actions { text-align: end !important; }
.record-actions .button { min-block-size: 44px; margin-block: 4px; margin-inline-start: 8px; padding: 4px 16px; font-size: var(--size-0); }
.records-fold > summary { padding-block: 10px; color: var(--accent-text); font-weight: 600; cursor: pointer; }
.records-fold[open] > summary > :first-child, .records-fold:not([open]) > summary > :last-child { display: none; }
.downloads { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 12px; }
.download {
  display: flex; align-items: center; gap: 12px; min-block-size: 64px; padding: 12px 16px; border: 1px solid var(--border-strong); border-radius: var(--radius);
  color: var(--text); font-weight: 600; text-decoration: none;
}
.download span { flex: 1; }
.download .icon { color: var(--accent-text); stroke-width: 1.5; }
.provider-frame { position: relative; justify-self: center; max-inline-size: 100%; overflow: hidden; border-radius: var(--radius); background: #fff; }
.dialog {
  inline-size: min(440px, 100% - 32px); max-block-size: calc(100dvh - 32px); margin: auto; padding: 28px; border: 1px solid var(--border); border-radius: var(--radius-large);
  background: var(--surface-raised); color: var(--text); box-shadow: var(--shadow); text-align: start;
}
.danger { background: var(--danger); color: var(--surface); text-wrap: balance; }
.danger:hover { filter: brightness(.9); }
.dialog[open] { display: grid; gap: 16px; animation: rise var(--normal) ease-out; }
.dialog::backdrop { background: rgb(10 12 20 / .5); backdrop-filter: blur(3px); }
.qr-box { position: relative; inline-size: min(264px, 100%); aspect-ratio: 1; overflow: hidden; border: 1px solid var(--border); border-radius: var(--radius-large); background: var(--surface-raised); }
.qr-box > div:first-child > * { inline-size: 100%; }
.qr-cover { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 12px; inline-size: 100%; padding: 32px; border: 0; background: color-mix(in srgb, var(--surface) 93%, transparent); font-weight: 600; }
button.qr-cover { border-radius: inherit; color: var(--accent-text); outline-offset: -5px; }
.qr-state { font-size: var(--size-1); font-weight: 600; }
.notice-icon ~ :has(> .qr-state) { display: grid; gap: 16px; }
.notice-icon ~ * > .qr-state { font-size: var(--size-3); line-height: 1.3; }
.facts.large > div { flex-direction: column; align-items: center; border: 0; padding: 0; text-align: center; }
.facts.large dd { font: 600 var(--size-5)/1.2 var(--font); letter-spacing: .12em; font-variant-numeric: tabular-nums; }
.dialog-body { display: grid; gap: 12px; min-inline-size: 0; }
.frame-box { position: relative; block-size: 360px; margin-inline: clamp(-27px, (100% - 360px) / 2, 40px); }
.frame-box iframe { inline-size: 100%; block-size: 360px; border: 0; }
.frame-box:not([data-ready]) iframe { visibility: hidden; }
.frame-box p { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 12px; color: var(--text-muted); pointer-events: none; }
.dialog-body > [role=status]:empty { position: absolute; }
.areas {
  position: absolute; z-index: 5; inset-inline: -1px; inset-block-start: calc(100% + 6px); padding: 8px; border: 1px solid var(--border);
  border-radius: var(--radius); background: var(--surface-raised); box-shadow: var(--shadow); animation: rise var(--fast) ease-out;
}
.areas > .icon { position: absolute; inset-block-start: 20px; inset-inline-start: 20px; color: var(--text-muted); }
.areas > .input { min-block-size: 44px; padding-inline-start: 42px; }
.area-list { position: relative; max-block-size: 248px; margin-block-start: 6px; overflow-y: auto; overscroll-behavior: contain; }
.area-list > div {
  display: flex; justify-content: space-between; gap: 16px; min-block-size: 44px; padding: 8px 12px; align-items: center; border-radius: calc(var(--radius) - 2px);
  line-height: 1.35; cursor: pointer;
}
.flag { display: inline-block; inline-size: 1.9em; }
.area-list > div > :last-child { color: var(--text-muted); font-variant-numeric: tabular-nums; }
.area-list > div:hover { background: var(--background); }
.area-list > [aria-selected=true] { background: var(--track); outline: 1px solid var(--accent); outline-offset: -1px; }
.area-list > [data-current] { font-weight: 600; }
.areas-none:not(:empty) { padding: 12px; color: var(--text-muted); }
/* Phones: the button of a long choice is at hand, on the page's own ground; what has the focus stands above it. */
@media (max-width: 859px) {
  form:has(.choices) > .primary { position: sticky; inset-block-end: 8px; box-shadow: 0 0 0 9px var(--background); }
  html:has(.choices) { scroll-padding-block-end: 5rem; }
}
@media (hover: none) { html:has(dialog[open]) { overflow: hidden; } }
@media (min-width: 860px) {
  .actions > .plain { min-block-size: 32px; padding-block: 4px; }
}
@container (min-width: 641px) {
  .records :is(th, td) { white-space: nowrap; }
  .records td:is(:first-child, :last-child) { white-space: normal; }
}
@container (max-width: 640px) {
  .records thead { position: absolute; clip-path: inset(50%); block-size: 1px; overflow: hidden; }
  .records :is(table, tbody, tr, td) { display: block; }
  .records tr { padding: 8px 16px; margin-block-end: 12px; border: 1px solid var(--border); border-radius: var(--radius); background: var(--surface); }
  .records td { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding: 8px 0; border: 0; }
  .records td[data-label]::before { content: attr(data-label) / ""; color: var(--text-muted); }
  .record-actions .button { inline-size: 100%; margin-inline-start: 0; }
}
@media (forced-colors: active) {
  :is(.tick, .choices) input { appearance: auto; }
  :is(.tick, .choices) input::before { display: none; }
  [role=tab][aria-selected=true], .area-list > [aria-selected=true] { outline: 3px solid Highlight; outline-offset: -3px; }
  .primary.button:enabled { forced-color-adjust: none; background: Highlight; color: HighlightText; outline-color: CanvasText; }
  .button:disabled { color: GrayText; border-color: GrayText; }
}
.alert-links { font-weight: 600; }
.alert-links::before { content: " "; }
/* Each is whole, and none lies on the words of another: a finger needs the room between their lines, a mouse does not. */
.alert-links .link { display: inline-block; margin-block: -5px; margin-inline-end: 12px; padding-block: 12px; }
@media (min-width: 860px) and (pointer: fine) { .alert-links .link { margin-block: -8px; padding-block: 8px; } }
`;
