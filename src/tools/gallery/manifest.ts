/** What stands in a gallery, in a file beside its pictures: a run adds to it, and the page is made of it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WrongOption } from '../options.ts';
import { type Card, placeOf } from './card.ts';

const FILE = 'manifest.json';

/** The order in which kinds are shown. */
const KINDS: readonly Card['kind'][] = ['page', 'interaction', 'mail', 'message'];

const byText = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

function inOrder(one: Card, other: Card): number {
  return (
    byText(one.line, other.line) ||
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    byText(one.screen, other.screen) ||
    one.at - other.at ||
    (other.width ?? 0) - (one.width ?? 0) ||
    byText(other.scheme ?? '', one.scheme ?? '') ||
    byText(one.language, other.language)
  );
}

/** The cards of a gallery; none where there is no gallery yet. */
export function readCards(folder: string): readonly Card[] {
  const file = join(folder, FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { cards: readonly Card[] }).cards : [];
}

/** The cards of a gallery that another one is compared with. */
export function readOlder(folder: string): readonly Card[] {
  if (!existsSync(join(folder, FILE)))
    throw new WrongOption(`--against takes the folder of a gallery, with a ${FILE}: ${folder} is none.`);
  return readCards(folder);
}

export function writeCards(folder: string, cards: readonly Card[]): void {
  const lines = cards.map((card) => JSON.stringify(card)).join(',\n');
  writeFileSync(join(folder, FILE), `{"cards":[\n${lines}\n]}\n`);
}

export interface Merged {
  readonly cards: readonly Card[];
  /** What the run would have drawn again, were it still there. */
  readonly gone: readonly Card[];
}

/**
 * A gallery after a run: what was drawn takes the place of what was there, and the rest stays.
 * @param isOfRun whether the run draws a card of this kind and name, if it is there
 */
export function merge(before: readonly Card[], drawn: readonly Card[], isOfRun: (card: Card) => boolean): Merged {
  const places = new Set(drawn.map(placeOf));
  const others = before.filter((card) => !places.has(placeOf(card)));
  const kept = others.filter((card) => !isOfRun(card));
  return { cards: [...kept, ...drawn].sort(inOrder), gone: others.filter(isOfRun) };
}
