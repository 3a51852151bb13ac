/** Looks of a new line, derived from its name: a palette that can be read, and three drawings. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../engine/escape-html.ts';
import type { Theme, ThemeColors } from '../generated/config.ts';
import { backsOf, readable, unreadable } from './checks/theme.ts';

/** A repeatable sequence of numbers from 0 up to 1. */
function numbersFrom(name: string): () => number {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** `#rrggbb` of a hue in degrees, and a saturation and lightness in percent. */
function hsl(hue: number, saturation: number, lightness: number): string {
  const light = lightness / 100;
  const reach = (saturation / 100) * Math.min(light, 1 - light);
  const part = (offset: number) => {
    const k = (offset + (((hue % 360) + 360) % 360) / 30) % 12;
    const value = light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/** Meanings look the same on every line. */
const MEANINGS = {
  light: {
    danger: '#b42318',
    dangerSurface: '#fdf0ee',
    success: '#0f6b3f',
    successSurface: '#e9f7ef',
    warning: '#8a5300',
    warningSurface: '#fdf4e1',
    info: '#1d5a9e',
    infoSurface: '#ebf3fc',
  },
  dark: {
    danger: '#ff9a8d',
    dangerSurface: '#3a1613',
    success: '#6fdca0',
    successSurface: '#0e2d1d',
    warning: '#f5bf66',
    warningSurface: '#33240a',
    info: '#8fc2ff',
    infoSurface: '#11294a',
  },
} as const;

/** A little more than the least that is asked for, so that rounding never decides. */
const MARGIN = 0.15;

function legible(colors: ThemeColors): ThemeColors {
  const result: Record<string, string> = { ...colors };
  // A button keeps its text colour, so it is the button that gives way.
  for (const token of ['accent', 'accentHover'] as const) {
    result[token] = readable(colors[token], [colors.textOnAccent], 4.5 + MARGIN) ?? colors[token];
  }
  for (let round = 0; round < 3; round++) {
    for (const { front, least } of unreadable(result)) {
      const backs = backsOf(front).map((token) => result[token] as string);
      result[front] = readable(result[front] as string, backs, least + MARGIN) ?? (result[front] as string);
    }
  }
  const [left] = unreadable(result);
  if (left) throw new Error(`${left.front} cannot be read on ${left.back}`);
  return result as unknown as ThemeColors;
}

function palette(hue: number): Theme['color'] {
  const hero = { heroText: hsl(hue, 60, 96) };
  const light: ThemeColors = {
    background: hsl(hue, 30, 97),
    surface: '#ffffff',
    surfaceRaised: '#ffffff',
    text: hsl(hue, 25, 10),
    textMuted: hsl(hue, 12, 38),
    textOnAccent: '#ffffff',
    accent: hsl(hue, 72, 40),
    accentHover: hsl(hue, 76, 32),
    accentText: hsl(hue, 74, 37),
    border: hsl(hue, 22, 89),
    borderStrong: hsl(hue, 12, 52),
    focus: hsl(hue, 72, 40),
    ...MEANINGS.light,
    heroFrom: hsl(hue, 45, 8),
    heroTo: hsl(hue + 30, 55, 18),
    ...hero,
  };
  const dark: ThemeColors = {
    background: hsl(hue, 22, 6),
    surface: hsl(hue, 20, 9),
    surfaceRaised: hsl(hue, 18, 13),
    text: hsl(hue, 35, 95),
    textMuted: hsl(hue, 14, 70),
    textOnAccent: hsl(hue, 60, 7),
    accent: hsl(hue, 85, 65),
    accentHover: hsl(hue, 88, 73),
    accentText: hsl(hue, 88, 71),
    border: hsl(hue, 18, 19),
    borderStrong: hsl(hue, 12, 50),
    focus: hsl(hue, 88, 71),
    ...MEANINGS.dark,
    heroFrom: hsl(hue, 45, 5),
    heroTo: hsl(hue + 30, 50, 13),
    ...hero,
  };
  return { light: legible(light), dark: legible(dark) };
}

/** `theme.json` of a new line. The same name always gives the same theme. */
export function newTheme(name: string): Theme {
  const next = numbersFrom(name);
  const hue = Math.floor(next() * 360);
  return {
    color: palette(hue),
    type: {
      base: 16,
      scale: 1.2,
      headingWeight: 600,
    },
    shape: { radius: 6 + Math.floor(next() * 4) * 2, radiusLarge: 16 + Math.floor(next() * 4) * 4, control: 48 },
    motion: { fast: 150, normal: 225, slow: 300 },
    pane: next() < 0.5 ? 'start' : 'end',
    art: { logo: 'logo.svg', mark: 'mark.svg', illustration: 'illustration.svg' },
  };
}

/** Petals around a centre: how many, how long and how wide follows from the name. */
function petals(name: string, size: number): string {
  const next = numbersFrom(`${name} mark`);
  const count = 3 + Math.floor(next() * 5);
  const middle = size / 2;
  const long = size * (0.3 + next() * 0.08);
  const wide = size * (0.1 + next() * 0.08);
  const one = Array.from({ length: count }, (_, index) => {
    const turn = Math.round((360 / count) * index);
    return `<ellipse cx="${middle}" cy="${(middle - long / 1.6).toFixed(1)}" rx="${wide.toFixed(1)}" ry="${(long / 1.6).toFixed(1)}" fill-opacity="0.82" transform="rotate(${turn} ${middle} ${middle})"/>`;
  });
  return one.join('');
}

/** The line's drawings by file name. A wordmark and a mark stand on light and on dark, so their colour is read on both. */
export function newArt(name: string, brand: string, theme: Theme): Record<string, string> {
  const { light, dark } = theme.color;
  const ink = readable(light.accent, [light.surface, dark.surface], 3.2) ?? light.accent;
  const open = (width: number, height: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const mark = `${open(64, 64)} fill="${ink}">${petals(name, 64)}</svg>\n`;
  const width = 52 + Math.ceil(brand.length * 17.5);
  const logo =
    `${open(width, 40)} fill="${ink}" role="img" aria-label="${escapeHtml(brand)}">` +
    `<g transform="scale(0.625)">${petals(name, 64)}</g>` +
    `<text x="50" y="28" font-family="system-ui, sans-serif" font-size="24" font-weight="700" textLength="${width - 54}" lengthAdjust="spacingAndGlyphs">${escapeHtml(brand)}</text></svg>\n`;
  return { 'logo.svg': logo, 'mark.svg': mark, 'illustration.svg': illustration(name, theme) };
}

/** Ridges under a sky, in tiles as a renderer fills them. */
function illustration(name: string, theme: Theme): string {
  const next = numbersFrom(`${name} illustration`);
  const { heroFrom, heroTo, accent, accentText } = theme.color.dark;
  const width = 960;
  const height = 1080;
  const ridges = Array.from({ length: 5 }, (_, index) => {
    const base = height * (0.5 + index * 0.1);
    const points = Array.from({ length: 9 }, (_, step) => {
      const x = (width / 8) * step;
      return `${x.toFixed(0)} ${(base - next() * 150 + index * 12).toFixed(0)}`;
    });
    return `<path d="M0 ${height} L${points.join(' L')} L${width} ${height} Z" fill="${index % 2 ? accent : accentText}" fill-opacity="${(0.06 + index * 0.02).toFixed(2)}"/>`;
  });
  const tiles = Array.from({ length: 28 }, () => {
    const x = Math.floor(next() * 12) * 80;
    const y = Math.floor(next() * 9) * 80;
    return `<rect x="${x}" y="${y}" width="80" height="80" fill="${accent}" fill-opacity="${(0.03 + next() * 0.07).toFixed(2)}"/>`;
  });
  const sun = `<circle cx="${Math.floor(width * (0.25 + next() * 0.5))}" cy="${Math.floor(height * (0.2 + next() * 0.15))}" r="${Math.floor(90 + next() * 60)}" fill="${accentText}" fill-opacity="0.85"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">` +
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${heroFrom}"/><stop offset="1" stop-color="${heroTo}"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>${tiles.join('')}${sun}${ridges.join('')}</svg>\n`
  );
}
