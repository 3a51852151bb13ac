/** Reset, type, focus, links, motion. */
export const base = `
*, ::before, ::after { box-sizing: border-box; }
* { margin: 0; }
html {
  color-scheme: light dark; -webkit-text-size-adjust: 100%;
  font-synthesis: none;
  background: radial-gradient(42rem 22rem at 50% -9rem, color-mix(in srgb, var(--accent) 16%, transparent), transparent) no-repeat var(--background);
}
body {
  font: 400 var(--size)/1.5 var(--font); color: var(--text);
  overflow-wrap: anywhere; -webkit-font-smoothing: antialiased;
}
body:lang(zh) { line-height: 1.7; text-autospace: normal; text-spacing-trim: trim-start; line-break: strict; }
h1, h2, .tagline { font-weight: var(--heading-weight); letter-spacing: -.018em; line-height: 1.2; text-wrap: balance; }
:is(h1, h2, .tagline):lang(zh) { letter-spacing: .01em; line-height: 1.4; }
@media (width>=360px) { :is(h1, h2, .tagline, .banner, .foot, .content p):lang(zh) { word-break: keep-all; } }
h1 { font-size: var(--size-3); }
p { text-wrap: pretty; }
.lead, .text, .banner p { text-wrap: balance; }
ul { padding: 0; list-style: none; }
img, svg { display: block; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
[hidden] { display: none; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
a, .link {
  color: var(--accent-text); text-decoration: underline; text-decoration-color: color-mix(in srgb, currentColor 35%, transparent);
  text-underline-offset: .2em;
}
.link { padding: 0; border: 0; background: none; text-align: inherit; }
.languages, .languages a, .foot, .banner, .foot a, .lead, .or, .optional, .hint, .remark, .reveal, .tab-list button { color: var(--text-muted); }
.languages, .foot, .or, .label, .tick label, .tab-list button, .providers .button, :is(form, .content) > .links { font-size: var(--size-0); }
.icon { flex: none; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.unseen {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.tone-info { --tone: var(--info); --tone-surface: var(--info-surface); }
@keyframes turn { to { rotate: 1turn; } }
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after, ::backdrop { transition: none !important; animation: none !important; }
}
`;
