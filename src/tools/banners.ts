/**
 * `npm run banners -- [--line <line>] [--at <moment>]`: every banner as visitors read it, with the line's own amounts, and
 * whether it is shown at that moment, now unless said otherwise: what begins later can be read before it does.
 */
import { pathToFileURL } from 'node:url';
import { fillAmounts } from '../engine/amounts.ts';
import type { Banner } from '../generated/config.ts';
import { bannersOf, type OneBanner } from './checks/banners.ts';
import { suggest } from './checks/fault.ts';
import { loadData, type Sources } from './load.ts';
import { readOptions, WrongOption } from './options.ts';
import { type ResolvedLine, resolveAll } from './resolve.ts';

/** Whether a banner is shown at a moment, ms since 1970, in words. */
function shownAt({ from, until, when }: OneBanner, moment: number): string {
  const audience = when === undefined ? '' : `, when ${JSON.stringify(when)}`;
  if (from !== undefined && moment < Date.parse(from)) return `from ${from}${audience}`;
  if (until !== undefined && moment >= Date.parse(until)) return `over since ${until}`;
  return `shown${until === undefined ? '' : ` until ${until}`}${audience}`;
}

/** The banners of some lines at a moment, ms since 1970, as text. */
export function bannerTexts(sources: Sources, lines: readonly ResolvedLine[], moment: number): string {
  const told = lines.flatMap((line) =>
    Object.entries(line.registerStatic).flatMap(([file, path]) => {
      const banners = bannersOf((sources.files.get(path)?.value ?? {}) as Banner);
      return banners.map(([at, banner]) => {
        const name = [line.name, file.replace(/\.json$/, ''), ...at.slice(1)].join(' ');
        const sentences = Object.entries(banner.text ?? {}).map(([language, sentence]) => {
          return `    ${language}  ${fillAmounts(sentence, line.line.coupons)}`;
        });
        return [`${name}  ${shownAt(banner, moment)}`, ...sentences].join('\n');
      });
    }),
  );
  return told.join('\n');
}

const USAGE = 'npm run banners -- [--line <line>] [--at 2026-12-01T00:00:00Z]';

async function main(): Promise<void> {
  const sources = await loadData(process.cwd());
  const { lines } = resolveAll(sources);
  const options = { line: { type: 'string' }, at: { type: 'string' } } as const;
  const text = readOptions(USAGE, options, ({ line: name, at }) => {
    const moment = at === undefined ? Date.now() : Date.parse(at);
    if (Number.isNaN(moment)) throw new WrongOption(`${at} is no moment. Write it like 2026-12-01T00:00:00Z.`);
    const found = name === undefined ? Object.values(lines) : [lines[name]].filter((line) => line !== undefined);
    if (name !== undefined && found.length === 0)
      throw new WrongOption(`no line "${name}": ${suggest(name, Object.keys(lines), 'see the folders of lines/')}`);
    return bannerTexts(sources, found, moment);
  });
  process.stdout.write(`${text}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
