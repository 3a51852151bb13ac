import { readdirSync, readFileSync } from 'node:fs';
import type { Theme, ThemeColors } from '../../src/generated/config.ts';
import { accountCss, pageCss } from '../../src/theme/css.ts';
import { ART_BY_NAME } from '../../src/tools/art-by-name.ts';

const lines = readdirSync('lines').filter((line) => !line.startsWith('_'));
const themeOf = (line: string): Theme => JSON.parse(readFileSync(`lines/${line}/theme.json`, 'utf8'));

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string) => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

/** Of the accent in the ground of what is chosen. */
const CHOSEN = 0.12;
const mixed = (front: string, back: string, part: number): string => {
  const at = (color: string, from: number) => Number.parseInt(color.slice(from, from + 2), 16);
  const parts = [1, 3, 5].map((from) => Math.round(at(front, from) * part + at(back, from) * (1 - part)));
  return `#${parts.map((each) => each.toString(16).padStart(2, '0')).join('')}`;
};

type Name = keyof ThemeColors;
const grounds: readonly Name[] = ['background', 'surface', 'surfaceRaised'];
const tones: readonly Name[] = ['danger', 'success', 'warning', 'info'];
const pairs: readonly (readonly [Name, Name, number])[] = [
  ...grounds.flatMap((ground): (readonly [Name, Name, number])[] => [
    ['text', ground, 4.5],
    ['textMuted', ground, 4.5],
    ['accentText', ground, 4.5],
    ['danger', ground, 4.5],
    ['success', ground, 4.5],
    ['borderStrong', ground, 3],
    ['focus', ground, 3],
    ['accent', ground, 3],
  ]),
  ['textOnAccent', 'accent', 4.5],
  ['textOnAccent', 'accentHover', 4.5],
  ['heroText', 'heroFrom', 4.5],
  ['heroText', 'heroTo', 4.5],
  ...tones.flatMap((tone): (readonly [Name, Name, number])[] => {
    const surface = `${tone}Surface` as Name;
    return [
      [tone, surface, 4.5],
      ['text', surface, 4.5],
      ['accentText', surface, 4.5],
    ];
  }),
];

describe.each(lines)('%s', (line) => {
  test.each(['light', 'dark'] as const)('every pair of colours that meet is told apart, %s', (mode) => {
    const colors = themeOf(line).color[mode];
    const weak = pairs
      .map(([front, back, least]) => ({ front, back, least, ratio: contrast(colors[front], colors[back]) }))
      .filter(({ ratio, least }) => ratio < least);
    expect(weak).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('what stands on what is chosen can be read, %s', (mode) => {
    const colors = themeOf(line).color[mode];
    const weak = grounds.flatMap((ground) =>
      (['text', 'textMuted', 'accentText'] as const).flatMap((front) => {
        const ratio = contrast(colors[front], mixed(colors.accent, colors[ground], CHOSEN));
        return ratio < 4.5 ? [{ front, ground, ratio }] : [];
      }),
    );
    expect(weak).toEqual([]);
  });

  test('the artwork is there, drawn, sized, and asks for nothing from outside', () => {
    const { art } = themeOf(line);
    const { preview: _, ...drawn } = art;
    for (const file of [...Object.values(drawn), ...ART_BY_NAME]) {
      const svg = readFileSync(`lines/${line}/assets/${file}`, 'utf8');
      expect(svg).toMatch(/^<svg [^>]*width="\d+" height="\d+" viewBox=/);
      expect(svg).not.toMatch(/<text|<script|<image|<foreignObject|data:|(?:href|src)="(?!#)|url\((?!#)/);
      expect(svg.length).toBeLessThan(12 * 1024);
    }
  });

  test('what moves in its pictures moves once, within 4 seconds, and for nobody who asked for less motion', () => {
    for (const file of [...Object.values(themeOf(line).art), ...ART_BY_NAME].filter((name) => name.endsWith('.svg'))) {
      const svg = readFileSync(`lines/${line}/assets/${file}`, 'utf8');
      expect(svg).not.toMatch(/<animate|<set |infinite/);
      const style = /<style>(.*?)<\/style>/s.exec(svg)?.[1] ?? '';
      const moving = /@media ?\(prefers-reduced-motion: ?no-preference\) ?\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;
      expect(style.replace(moving, '')).not.toMatch(/animation|transition|@keyframes/);
      for (const [, seconds = ''] of style.matchAll(/[ :,](\d*\.?\d+)s\b/g))
        expect(Number(seconds)).toBeLessThanOrEqual(4);
    }
  });

  test('the stylesheet stays lean', () => {
    expect(Buffer.byteLength(pageCss(themeOf(line)))).toBeLessThanOrEqual(28.5 * 1024);
  });
});

test.each(lines)('no column of the account page of %s wraps', (line) => {
  // Beside a container's queries, Chromium lays such a column out for seconds.
  expect(accountCss(themeOf(line))).not.toMatch(/flex-direction:column/);
});

test.each(lines)('what the account page alone brings stays lean: %s', (line) => {
  expect(Buffer.byteLength(accountCss(themeOf(line)))).toBeLessThanOrEqual(9.25 * 1024);
});

describe('the stylesheet', () => {
  const css = lines.map((line) => pageCss(themeOf(line)) + accountCss(themeOf(line))).join('');

  test('knows no left and right, so that it works both ways', () => {
    const physical =
      /[{;](?:left|right|(?:margin|padding|border)-(?:left|right|top|bottom)[a-z-]*|(?:min-|max-)?(?:width|height)|(?:text-align|float):(?:left|right))[:;]/g;
    expect(css.match(physical)).toBeNull();
  });

  test('loads nothing and breaks out of nothing', () => {
    expect(css).not.toMatch(/url\(|@import|data:|<|expression/);
  });

  test('the layout named card is not mistaken for a card of options', () => {
    expect(css).not.toMatch(/\.card[^-\w]/);
  });

  test('is balanced', () => {
    expect(css.split('{').length).toBe(css.split('}').length);
  });

  test('honours light and dark, reduced motion, and forced colours', () => {
    for (const query of ['prefers-color-scheme:dark', 'prefers-reduced-motion:reduce', 'forced-colors:active']) {
      expect(css).toContain(query);
    }
  });

  test('has a form for phones below 860 px and others from 860, 1024, 1440 and 1600 px, and no reading of 812', () => {
    const widths = [...css.matchAll(/(min|max)-width: ?(\d+)px(?=\))/g)].map(([, end, width]) => `${end} ${width}`);
    expect([...new Set(widths)].filter((each) => Number(each.slice(4)) > 800).sort()).toEqual([
      'max 859',
      'min 1024',
      'min 1440',
      'min 1600',
      'min 860',
    ]);
  });

  test('every custom property that is used is defined', () => {
    const used = [...css.matchAll(/var\((--[a-z0-9-]+)/g)].map(([, name]) => name);
    const defined = new Set([...css.matchAll(/[{;](--[a-z0-9-]+):/g)].map(([, name]) => name));
    expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([]);
  });
});

describe('a line’s own headings and controls', () => {
  const themed = (change: { readonly type?: object; readonly shape?: object }): string => {
    const theme = themeOf('renderbus');
    const { display: _, ...type } = theme.type;
    return pageCss({
      ...theme,
      type: { ...type, ...change.type },
      shape: { ...theme.shape, ...change.shape },
    } as Theme);
  };

  test('faces stand before the font that stands in for them, scaled and spaced as the theme says', () => {
    const plain = themed({});
    expect(plain).not.toContain('font-family:display');
    const own = themed({ type: { base: 16, scale: 1.2, display: { latin: 'any', scale: 1.1, tracking: 0.06 } } });
    // A wide face is for large headings, wide tracking for Chinese.
    expect(own).toContain('h1,.tagline{font-family:display,Arial,var(--font)}');
    expect(own).toContain(':is(h1,h2,.tagline){letter-spacing:0em}');
    expect(own).toContain(':is(h1,h2,.tagline):lang(zh){letter-spacing:0.06em}');
    const usual = themed({ type: { base: 16, scale: 1.2, display: { latin: 'any', tracking: 0.02 } } });
    expect(usual).toContain('h1,h2,.tagline{font-family:display,Arial,var(--font)}');
    expect(usual).toContain(':is(h1,h2,.tagline):is(*,:lang(zh)){letter-spacing:0.02em}');
    expect(own).toContain(`--size-3:${Math.round(16 * 1.2 ** 3 * 1.1 * 62.5) / 1000}rem`);
    expect(own).toContain('--size-1:1.2rem');
  });
  test('no face is part of what a first paint waits for', () => {
    for (const line of lines) expect(pageCss(themeOf(line))).not.toContain('@font-face');
  });
  test('controls for a mouse may be lower than a finger needs; for fingers they are not', () => {
    const low = themed({ shape: { control: 40 } });
    expect(low).toContain('--control:2.875rem;');
    expect(low).toContain('@media (width>=860px) and (pointer:fine){:root{--control:2.5rem}}');
    expect(themed({ shape: { control: 48 } })).not.toMatch(/pointer:fine\)\{:root/);
  });
});
