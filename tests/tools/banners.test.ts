import { bannerTexts } from '../../src/tools/banners.ts';
import { loadData, overlay } from '../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';

const NOON = Date.parse('2026-12-01T12:00:00Z');

test('banners can be read before they begin, with the amounts of the line', async () => {
  const text = { zh: '{newUser}元', en: '{newUser} yuan' };
  const sources = overlay(await loadData('.'), {
    'lines/dayan/register-static/promotion.json': JSON.stringify({
      text,
      from: '2026-12-02T00:00:00Z',
      when: { query: 'fair' },
    }),
    'lines/dayan/register-static/agent.json': JSON.stringify({
      entries: { one: { text, until: '2026-12-01T00:00:00Z' }, two: { text, until: '2026-12-03T00:00:00Z' } },
    }),
  });
  const line = resolveAll(sources).lines.dayan as ResolvedLine;
  const amount = line.line.coupons?.newUser;
  const sentences = [`    zh  ${amount}元`, `    en  ${amount} yuan`];
  expect(bannerTexts(sources, [line], NOON).split('\n')).toEqual([
    'dayan agent one  over since 2026-12-01T00:00:00Z',
    ...sentences,
    'dayan agent two  shown until 2026-12-03T00:00:00Z',
    ...sentences,
    'dayan promotion  from 2026-12-02T00:00:00Z, when {"query":"fair"}',
    ...sentences,
  ]);
});
