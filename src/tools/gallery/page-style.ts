/** How the gallery's page looks. */
export const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; --rule: color-mix(in srgb, currentcolor 18%, transparent);
  --mark: light-dark(#c2185b, #ff7aa8); --ground: light-dark(#f4f5f7, #16181d); --size: 300px; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); }
:focus-visible { outline: 2px solid Highlight; outline-offset: 2px; }
.skip { position: absolute; inset: 8px auto auto 8px; z-index: 2; padding: 6px 12px; background: Canvas; }
.skip:not(:focus) { clip-path: inset(50%); }
header { position: sticky; inset-block-start: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: end; gap: 6px 12px;
  padding: 10px 20px; border-block-end: 1px solid var(--rule); background: Canvas; }
h1 { flex: 1 1 100%; margin: 0; font-size: 16px; }
h1 output { margin-inline-start: 8px; font-weight: 400; opacity: .75; }
label { display: grid; gap: 2px; font-size: 12px; }
select, input { block-size: 34px; margin: 0; }
select, input[type=search] { min-inline-size: 88px; max-inline-size: 150px; padding: 0 6px; border: 1px solid var(--rule); border-radius: 6px; background: Field; color: FieldText; font: inherit; font-size: 14px; }
input[type=search] { inline-size: 150px; }
input[type=range] { inline-size: 110px; }
main { padding: 4px 20px 48px; }
main:focus { outline: none; }
h2 { margin: 20px 0 0; font-size: 22px; }
h3 { margin: 20px 0 0; padding-block-start: 12px; border-block-start: 1px solid var(--rule); font-size: 16px; }
h4 { margin: 14px 0 6px; font-size: 14px; font-weight: 600; }
.row { display: flex; flex-wrap: wrap; align-items: start; gap: 16px; }
.row.beside { flex-wrap: nowrap; overflow-x: auto; padding-block-end: 8px; }
figure { flex: none; inline-size: var(--size); max-inline-size: 100%; margin: 0; }
figure.narrow { inline-size: calc(var(--size) * .62); }
figure a { position: relative; display: block; overflow: hidden; border: 1px solid var(--rule); border-radius: 6px; }
img { display: block; inline-size: 100%; block-size: auto; background: Canvas; }
.fold { position: absolute; inset-inline: 0; border-block-start: 1px dashed var(--mark); }
.fold::after { content: 'fold'; position: absolute; inset-block-start: 0; inset-inline-end: 4px; color: var(--mark); font-size: 11px; line-height: 1.4; }
pre { margin: 0; padding: 12px; border: 1px solid var(--rule); border-radius: 6px; background: Canvas; font: 13px/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
figcaption { padding-block-start: 4px; font-size: 13px; overflow-wrap: anywhere; }
figcaption small { display: block; opacity: .75; }
figcaption b { color: var(--mark); font-weight: 600; }
.empty { margin: 48px 0; text-align: center; }
@media (max-width: 860px) {
  header { position: static; padding: 10px 12px; }
  main { padding-inline: 12px; }
  label, select, input[type=search] { flex: 1 1 96px; inline-size: 100%; max-inline-size: none; }
}
`;
