/** The page of the gallery: one file that opens from the disk, with what it needs inside. */

/** One picture. */
export interface Card {
  readonly line: string;
  readonly screen: string;
  readonly state: string;
  readonly language: string;
  /** px */
  readonly width: number;
  readonly scheme: string;
  readonly title: string;
  /** Relative to the page. */
  readonly file: string;
}

/** What a picture can be chosen by, in the order of the filters. */
const FILTERS = ['line', 'screen', 'state', 'language', 'width', 'scheme'] as const;

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; --line: color-mix(in srgb, currentcolor 18%, transparent); }
* { box-sizing: border-box; }
body { margin: 0; }
header { position: sticky; inset-block-start: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: end; gap: 8px 16px; padding: 12px 20px; border-block-end: 1px solid var(--line); background: Canvas; }
h1 { margin: 0 auto 0 0; font-size: 18px; }
label { display: grid; gap: 2px; font-size: 12px; }
select { min-inline-size: 120px; padding: 6px; font: inherit; font-size: 14px; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 24px 20px; padding: 20px; align-items: start; }
figure { margin: 0; }
figure a { display: block; overflow: hidden; border: 1px solid var(--line); border-radius: 8px; }
img { display: block; inline-size: 100%; block-size: auto; }
figcaption { padding-block-start: 6px; overflow-wrap: anywhere; }
figcaption small { display: block; opacity: .7; }
`;

/** Runs in the gallery's page. Choices stand in the address, so that a view can be sent to somebody. */
const SCRIPT = `
const cards = JSON.parse(document.getElementById('cards').textContent);
const filters = JSON.parse(document.getElementById('filters').textContent);
const main = document.querySelector('main');
const count = document.querySelector('output');
const chosen = new URLSearchParams(location.hash.slice(1));
const selects = Object.fromEntries(filters.map((name) => [name, document.getElementById(name)]));
for (const name of filters) {
  for (const value of [...new Set(cards.map((card) => String(card[name])))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })))
    selects[name].add(new Option(value, value, false, chosen.get(name) === value));
  selects[name].addEventListener('change', draw);
}
function draw() {
  const wanted = filters.filter((name) => selects[name].value !== '');
  const shown = cards.filter((card) => wanted.every((name) => String(card[name]) === selects[name].value));
  history.replaceState(null, '', '#' + new URLSearchParams(wanted.map((name) => [name, selects[name].value])));
  count.textContent = shown.length + ' of ' + cards.length;
  main.replaceChildren(...shown.map((card) => {
    const figure = document.createElement('figure');
    const link = Object.assign(document.createElement('a'), { href: card.file, target: '_blank' });
    const ratio = card.width < 860 ? 780 : 900;
    link.append(Object.assign(new Image(card.width, ratio), { loading: 'lazy', src: card.file, alt: card.line + ', ' + card.screen + ', ' + card.state + ', ' + card.language }));
    const caption = document.createElement('figcaption');
    caption.textContent = card.line + ' · ' + card.screen + ' · ' + card.state;
    caption.append(Object.assign(document.createElement('small'), { textContent: card.language + ' · ' + card.width + ' px · ' + card.scheme + ' · ' + card.title }));
    figure.append(link, caption);
    return figure;
  }));
}
draw();
`;

const embed = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** HTML of the gallery. */
export function galleryPage(cards: readonly Card[]): string {
  const filters = FILTERS.map(
    (name) => `<label for="${name}">${name}<select id="${name}"><option value="">all</option></select></label>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Foyer gallery</title>',
    `<style>${STYLE}</style></head><body>`,
    `<header><h1>Foyer gallery <output></output></h1>${filters.join('')}</header><main></main>`,
    embed('cards', cards),
    embed('filters', FILTERS),
    `<script>${SCRIPT}</script></body></html>\n`,
  ].join('\n');
}
