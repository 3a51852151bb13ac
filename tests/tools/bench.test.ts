/** What the bench says about a figure must be right before any figure is. */
import { looksOf, staticForm } from '../../src/tools/bench/baselines.ts';
import { addressOf } from '../../src/tools/bench/caller.ts';
import { type Figure, isMet, ratioOf, table } from '../../src/tools/bench/figures.ts';
import { median, percentile, spread } from '../../src/tools/bench/statistics.ts';

const figure = (part: Partial<Figure>): Figure => ({
  section: 'page',
  what: 'a thing',
  unit: 'ms',
  measured: 100,
  ...part,
});
const baseline = { what: 'less', value: 80 };

test.each<[string, Figure, boolean | undefined]>([
  ['a figure without a target only informs', figure({}), undefined],
  ['at most, held', figure({ target: { kind: 'at most', value: 100, of: 'measured' } }), true],
  ['at most, missed', figure({ target: { kind: 'at most', value: 99, of: 'measured' } }), false],
  ['at least, missed', figure({ target: { kind: 'at least', value: 101, of: 'measured' } }), false],
  ['exactly', figure({ measured: 0, target: { kind: 'exactly', value: 0, of: 'measured' } }), true],
  ['a ratio, held', figure({ baseline, target: { kind: 'at most', value: 1.25, of: 'ratio' } }), true],
  ['a ratio, missed', figure({ baseline, target: { kind: 'at most', value: 1.24, of: 'ratio' } }), false],
  ['a ratio to nothing is not met', figure({ target: { kind: 'at most', value: 9, of: 'ratio' } }), false],
  [
    'what was not measured is not met',
    figure({ measured: Number.NaN, target: { kind: 'at most', value: 9, of: 'measured' } }),
    false,
  ],
])('%s', (_, given, met) => {
  expect(isMet(given)).toBe(met);
});

test('the table shows measured, baseline, ratio, target and notes', () => {
  const shown = table([
    figure({ baseline, target: { kind: 'at most', value: 1.15, of: 'ratio' }, note: 'seven runs' }),
    figure({ what: 'count', unit: '', measured: 0, target: { kind: 'exactly', value: 0, of: 'measured' } }),
  ]);
  expect(shown.split('\n').map((line) => line.replace(/ +/g, ' ').replace(/-+/g, '-'))).toEqual([
    '| figure | measured | baseline in this run | ratio | target | met |',
    '|-|-|-|-|-|-|',
    '| a thing | 100 ms | 80 ms (less) | 1.25x | at most 1.15x | NO |',
    '| count | 0 | - | - | exactly 0 | yes |',
    '',
    '- a thing: seven runs',
  ]);
});

test('summaries', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(percentile(hundred, 0.95)).toBe(95);
  expect(spread(hundred)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
  expect(percentile([], 0.95)).toBeNaN();
  expect(ratioOf(figure({ baseline: { what: 'nothing', value: 0 } }))).toBeUndefined();
});

test('callers come from addresses of their own', () => {
  expect(new Set([0, 255, 256, 65536, 0xfe0000].map(addressOf)).size).toBe(5);
  expect(addressOf(0x010203)).toBe('10.1.2.3');
});

test('the looks of a page are its content and its styles, without what makes it work', () => {
  const html = [
    '<head><link rel="icon" href="/assets/mark.svg"><link rel="expect" href="#data" blocking="render"><style>p{margin:0}</style>',
    '<link rel="modulepreload" href="/assets/page.js"></head>',
    '<body><link rel="preload" as="image" href="/assets/logo.svg"/><p><img src="/assets/logo.svg"></p>',
    '<script type="application/json" id="data">{"a":1}</script><style>dialog{margin:0}</style><script type="module" src="/assets/page.js"></script></body>',
  ].join('');
  expect(looksOf(html)).toBe(
    '<head><link rel="icon" href="/assets/mark.svg"><style>p{margin:0}</style></head><body><p><img src="/assets/logo.svg"></p></body>',
  );
});

test('the hand-written form has the fields and no script', () => {
  const html = staticForm({
    language: 'en',
    title: 'Sign in',
    tabs: ['Password'],
    account: 'Account',
    password: 'Password',
    remember: 'Stay',
    submit: 'Go',
    forgot: 'Forgot',
    register: 'New',
  });
  expect(html).toContain('autocomplete="username"');
  expect(html).not.toContain('<script');
});
