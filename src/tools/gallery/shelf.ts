/** Puts pictures into a gallery's folder, and what they took the place of beside them. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Card, type Change, placeOf } from './card.ts';
import type { Comparer } from './difference.ts';
import { merge, readCards, readOlder, writeCards } from './manifest.ts';
import { ofRun, type Plan } from './plan.ts';

/** Folders of what pictures are compared with, and of what differs. */
const BEFORE = 'before';
const DIFFERENCES = 'differences';

export interface Shelf {
  /** What was put there in this run. */
  readonly drawn: readonly Card[];
  /** @param picture JPEG; a text has none. */
  put(card: Card, picture?: Buffer): Promise<void>;
  /** Writes down what stands there now. Gives all of it, and what is gone. */
  close(isWhole: boolean): { readonly cards: readonly Card[]; readonly gone: readonly Card[] };
}

export function openShelf(plan: Plan, comparer: Comparer): Shelf {
  const { folder, against } = plan;
  const older = against === undefined ? undefined : readOlder(against);
  if (plan.clean) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const before = readCards(folder);
  const known = new Map((older ?? before).map((card) => [placeOf(card), card]));
  const drawn: Card[] = [];

  const write = (file: string, content: Buffer): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  };

  async function changeOf(card: Card, picture: Buffer | undefined): Promise<Change | undefined> {
    const place = placeOf(card);
    const was = known.get(place);
    // In one's own gallery whatever is asked for the first time would be new.
    if (was === undefined) return against === undefined ? undefined : { isNew: true };
    if (picture === undefined || was.file === undefined) return was.text === card.text ? undefined : { text: was.text };
    const file = join(against ?? folder, was.file);
    if (!existsSync(file)) return undefined;
    const former = readFileSync(file);
    const found = await comparer.compare(former, picture);
    if (found === undefined) return undefined;
    const names = { before: `${BEFORE}/${place}.jpg`, difference: `${DIFFERENCES}/${place}.png` };
    write(names.before, former);
    write(names.difference, found.picture);
    return { ...names, part: found.part };
  }

  const forget = (place: string): void => {
    for (const file of [`${place}.jpg`, `${BEFORE}/${place}.jpg`, `${DIFFERENCES}/${place}.png`])
      rmSync(join(folder, file), { force: true });
  };

  return {
    drawn,
    async put(card, picture) {
      const place = placeOf(card);
      const change = await changeOf(card, picture);
      if (change?.difference === undefined) forget(place);
      if (picture !== undefined) write(`${place}.jpg`, picture);
      drawn.push({ ...card, ...(picture && { file: `${place}.jpg` }), ...(change && { change }) });
    },
    close(isWhole) {
      const merged = merge(before, drawn, isWhole ? ofRun(plan, drawn) : () => false);
      for (const card of merged.gone) forget(placeOf(card));
      writeCards(folder, merged.cards);
      return merged;
    },
  };
}
