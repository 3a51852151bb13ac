/**
 * A line's agreements: which version an account accepted and when, and whether it is to be asked anew. What was accepted on
 * one line says nothing of another: their documents differ.
 */
import { ownProperty } from '../../engine/own-property.ts';
import type { Line } from '../../generated/config.ts';
import type { CallContext, Sql } from '../types.ts';
import { agreementsOf, type Recorded } from './store/find.ts';

type Scoped = Pick<CallContext, 'line'>;

/** Whether the account is to accept an agreement of the line before it goes on. */
export function isNameDue({ agreements }: Pick<Line, 'agreements'>, name: string, recorded: Recorded): boolean {
  const stands = ownProperty(agreements, name);
  if (stands === undefined) return false;
  const accepted = ownProperty(recorded.accepted, name);
  if (accepted !== undefined) return accepted !== stands.version;
  return stands.unrecorded === 'asked' || Date.parse(stands.since) > recorded.agreements_from.getTime();
}

export const isDue = (line: Pick<Line, 'agreements'>, recorded: Recorded): boolean =>
  Object.keys(line.agreements).some((name) => isNameDue(line, name, recorded));

/** Whether the account is to be asked. Asks nothing where the line has no agreements. */
export async function isAskedToAgree(sql: Sql, { line: { name, line } }: Scoped, accountId: string): Promise<boolean> {
  if (Object.keys(line.agreements).length === 0) return false;
  const recorded = await agreementsOf(sql, { id: accountId, line: name });
  return recorded !== undefined && isDue(line, recorded);
}

async function record(
  sql: Sql,
  { line }: Scoped,
  accountId: string,
  versions: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(versions);
  if (names.length === 0) return;
  await sql.query(
    `insert into agreement (account_id, line, name, version) select $1, $2, * from unnest($3::text[], $4::text[])
     on conflict on constraint agreement_pkey do update set accepted_at = foyer_now()`,
    [accountId, line.name, names, Object.values(versions)],
  );
}

/**
 * Records what a registration accepted: the versions that its page showed, and of a caller that does not say so those that stand.
 * A page from before a new version records the old one, and its owner is asked at the next sign-in.
 */
export async function recordRegistered(
  sql: Sql,
  context: Scoped,
  accountId: string,
  shown: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { agreements } = context.line.line;
  const versions = Object.entries(agreements).map(([name, { version }]) => [name, ownProperty(shown, name) ?? version]);
  await record(sql, context, accountId, Object.fromEntries(versions));
}

/** Records what somebody signed in accepts: of the versions named, those that stand. */
export async function recordAccepted(
  sql: Sql,
  context: Scoped,
  accountId: string,
  named: Readonly<Record<string, string>>,
): Promise<void> {
  const { agreements } = context.line.line;
  const standing = Object.entries(agreements).filter(([name, { version }]) => ownProperty(named, name) === version);
  await record(sql, context, accountId, Object.fromEntries(standing.map(([name, { version }]) => [name, version])));
}
