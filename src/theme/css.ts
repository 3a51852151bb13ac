import type { Theme, ThemeColors } from '../generated/config.ts';
import { account } from './css/account.ts';
import { base } from './css/base.ts';
import { content, tabs } from './css/content.ts';
import { controls, fields } from './css/controls.ts';
import { frame } from './css/frame.ts';
import { late } from './css/late.ts';
import { layouts } from './css/layouts.ts';
import { widgets } from './css/widgets.ts';
import { familiesOf } from './families.ts';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const rem = (px: number) => `${Math.round((px / 16) * 1000) / 1000}rem`;

const colors = (palette: ThemeColors): string =>
  Object.entries(palette)
    .map(([name, color]) => `--${kebab(name)}:${color};`)
    .join('');

/** Drops comments, and spaces that no rule needs. Strings of this stylesheet hold neither. */
const lean = (css: string): string =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};>]) ?/g, '$1')
    .replace(/([:,]) /g, '$1')
    .replaceAll(';}', '}')
    .trim();

/**
 * Hides the providers of a line that are not configured, and the whole section when none is: the server tells which are by
 * an attribute of the root, so that nothing moves and the page is the same before and after its hydration.
 */
const hidden = (providers: readonly string[]): string =>
  [
    ...providers.map((id) => `:root:not([data-providers~=${id}]) [data-provider=${id}]`),
    ':root[data-providers=""] .providers',
  ].join(',');

/** px of a control with what a finger hits, 44, within its borders: whatever a line says, none is lower where fingers are. */
const FINGER = 46;
/** px of a control in a window of little height. */
const SHORT = 44;

/** em between letters: more is for Chinese characters alone. */
const WIDE = 0.05;
export const latinTracking = (tracking: number): number => (tracking > WIDE ? 0 : tracking);

/**
 * The faces of headings, whose rules come late (`faces.ts`), and what stands in for them: the commonest font of all. A face
 * that is drawn larger than others is a wide one, and one of little weight is thin: small headings have the text's.
 */
const displayed = ({ scale = 1, tracking }: NonNullable<Theme['type']['display']>, weight: number): string => {
  const isThin = weight < 500;
  const spaced = (where: string, em: number) => `:is(h1, h2, .tagline)${where} { letter-spacing: ${em}em; }`;
  const latin = latinTracking(tracking ?? 0);
  return `h1, ${scale > 1 || isThin ? '' : 'h2, '}.tagline { font-family: display, Arial, var(--font); }
  ${tracking === undefined ? '' : latin === tracking ? spaced(':is(*, :lang(zh))', latin) : spaced('', latin) + spaced(':lang(zh)', tracking)}
  ${isThin ? 'h2:is(*, :lang(zh)) { font-weight: 600; letter-spacing: 0; }' : ''}`;
};

/** The whole stylesheet of a line. */
export function pageCss(theme: Theme, providers: readonly string[] = []): string {
  return firstCss(theme, providers) + lateCss;
}

/** What a page needs at once when its content holds a phone, a code, a placeholder, bold words, cards or the rules of a password, a help in small print, or is wide. */
export const widgetsCss = lean(widgets);

/** Whether the markup of a page holds what `widgetsCss` is for. */
export const hasWidgets = (markup: string): boolean =>
  /<(?:select|strong)[ >]| placeholder=| class="(?:[^"]* )?(?:choices|code|option-cards?|optional|page|phone|plain|rules|tone-muted|tone-step-[^ "]*|with-button)[" ]/.test(
    markup,
  );

/** What only notices, dialogs and the like need: the pages of forms need not wait for it. */
export const lateCss = widgetsCss + lean(late);

/** What `screens/sections.tsx` brings by itself, for pages that nobody runs: pictures, and what is drawn before the scripts. */
export const accountCss = (theme: Theme): string => lean(account({ ...theme, ...theme.shape }));

/**
 * What any page needs: the line's tokens as custom properties, light and dark, then the rules, which are the same for
 * every line but for its `providers`. Sizes are in rem, so that a visitor's own font size counts.
 */
export function firstCss(theme: Theme, providers: readonly string[] = []): string {
  const { color, type, shape, motion, layout = 'split' } = theme;
  const { scale = 1 } = type.display ?? {};
  const { latin, chinese } = familiesOf(type);
  const size = (step: number) => rem(type.base * type.scale ** step);
  const heading = (step: number) => rem(type.base * type.scale ** step * scale);
  return lean(`
    :root {
      ${colors(color.light)}
      --track: color-mix(in srgb, var(--text) 7%, transparent); --tab: var(--surface-raised);
      --shadow: 0 1px 2px rgb(15 20 40 / .05), 0 18px 48px -12px rgb(15 20 40 / .16);
      --latin: ${latin}; --font: var(--latin), sans-serif;
      --size-0: ${rem(Math.max(13.5, type.base / type.scale ** 0.6))};
      --size: ${size(0)}; --size-1: ${size(1)}; --size-3: ${heading(3)}; --size-4: ${heading(4)}; --size-5: ${heading(5)};
      --heading-weight: ${type.headingWeight};
      --radius: ${shape.radius}px; --radius-large: ${shape.radiusLarge}px; --control: ${rem(Math.max(FINGER, shape.control))};
      ${fields[shape.field ?? 'outline']}
      --fast: ${motion.fast}ms; --normal: ${motion.normal}ms; --slow: ${motion.slow}ms;
    }
    :root:lang(zh) { --font: var(--latin), ${chinese}, sans-serif; }
    @media (prefers-color-scheme: dark) {
      :root {
        ${colors(color.dark)}
        --track: color-mix(in srgb, var(--text) 9%, transparent);
        --tab: color-mix(in srgb, var(--text) 16%, var(--surface-raised));
        --shadow: 0 1px 2px rgb(0 0 0 / .4), 0 18px 48px -12px rgb(0 0 0 / .6);
      }
    }
    ${base}${type.display === undefined ? '' : displayed(type.display, type.headingWeight)}${frame}${layouts[layout](theme)}${controls}${content}${tabs[shape.tabs ?? 'segment']}
    @media (max-height: 759px) { :root { --control: ${rem(SHORT)}; } .content, .tabs, .tab-panel { gap: 10px; } }
    ${shape.control < FINGER ? `@media (width>=860px) and (pointer:fine) { :root { --control: ${rem(shape.control)}; } }` : ''}
    ${hidden(providers)} { display: none; }
  `);
}
