/** What a line's own fields held at registration: kept with the account, line by line, and erased with it. */
import { ownProperty } from '../../engine/own-property.ts';
import type { ServerLine } from '../../engine/pack.ts';
import type { CallContext, Sql } from '../types.ts';
import { plainText } from './plain-text.ts';

/** Longest text that is kept, in UTF-16 units. */
const LONGEST = 2000;

export interface Extra {
  /** Id of the field. */
  readonly field: string;
  readonly value: unknown;
}

const shown = (value: unknown): unknown =>
  typeof value === 'string' ? plainText(value, LONGEST) : Array.isArray(value) ? value.map(shown) : value;

/** Keeps what the request has of the properties that the line adds to its call. */
export async function keepExtras(
  sql: Sql,
  { line, call }: Pick<CallContext, 'line' | 'call'>,
  accountId: string,
  request: object,
): Promise<void> {
  const given = request as Readonly<Record<string, unknown>>;
  const held = Object.entries(line.api[call]?.extras ?? {}).flatMap(([property, field]) => {
    const value = ownProperty(given, property);
    return value === undefined || value === null || value === '' ? [] : [[field, shown(value)] as const];
  });
  if (held.length === 0) return;
  await sql.query('insert into account_extra (account_id, line, held) values ($1, $2, $3)', [
    accountId,
    line.name,
    JSON.stringify(Object.fromEntries(held)),
  ]);
}

/** What the account gave on this line, of the fields that the line still has, in their order. Asks nothing where it adds none. */
export async function keptExtras(
  sql: Sql,
  { name, api }: Pick<ServerLine, 'name' | 'api'>,
  accountId: string,
): Promise<readonly Extra[]> {
  const fields = new Set(Object.values(api).flatMap(({ extras }) => Object.values(extras ?? {})));
  if (fields.size === 0) return [];
  const [row] = await sql.query<{ held: Readonly<Record<string, unknown>> }>(
    'select held from account_extra where account_id = $1 and line = $2',
    [accountId, name],
  );
  const held = row?.held ?? {};
  return [...fields].flatMap((field) => (Object.hasOwn(held, field) ? { field, value: held[field] } : []));
}
