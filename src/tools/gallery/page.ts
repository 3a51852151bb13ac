/** The page of the gallery: one file that opens from the disk, with what it needs inside. */
import type { Card } from './card.ts';
import { runGallery } from './page-script.ts';
import { STYLE } from './page-style.ts';

/** What a picture can be chosen by, in the order of the filters. */
const FILTERS = ['line', 'kind', 'screen', 'state', 'language', 'width', 'scheme'] as const satisfies (keyof Card)[];

const VIEWS = { '': 'all pictures', languages: 'compare languages', versions: 'compare versions' } as const;

const embed = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const labelled = (id: string, name: string, control: string): string => `<label for="${id}">${name}${control}</label>`;

/** HTML of the gallery. */
export function galleryPage(cards: readonly Card[]): string {
  const views = Object.entries(VIEWS).map(([view, name]) => `<option value="${view}">${name}</option>`);
  const filters = FILTERS.map((name) =>
    labelled(name, name, `<select id="${name}"><option value="">all</option></select>`),
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Foyer gallery</title>',
    `<style>${STYLE}</style></head><body><a class="skip" href="#main">To the pictures</a>`,
    '<header><h1>Foyer gallery<output role="status"></output></h1>',
    labelled('view', 'show', `<select id="view">${views.join('')}</select>`),
    ...filters,
    labelled('search', 'text or key ( / )', '<input type="search" id="search" autocomplete="off" spellcheck="false">'),
    labelled('size', 'size', '<input type="range" id="size" min="160" max="1000" step="20" value="300">'),
    '</header><main id="main" tabindex="-1"></main>',
    embed('cards', cards),
    embed('filters', FILTERS),
    // Some compilers wrap functions to keep their names; the page needs the wrapper then.
    `<script>globalThis.__name = (each) => each;(${runGallery})();</script></body></html>\n`,
  ].join('\n');
}
