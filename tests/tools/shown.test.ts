/** Where messages are shown: held against pages and packs that carry no marks. */
import { browserPack } from '../../src/tools/browser-pack.ts';
import { loadData } from '../../src/tools/load.ts';
import { allPages, drawablesOf } from '../../src/tools/pages.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';
import { formatShownOn, formatWhere, type Shown, shownBy } from '../../src/tools/shown.ts';

const NAMES = ['avica', 'foxrenderfarm'] as const;
const found = new Map<string, { line: ResolvedLine; rows: Shown[] }>();
beforeAll(async () => {
  const { lines } = resolveAll(await loadData('.'));
  for (const name of NAMES) {
    const line = lines[name] as ResolvedLine;
    found.set(name, { line, rows: await shownBy('.', line) });
  }
}, 120_000);

const of = (name: string) => found.get(name) as { line: ResolvedLine; rows: Shown[] };
const placed = ({ language, screen, state, key }: Shown) => [language, screen, state, key].join(' ');

/** Keys whose texts are plain, and part of no other text: finding one on a page proves that it is drawn. */
function telling(catalog: Readonly<Record<string, string>>): [string, string][] {
  const all = Object.entries(catalog);
  return all.filter(
    ([key, text]) =>
      !/[{}<>'&"]/.test(text) && text.length > 3 && all.every(([other, each]) => other === key || !each.includes(text)),
  );
}

test.each(NAMES)(
  'of %s, a text is drawn in just the states whose pages hold it',
  async (name) => {
    const { line, rows } = of(name);
    const drawn = new Set(rows.filter(({ how }) => how === 'drawn').map(placed));
    const wrong: string[] = [];
    let count = 0;
    const texts = Object.fromEntries(
      Object.entries(line.messages).map(([language, catalog]) => [
        language,
        telling(catalog as Record<string, string>),
      ]),
    );
    const [pages] = await allPages('.', { line: (each) => each.name === name });
    for (const { language, screen, state, html, title } of pages?.pages ?? []) {
      for (const [key, text] of texts[language] ?? []) {
        const isThere = `${title}${html}`.includes(text);
        if (isThere) count++;
        const at = [language, screen, state, key].join(' ');
        if (isThere !== drawn.has(at)) wrong.push(at);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(3000);
  },
  120_000,
);

test.each(NAMES)(
  'of %s, what a pack brings is drawn or in the pack, and nothing else is',
  async (name) => {
    const { line, rows } = of(name);
    const { screens } = await drawablesOf('.', line);
    for (const { language, screen, pack } of screens) {
      const here = rows.filter((row) => row.language === language && row.screen === screen);
      const told = new Set(here.filter(({ how }) => ['drawn', 'early', 'pack'].includes(how)).map(({ key }) => key));
      const brought = Object.keys(browserPack(pack).messages);
      // On screens without fields a general sentence is there in other words, under a key of its own.
      const missing = brought.filter(
        (key) => ![key, `${key}.bare`, `${key}.account`, `${key}.own`].some((each) => told.has(each)),
      );
      expect([screen, missing]).toEqual([screen, []]);
      const only = here.filter(({ how }) => how === 'pack').map(({ key }) => key);
      expect([
        screen,
        only.filter((key) => !brought.includes(key) && !brought.includes(key.replace(/\.(bare|account|own)$/, ''))),
      ]).toEqual([screen, []]);
    }
  },
  60_000,
);

test.each(NAMES)(
  'of %s, a key is on a screen in one way only, and asking for one alone tells the same',
  async (name) => {
    const { line, rows } = of(name);
    const ways = new Map<string, Set<string>>();
    for (const row of rows.filter(({ screen }) => screen !== undefined)) {
      const at = [row.language, row.screen, row.key].join(' ');
      ways.set(at, (ways.get(at) ?? new Set()).add(row.how));
    }
    expect([...ways].filter(([, hows]) => hows.size > 1)).toEqual([]);
    for (const key of [
      'screens.sign-in.title',
      'errors.Account.Locked',
      'early.wait',
      'mail.reset.subject',
      'frame.skip',
      'fields.username.errors.minLength',
    ]) {
      expect(await shownBy('.', line, { key })).toEqual(rows.filter((row) => row.key === key));
    }
    const screen = 'sign-in';
    expect(await shownBy('.', line, { screen })).toEqual(rows.filter((row) => (row.screen ?? screen) === screen));
  },
  120_000,
);

test('every way is told with what it means', () => {
  const { rows } = of('avica');
  const where = (key: string) => formatWhere(rows.filter((row) => row.key === key)).split('\n');
  expect(where('errors.Account.Locked')).toContain('avica  sign-in  drawn: en zh locked');
  expect(where('fields.username.errors.minLength')).toContain(
    'avica  sign-in  in the pack: shown after something is typed, pressed or answered: en zh',
  );
  expect(where('mail.reset.subject')).toEqual(['avica  said by the server, in a mail, a message or an answer: en zh']);
  expect(where('early.off.form')).toContain(
    'avica  sign-in  drawn until the scripts have come, or without them: en zh',
  );
  expect(where('frame.no-cookies')).toContain('avica  in the frame of every page: en zh');
});

test('a screen tells each of its keys once, what is drawn first', () => {
  const { rows } = of('avica');
  const lines = formatShownOn(rows.filter(({ screen = 'sign-in' }) => screen === 'sign-in')).split('\n');
  expect(lines[0]).toBe('drawn');
  expect(lines).toContain('  screens.sign-in.title  every state');
  expect(lines).toContain('  errors.Account.Locked  locked');
  const keys = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim().split('  ')[0]);
  expect(new Set(keys).size).toBe(keys.length);
});
