/** What the envelope says in words: every code of every line, with whatever its answer may bring and without. */
import { wrap } from '../../src/server/http/envelope.ts';
import { serverLines } from '../compiled-lines.ts';

/** What the codes always bring whose sentences need it. */
const ALWAYS = { otherBrand: 'Avica', remaining: 3 };
/** What an answer may bring besides, and may not: a wait, a provider that the other site has or has not. */
const BROUGHT = [
  {},
  { seconds: 60 },
  { seconds: 18000 },
  { provider: 'google', offered: false, url: 'https://www.pkdragon.example/sso' },
  { provider: 'wechat', offered: true },
] as const;

test('a code’s sentence is one, whatever its answer brings', async () => {
  const odd: unknown[] = [];
  for (const [name, line] of Object.entries(await serverLines())) {
    for (const code of Object.keys(line.errors)) {
      for (const data of BROUGHT) {
        const { message } = wrap({ code, data: { ...ALWAYS, ...data } } as never, line, 'r-1').envelope;
        // What is left of a text that was not formatted, or was without what it needs.
        if (message === code || /[{}<>]|select,|\s[.,!]|\s\s|undefined/.test(message))
          odd.push([name, code, data, message]);
      }
    }
  }
  expect(odd).toEqual([]);
});
