/**
 * Variants of screens, for experiments: a file `screens/<screen>.<variant>.json` is one more layer on top of the screen. Most
 * of the compiler need not know of them: it looks at the line as visitors of a variant see it.
 */
import { once } from './memory.ts';
import type { ResolvedLine } from './resolve.ts';
import { variantOf } from './variant-id.ts';

export interface Variant {
  /** `<screen>.<variant>`. */
  readonly id: string;
  readonly screen: string;
  readonly name: string;
  /** Visitors of a hundred that see it; 0 for nobody but whoever asks for it. */
  readonly weight: number;
  /** The line as those see it. */
  readonly line: ResolvedLine;
}

/** What texts of a variant begin with; those that it does not say are the screen's. */
export const textsOfVariant = (screen: string, name: string): string => `screens.${screen}.variants.${name}.`;

/** A catalog as it is read where a variant is shown. */
function withTexts(catalog: Readonly<Record<string, string>>, screen: string, name: string) {
  const prefix = textsOfVariant(screen, name);
  const own = Object.entries(catalog).filter(([key]) => key.startsWith(prefix));
  if (own.length === 0) return catalog;
  return {
    ...catalog,
    ...Object.fromEntries(own.map(([key, text]) => [`screens.${screen}.${key.slice(prefix.length)}`, text])),
  };
}

/** The variants of a line's screens, those with a screen. */
export const variantsOf = once((line: ResolvedLine): readonly Variant[] =>
  Object.entries(line.variants).flatMap(([id, shown]) => {
    const found = variantOf(id);
    const screen = found && line.screens[found.screen];
    if (found === undefined || screen === undefined) return [];
    const { [id]: _, ...others } = line.variants;
    const document = line.documents[`screens/${id}`];
    const ofScreen = `screens/${found.screen}`;
    const view: ResolvedLine = {
      ...line,
      screens: { ...line.screens, [found.screen]: shown },
      // What others see of the screen is still seen.
      variants: { ...others, [`${found.screen}.`]: screen },
      messages: Object.fromEntries(
        Object.entries(line.messages).map(([language, catalog]) => [
          language,
          withTexts(catalog, found.screen, found.name),
        ]),
      ),
      documents: document === undefined ? line.documents : { ...line.documents, [ofScreen]: document },
      origin: (of, at, part) => (of === ofScreen ? document?.origin(at, part) : line.origin(of, at, part)),
    };
    return [{ id, ...found, weight: line.line.experiments?.[found.screen]?.[found.name] ?? 0, line: view }];
  }),
);

/** The line as any of its visitors see it. */
export const viewsOf = (line: ResolvedLine): readonly ResolvedLine[] => [
  line,
  ...variantsOf(line).map((variant) => variant.line),
];

/** A screen in every way that it is seen. */
export const seenAs = (line: ResolvedLine, screen: string) => [
  ...(line.screens[screen] === undefined ? [] : [line.screens[screen]]),
  ...Object.entries(line.variants).flatMap(([id, shown]) => (id.startsWith(`${screen}.`) ? [shown] : [])),
];
