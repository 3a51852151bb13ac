/** Checks the regions of phones: each has numbers, and the one that is chosen at first has the calling code beside it. */
import { areas } from '../../widgets/areas.ts';
import type { Path } from '../load.ts';
import { heightOf } from './blame.ts';
import type { Scope } from './scope.ts';

const CODES: ReadonlyMap<string, string> = new Map(areas.map(({ region, code }) => [region, code]));

/** A region and a calling code that do not belong together: told once, of the one that was likely changed. */
function checkPair(scope: Scope, code: string): void {
  const { line } = scope;
  const { area, region, common = [] } = line.line.phone;
  const height = (name: string): number => heightOf(line, line.origin('line', ['phone', name]));
  const [first] = common;
  const ofArea = [...common, ...CODES.keys()].find((each) => CODES.get(each) === area);
  // What a layer above says was said upon the other; of one layer, the list begins with the line's own region.
  const isRegion =
    height('region') === height('area')
      ? first !== undefined && first !== region && CODES.get(first) === area
      : height('region') > height('area') && ofArea !== undefined;
  if (isRegion) {
    const message = `region ${region} does not have the calling code ${area} ("area")`;
    scope.report('line', ['phone', 'region'], message, `write "${ofArea}", or "${code}" as "area"`);
    return;
  }
  const message = `"${area}" is not the calling code of ${region}`;
  const other = ofArea === undefined ? '' : `, or "${ofArea}" as "region"`;
  scope.report('line', ['phone', 'area'], message, `write "${code}"${other}`);
}

export function checkRegions(scope: Scope): void {
  const { region, common = [] } = scope.line.line.phone;
  // The nearest of two letters is a guess: `UK` is no misspelt `US`.
  const unknown = (at: Path, id: string) =>
    scope.report(
      'line',
      ['phone', ...at],
      `no region "${id}" has phone numbers`,
      'write its letters of ISO 3166, such as GB',
    );
  for (const [index, id] of common.entries()) if (!CODES.has(id)) unknown(['common', index], id);
  const code = CODES.get(region);
  if (code === undefined) unknown(['region'], region);
  else if (code !== scope.line.line.phone.area) checkPair(scope, code);
}
