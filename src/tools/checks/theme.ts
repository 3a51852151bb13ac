/** Checks theme.json: text that can be read (WCAG 2.2 AA), artwork that exists. */
import type { MotionStep, ThemeColors } from '../../generated/config.ts';
import { luminance } from '../../theme/luminance.ts';
import { heightOf } from './blame.ts';
import { nearest } from './fault.ts';
import type { Scope } from './scope.ts';

type Token = keyof ThemeColors;

/** Colours that stand on each other, and the least contrast between them: 4.5 for text, 3 for what is only seen. */
const PAIRS: readonly (readonly [front: Token, backs: readonly Token[], least: number])[] = [
  ['text', ['background', 'surface', 'surfaceRaised'], 4.5],
  ['textMuted', ['background', 'surface'], 4.5],
  ['textOnAccent', ['accent', 'accentHover'], 4.5],
  ['accentText', ['background', 'surface'], 4.5],
  ['danger', ['surface', 'dangerSurface'], 4.5],
  ['success', ['surface', 'successSurface'], 4.5],
  ['warning', ['surface', 'warningSurface'], 4.5],
  ['info', ['surface', 'infoSurface'], 4.5],
  ['heroText', ['heroFrom', 'heroTo'], 4.5],
  ['borderStrong', ['surface'], 3],
  ['focus', ['surface'], 3],
];

/** Contrast ratio of two colours, 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour nearest to `color`, lighter or darker, that reaches the contrast; undefined when none does. */
export function readable(color: string, backs: readonly string[], least: number): string | undefined {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  for (let step = 0; step <= 100; step++) {
    for (const goal of [0, 255]) {
      const mixed = parts.map((part) => Math.round(part + ((goal - part) * step) / 100));
      const hex = `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
      if (backs.every((back) => contrast(hex, back) >= least)) return hex;
    }
  }
  return undefined;
}

/** Pairs of a palette that cannot be read, with the ratio they have. */
export function unreadable(
  colors: Partial<ThemeColors>,
): { front: Token; back: Token; ratio: number; least: number }[] {
  return PAIRS.flatMap(([front, backs, least]) =>
    backs.flatMap((back) => {
      const one = colors[front];
      const other = colors[back];
      if (!one || !other || !/^#[0-9a-f]{6}$/i.test(one) || !/^#[0-9a-f]{6}$/i.test(other)) return [];
      const ratio = contrast(one, other);
      return ratio < least ? [{ front, back, ratio, least }] : [];
    }),
  );
}

/** Every colour that `front` must be read on. */
export const backsOf = (front: Token): readonly Token[] => PAIRS.find(([name]) => name === front)?.[1] ?? [];

const shown = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2);

const height = ({ line }: Scope, scheme: string, token: Token): number =>
  heightOf(line, line.origin('theme', ['color', scheme, token]));

/** The colour nearest to a ground on which all that stands on it can be read. */
function readableGround(colors: ThemeColors, back: Token): string | undefined {
  const fronts = PAIRS.filter(([, backs]) => backs.includes(back));
  const least = Math.max(...fronts.map(([, , each]) => each));
  const colorsOn = fronts.map(([front]) => colors[front]);
  return readable(colors[back], colorsOn, least);
}

const STEPS: readonly MotionStep[] = [150, 195, 200, 225, 250, 300, 375];
const SPEEDS = ['fast', 'normal', 'slow'] as const;

/** What is called slower takes as long, or longer. Of the three the one that is out of both others' order is told. */
function checkMotion(scope: Scope): void {
  const { motion } = scope.line.theme;
  if (motion === undefined) return;
  const { fast, normal, slow } = motion;
  if (fast <= normal && normal <= slow) return;
  const name = fast > normal ? (fast >= slow && slow >= normal ? 'fast' : 'normal') : slow <= fast ? 'slow' : 'normal';
  const others = SPEEDS.filter((each) => each !== name).map((each) => motion[each]);
  const [least, most] = [Math.min(...others), Math.max(...others)];
  const fits = STEPS.filter((step) =>
    name === 'fast' ? step <= least : name === 'slow' ? step >= most : step >= least && step <= most,
  );
  const shown = SPEEDS.filter((each) => each !== name).map((each) => `${each} ${motion[each]}`);
  const message = `motion ${name}, ${motion[name]} ms, is out of order: ${shown.join(', ')}`;
  scope.report('theme', ['motion', name], message, `write one of: ${fits.join(', ')}`);
}

export function checkTheme(scope: Scope): void {
  const { theme, assets } = scope.line;
  checkMotion(scope);
  for (const scheme of ['light', 'dark'] as const) {
    const colors = theme.color?.[scheme];
    if (!colors) continue;
    const worst = new Map<Token, ReturnType<typeof unreadable>[number]>();
    for (const pair of unreadable(colors)) {
      if (pair.ratio < (worst.get(pair.front)?.ratio ?? 99)) worst.set(pair.front, pair);
    }
    for (const { front, back, ratio, least } of worst.values()) {
      const backs = backsOf(front).map((token) => colors[token]);
      const better = readable(colors[front], backs, least);
      const isUpper = height(scope, scheme, back) > height(scope, scheme, front);
      // Where no colour does on all, and this one on the others, the ground is the odd one.
      const isOdd = better === undefined && backs.some((each) => contrast(colors[front], each) >= least);
      const ground = isUpper || isOdd ? readableGround(colors, back) : undefined;
      if (ground !== undefined) {
        const message = `contrast of ${front} on ${back} (${scheme}) is ${shown(ratio)}, less than ${least}`;
        scope.report('theme', ['color', scheme, back], message, `write "${ground}"`);
        continue;
      }
      scope.report(
        'theme',
        ['color', scheme, front],
        `contrast of ${front} on ${back} (${scheme}) is ${shown(ratio)}, less than ${least}`,
        better ? `write "${better}"` : `choose ${backsOf(front).join(' and ')} nearer to each other`,
      );
    }
  }
  for (const [use, file] of Object.entries(theme.art ?? {})) {
    if (typeof file !== 'string' || Object.hasOwn(assets, file)) continue;
    const ofKind = Object.keys(assets).filter((other) => other.split('.').pop() === file.split('.').pop());
    const close = nearest(file, ofKind);
    const fix = `${close === undefined ? '' : `write "${close}", or `}add lines/${scope.line.name}/assets/${file}`;
    scope.report('theme', ['art', use], `art file "${file}" is missing`, fix);
  }
}
