/** A run adds to a gallery: what it draws again is replaced, what is gone goes, and the rest stays. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Card } from '../../../src/tools/gallery/card.ts';
import type { Comparer } from '../../../src/tools/gallery/difference.ts';
import { readCards, readOlder } from '../../../src/tools/gallery/manifest.ts';
import { planOf } from '../../../src/tools/gallery/plan.ts';
import { openShelf } from '../../../src/tools/gallery/shelf.ts';

const home = mkdtempSync(join(tmpdir(), 'foyer-gallery-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let folder: string;
let count = 0;
beforeEach(() => {
  folder = join(home, String(count++));
});

/** Pictures are other ones where their bytes are; nothing is decoded. */
const comparer: Comparer = {
  compare: async (before, after) =>
    before.equals(after) ? undefined : { picture: Buffer.from(`${before}>${after}`), part: 0.25 },
};
const plain = { widths: '390', keys: false, interactions: false, clean: false };
const page = (screen: string, state = 'initial', line = 'one'): Card => ({
  kind: 'page',
  line,
  screen,
  state,
  at: state === 'initial' ? 0 : 1,
  language: 'en',
  width: 390,
  scheme: 'light',
  title: '',
  text: `${screen} ${state}`,
});

type Given = Partial<Parameters<typeof planOf>[0]>;
async function run(cards: readonly (readonly [Card, string?])[], given: Given = {}, isWhole = true) {
  const shelf = openShelf(planOf({ ...plain, folder, ...given }), comparer);
  for (const [card, picture] of cards) await shelf.put(card, picture === undefined ? undefined : Buffer.from(picture));
  return shelf.close(isWhole);
}
const names = (cards: readonly Card[]): string[] =>
  cards.map(({ line, screen, state }) => `${line} ${screen} ${state}`);
const textOf = (file = ''): string => readFileSync(join(folder, file), 'utf8');

test('a filtered run adds, and wipes nothing', async () => {
  await run([[page('sign-in'), 'a']]);
  await run([[page('register'), 'b']], { screens: 'register' });
  await run([[page('sign-in', 'initial', 'other'), 'c']], { lines: 'other' });
  const cards = readCards(folder);
  expect(names(cards)).toEqual(['one register initial', 'one sign-in initial', 'other sign-in initial']);
  expect(cards.map(({ file }) => textOf(file))).toEqual(['b', 'a', 'c']);
});

test('what is drawn again is replaced, and what is no longer there goes with its picture', async () => {
  await run([
    [page('sign-in'), 'a'],
    [page('sign-in', 'failed'), 'b'],
  ]);
  const [, failed] = readCards(folder);
  const { cards, gone } = await run([[page('sign-in'), 'new']]);
  expect([names(cards), names(gone)]).toEqual([['one sign-in initial'], ['one sign-in failed']]);
  expect(textOf(cards[0]?.file)).toBe('new');
  expect(existsSync(join(folder, failed?.file ?? ''))).toBe(false);
});

test('a run that ends early takes nothing away', async () => {
  await run([
    [page('sign-in'), 'a'],
    [page('sign-in', 'failed'), 'b'],
  ]);
  const { cards, gone } = await run([[page('sign-in'), 'new']], {}, false);
  expect([cards.length, gone.length]).toEqual([2, 0]);
});

test('--clean begins anew', async () => {
  await run([[page('sign-in'), 'a']]);
  const { cards } = await run([[page('register'), 'b']], { screens: 'register', clean: true });
  expect(names(cards)).toEqual(['one register initial']);
});

test('a picture that changed since the last run keeps the one before beside it, until it is drawn the same', async () => {
  const [first] = (await run([[page('sign-in'), 'a']])).cards;
  expect(first?.change).toBeUndefined();
  const [changed] = (await run([[page('sign-in'), 'b']])).cards;
  expect(changed?.change).toMatchObject({ part: 0.25 });
  expect([changed?.change?.before, changed?.change?.difference, changed?.file].map(textOf)).toEqual(['a', 'a>b', 'b']);
  const [same] = (await run([[page('sign-in'), 'b']])).cards;
  expect(same?.change).toBeUndefined();
  expect(existsSync(join(folder, changed?.change?.before ?? ''))).toBe(false);
});

test('against an older gallery, its pictures count, and what it has not is new', async () => {
  await run([[page('sign-in'), 'old']]);
  const against = folder;
  folder = join(home, 'newer');
  await run([[page('sign-in'), 'last']]);
  const { cards } = await run(
    [
      [page('sign-in'), 'now'],
      [page('register'), 'b'],
    ],
    { against },
  );
  expect(cards.map(({ change }) => change?.isNew ?? textOf(change?.before))).toEqual([true, 'old']);
});

test('a text tells what it said before', async () => {
  const { width: _, scheme: __, ...text } = page('sms.code');
  const message: Card = { ...text, kind: 'message' };
  await run([[message]]);
  const [card] = (await run([[{ ...message, text: 'other words' }]])).cards;
  expect(card?.change).toEqual({ text: 'sms.code initial' });
});

test('another gallery is one that has a manifest', () => {
  mkdirSync(folder);
  expect(() => readOlder(folder)).toThrow('--against takes the folder of a gallery');
});
