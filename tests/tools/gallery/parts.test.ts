/** Keys in place of sentences, what differs between pictures, and what the service sends with examples. */
import { PNG } from 'pngjs';
import { compileLine } from '../../../src/tools/compile-line.ts';
import { comparePixels } from '../../../src/tools/gallery/difference.ts';
import { inKeys, keyMessage } from '../../../src/tools/gallery/keys.ts';
import { KEYS } from '../../../src/tools/gallery/plan.ts';
import { sentBy } from '../../../src/tools/gallery/sent.ts';
import { loadData } from '../../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../../src/tools/resolve.ts';

describe('a key as a message', () => {
  const plain = (text: string): string => text.replaceAll('\u200b', '');
  test.each([
    ['fields.phone.label', 'Phone', 'fields.phone.label'],
    ['a.b', 'Read <link>this</link>, {name}', 'a.b <link>link</link>'],
    ['a.b', '{n, plural, one {<b>one</b>} other {<b>#</b>}}', 'a.b <b>b</b>'],
  ])('%s for %s', (key, text, expected) => {
    expect(plain(keyMessage(key, text))).toBe(expected);
  });
});

describe('pixels', () => {
  const picture = (height: number, paint = 255): PNG => {
    const png = new PNG({ width: 20, height });
    png.data.fill(255);
    png.data.fill(paint, 0, 20 * 4);
    for (let at = 3; at < png.data.length; at += 4) png.data[at] = 255;
    return png;
  };
  test('equal ones have no difference; a row of others is its part of the picture', () => {
    expect(comparePixels(picture(10), picture(10))).toBeUndefined();
    expect(comparePixels(picture(10), picture(10, 0))?.part).toBeCloseTo(0.1);
  });
  test('a page that has grown differs where there was nothing', () => {
    const found = comparePixels(picture(10), picture(20));
    expect(found?.part).toBeCloseTo(0.5);
    expect(PNG.sync.read(found?.picture ?? Buffer.alloc(0)).height).toBe(20);
  });
});

describe('what the service sends', () => {
  let lines: readonly ResolvedLine[];
  beforeAll(async () => {
    lines = Object.values(resolveAll(await loadData('.')).lines);
  });
  const sent = (line: ResolvedLine) =>
    sentBy(
      compileLine(line, { main: '', apiBase: '', asset: () => '', banners: {} }).server,
      line.line.languages.offered,
    );

  test('of every line, with a value wherever one stands', () => {
    for (const line of lines) {
      const all = sent(line);
      expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['mail', 'message']));
      for (const { name, text, html = '' } of all)
        expect([name, text, html.replace(/<style>[^<]*<\/style>/, '')]).not.toContainEqual(
          expect.stringMatching(/[{}]|undefined/),
        );
    }
  });

  test('a code stands in the mail that brings one, and nowhere a link besides', () => {
    const [line] = lines as [ResolvedLine];
    const shows = (words: string) => sent(line).filter(({ kind, text }) => kind === 'mail' && text.includes(words));
    expect(new Set(shows('482915').map(({ name }) => name))).toEqual(new Set(['mail.code']));
    expect(shows('token=').map(({ name }) => name)).not.toContain('mail.code');
  });

  test('and by its keys', () => {
    const [line] = lines as [ResolvedLine];
    const welcome = sent(inKeys(line)).find(({ name }) => name === 'mail.welcome');
    expect(welcome).toMatchObject({ language: KEYS, subject: expect.stringMatching(/^mail.+welcome.+subject$/) });
    expect(welcome?.text.replaceAll('\u200b', '')).toContain('mail.welcome.text');
  });
});
