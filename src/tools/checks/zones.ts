/** Lines that extend the layer of the wrong zone: what they say themselves is of the other one. */
import type { ResolvedLine } from '../resolve.ts';
import type { Fault } from './fault.ts';
import { wrongCurrency } from './money.ts';
import { parseMessage } from './parse-message.ts';

type Lines = Readonly<Record<string, ResolvedLine>>;

/** Whether a line's own sentences count in another currency than its layers do. */
function countsOtherwise({ name, line, messages, origin }: ResolvedLine): boolean {
  const { currency } = line;
  if (currency === undefined) return false;
  return Object.entries(messages).some(([language, catalog]) =>
    Object.entries(catalog).some(
      ([key, text]) =>
        wrongCurrency(currency, language, parseMessage(text).words) !== undefined &&
        origin(`messages/${language}`, [key])?.file.startsWith(`lines/${name}/`),
    ),
  );
}

/** Whether another line says of one, as it does of that, that it is of the other zone, and it alone of the two counts otherwise. */
function isStray(line: ResolvedLine, all: Lines): boolean {
  const other = all[line.line.otherZone?.line ?? ''];
  const isMutual = other?.line.otherZone?.line === line.name && other.line.zone === line.line.zone;
  return isMutual && countsOtherwise(line) && !countsOtherwise(other);
}

/** Tells lines that extend the wrong layer. Nothing else can be said of them, nor by way of them. */
export function checkZones(all: Lines, faults: Fault[]): ReadonlySet<string> {
  const stray = Object.values(all).filter((line) => isStray(line, all));
  for (const { name, line, origin } of stray) {
    const layer = Object.values(all)
      .find((other) => other.line.zone !== line.zone)
      ?.layers.at(-2);
    const place = origin('line', ['extends']) ?? { file: `lines/${name}/line.json`, line: 1, column: 1 };
    const message = `${name} is of zone ${line.zone} by this, and leads and counts as a line of the other one`;
    faults.push({ ...place, message, fix: layer ? `write "${layer}"` : 'extend the layer of the other zone' });
  }
  return new Set(stray.map(({ name }) => name));
}
