/** Which layer is to blame where two contradict each other: what stands below was right before the one above spoke. */
import type { Path, Place } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { type Fault, nearest } from './fault.ts';

/** A file of a variant, which lies upon all layers of its screen. */
const VARIANT = /\/screens\/[^/]+\.[^/]+\.json$/;

/** How far up the layer of a place stands: 0 is the lowest, -1 what is below all layers. */
export const heightOf = ({ layers }: ResolvedLine, place: Place | undefined): number =>
  layers.indexOf(place?.file.split('/')[1] ?? '') + (VARIANT.test(place?.file ?? '') ? layers.length : 0);

/** Something that the data says, and what to write instead if that is what is wrong. */
export interface Saying {
  readonly document: string;
  readonly at: Path;
  readonly part?: 'value' | 'key';
  readonly fix: string;
}

/** Of several that contradict each other the one of the highest layer; of equals the first. */
export function topmost(line: ResolvedLine, first: Saying, ...others: readonly Saying[]): Saying {
  const height = ({ document, at }: Saying): number => heightOf(line, line.origin(document, at));
  return others.reduce((best, each) => (height(each) > height(best) ? each : best), first);
}

/** The folder of the layer that says something. */
export const layerOf = (line: ResolvedLine, { document, at }: Pick<Saying, 'document' | 'at'>): string =>
  line.origin(document, at)?.file.split('/')[1] ?? line.name;

/**
 * A link that layers below name, and that this line alone has not: its own list lost it, or has it by another name.
 * @param place where it is named
 */
export function lostLink(
  line: ResolvedLine,
  all: Readonly<Record<string, ResolvedLine>>,
  place: Place,
  name: string,
): Omit<Fault, 'name'> | undefined {
  const others = Object.values(all).filter((other) => other.name !== line.name);
  const own = heightOf(line, line.origin('line', ['links']));
  if (heightOf(line, place) >= own || !others.some((other) => other.line.links?.[name] !== undefined)) return undefined;
  const odd = Object.keys(line.line.links ?? {}).filter((link) =>
    others.every(({ line: { links } }) => !links?.[link]),
  );
  const meant = nearest(name, odd);
  const where = `${place.file} names it`;
  if (meant !== undefined) {
    const there = line.origin('line', ['links', meant], 'key') ?? place;
    return { ...there, message: `link "${meant}" is not called so: ${where} "${name}"`, fix: `write "${name}"` };
  }
  const there = line.origin('line', ['links'], 'key') ?? place;
  return { ...there, message: `link "${name}" of the line is missing, and ${where}`, fix: `add "${name}" here` };
}
