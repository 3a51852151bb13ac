/** The platform's state, as the line's data plans it and operators set it: under maintenance until a moment, until further notice, or not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDay } from '../engine/calendar.ts';
import type { ServerLine } from '../engine/pack.ts';
import type { Line } from '../generated/config.ts';
import { PlainError } from './plain-error.ts';
import type { Sql } from './types.ts';

/** Stands for every line. */
const EVERY_LINE = '*';

export interface Maintenance {
  /** Undefined: until further notice. */
  readonly until: Date | undefined;
}

/** The same, and whose it is: its own, that of every line, or the one that its data plans. */
interface Standing extends Maintenance {
  readonly by: 'own' | 'every' | 'planned';
}

/** What the data of a line plans. */
type Planned = Line['maintenance'];

/** The maintenance a line is under; of its own, that of every line and the planned one, the one that ends later. */
async function standingOf(sql: Sql, line: string, planned: Planned): Promise<Standing | undefined> {
  const [row] = await sql.query<{ by: Standing['by']; until: Date | null }>(
    `select by, until from (
       select case line when $1 then 'own' else 'every' end as by, until from platform_maintenance where line in ($1, $2)
       union all
       select 'planned', $4::timestamptz where $3::timestamptz <= foyer_now()
     ) as maintenance where until is null or until > foyer_now()
     order by until desc nulls first, array_position(array['own', 'every', 'planned'], by) limit 1`,
    [line, EVERY_LINE, planned?.from ?? null, planned?.until ?? null],
  );
  return row && { by: row.by, until: row.until ?? undefined };
}

/** The maintenance that visitors of a line are told of. */
export async function maintenanceOf(sql: Sql, line: string, planned: Planned): Promise<Maintenance | undefined> {
  const found = await standingOf(sql, line, planned);
  return found && { until: found.until };
}

/** Begins (or changes) a maintenance. */
async function beginMaintenance(sql: Sql, line: string, until: Date | undefined): Promise<void> {
  await sql.query(
    `insert into platform_maintenance (line, until) values ($1, $2)
     on conflict (line) do update set until = excluded.until, set_at = foyer_now()`,
    [line, until ?? null],
  );
}

/** Ends a line's maintenance; false when it had none. Ending that of every line ends each line's own, too. */
async function endMaintenance(sql: Sql, line: string): Promise<boolean> {
  const ended = await sql.query('delete from platform_maintenance where line = $1 or $1 = $2 returning line', [
    line,
    EVERY_LINE,
  ]);
  return ended.length > 0;
}

const USAGE = "Write: maintenance <line or '*'> [until], normal <line or '*'>, or status <line or '*'>.";
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;

const isMoment = (text: string): boolean => MOMENT.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text);

/** Lines by name, with what their data plans. */
type Lines = ReadonlyMap<string, Planned>;

/** The lines of the release in a folder. Throws, in words, where there is none. */
export function releasedLines(distDir: string): Lines {
  const read = (...names: readonly string[]): unknown => JSON.parse(readFileSync(join(distDir, ...names), 'utf8'));
  try {
    const { release } = read('current.json') as { release: string };
    const { lines } = read('releases', release, 'release.json') as { lines: readonly string[] };
    const planned = (name: string) =>
      (read('releases', release, 'lines', `${name}.json`) as ServerLine).line.maintenance;
    return new Map(lines.map((name) => [name, planned(name)]));
  } catch {
    throw new PlainError(`There is no release in ${distDir}. Write its folder as DIST_DIR.`);
  }
}

const BECAUSE: Readonly<Record<Standing['by'], string>> = {
  own: '',
  every: ', as every line is (normal * ends that)',
  planned: ', as its data plans',
};

async function isAhead(sql: Sql, moment: string): Promise<boolean> {
  const [row] = await sql.query<{ ahead: boolean }>('select $1::timestamptz > foyer_now() as ahead', [moment]);
  return row?.ahead === true;
}

/** How a line stands, in a sentence. */
async function told(sql: Sql, line: string, planned: Planned): Promise<string> {
  const found = await standingOf(sql, line, planned);
  if (found)
    return `${line} is under maintenance until ${found.until?.toISOString() ?? 'further notice'}${BECAUSE[found.by]}.`;
  return planned?.from && (await isAhead(sql, planned.from))
    ? `${line} is up, and its data plans a maintenance from ${planned.from}.`
    : `${line} is up.`;
}

/** What was done and how each line stands then, in words. Throws what is wrong with the request, in words too. */
export async function platformCommand(
  sql: Sql,
  [what = '', line = '', until, ...surplus]: readonly string[],
  lines: Lines,
): Promise<string> {
  if (!['maintenance', 'normal', 'status'].includes(what) || surplus.length > 0) throw new PlainError(USAGE);
  if (until !== undefined && what !== 'maintenance') throw new PlainError(USAGE);
  if (line !== EVERY_LINE && !lines.has(line))
    throw new PlainError(`${line || 'Nothing'} is no line. Write one of: ${[...lines.keys()].join(', ')}. ${USAGE}`);
  if (until !== undefined && !isMoment(until))
    throw new PlainError(`${until} is no moment. Write it like 2026-03-01T06:00:00Z.`);
  if (until !== undefined && !(await isAhead(sql, until)))
    throw new PlainError(`${until} is over. Write a moment to come; normal ${line} ends a maintenance.`);
  const done: string[] = [];
  if (what === 'maintenance') await beginMaintenance(sql, line, until === undefined ? undefined : new Date(until));
  if (what === 'normal' && !(await endMaintenance(sql, line)))
    done.push(line === EVERY_LINE ? 'No line was under maintenance by this command.' : `${line} had none of its own.`);
  const shown = line === EVERY_LINE ? [...lines.keys()] : [line];
  for (const each of shown) done.push(await told(sql, each, lines.get(each)));
  return done.join('\n');
}
