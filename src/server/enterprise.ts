/** The words of `npm run enterprise`: adds, lists and removes the enterprises that sign in with DingTalk. */
import { parseArgs } from 'node:util';
import { fold } from './accounts/identifiers.ts';
import { findAccount } from './accounts/store/find.ts';
import { PlainError } from './plain-error.ts';
import { isAlias, listEnterprises, removeEnterprise, storeEnterprise } from './third-party/enterprises.ts';
import type { Database, KeyRing, Sql, Zone } from './types.ts';

const USAGE = `Write: npm run enterprise -- add domestic|overseas <alias> --corp <corpId> --client <client id> --master <username>
       npm run enterprise -- remove domestic|overseas <alias>
       npm run enterprise -- list domestic|overseas
       npm run enterprise -- reseal
The client secret of "add" is read from ENTERPRISE_SECRET or the standard input, never from the command line.`;

interface Arguments {
  readonly what: string;
  readonly zone: Zone;
  readonly alias: string;
  readonly corp: string;
  readonly client: string;
  readonly master: string;
}

/** Throws what is wrong, in words. */
export function readArguments(args: readonly string[]): Arguments {
  let parsed: { positionals: string[]; values: Partial<Record<'corp' | 'client' | 'master', string>> };
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { corp: { type: 'string' }, client: { type: 'string' }, master: { type: 'string' } },
    });
  } catch (error) {
    throw new PlainError(`${(error as Error).message}\n${USAGE}`);
  }
  const [what = '', region = '', alias = '', ...more] = parsed.positionals;
  const { corp = '', client = '', master = '' } = parsed.values;
  const read = { what, zone: region as Zone, alias: alias.trim(), corp, client, master };
  if (!['add', 'remove', 'list', 'reseal'].includes(what) || more.length > 0) throw new PlainError(USAGE);
  if (what === 'reseal') return read;
  if (region !== 'domestic' && region !== 'overseas')
    throw new PlainError(`${region || 'Nothing'} is no region: domestic or overseas.\n${USAGE}`);
  if (what !== 'list' && read.alias === '') throw new PlainError(`The alias is missing.\n${USAGE}`);
  if (what === 'add' && !isAlias(alias))
    throw new PlainError(`${alias} is no alias: letters and digits, with . _ - or blanks between, 60 at most.`);
  for (const [name, value] of Object.entries({ corp, client, master }))
    if (what === 'add' && value.trim() === '') throw new PlainError(`--${name} is missing.\n${USAGE}`);
  return read;
}

async function masterOf(sql: Sql, zone: Zone, username: string): Promise<string> {
  const master = await findAccount(sql, { zone, isMaster: true, usernameKey: fold(username), status: 'active' });
  if (!master) throw new PlainError(`No active master account of the ${zone} region has the username ${username}.`);
  return master.id;
}

/** What was done, in words. Throws what is wrong with the request, in words too. */
export async function enterpriseCommand(
  db: Database,
  keys: KeyRing,
  args: readonly string[],
  secret: string,
): Promise<string> {
  const { what, zone, alias, corp, client, master } = readArguments(args);
  if (what === 'list') return list(db, zone);
  if (what === 'reseal') return reseal(db, keys);
  if (what === 'remove') {
    if (!(await removeEnterprise(db, zone, alias)))
      throw new PlainError(`Nobody in the ${zone} region has this alias.`);
    return `${alias} is removed and its members are unlinked. Their sub accounts stay.`;
  }
  if (secret.trim() === '')
    throw new PlainError(
      'The client secret is missing. Set ENTERPRISE_SECRET to it, or hand it to the standard input.',
    );
  const masterId = await masterOf(db, zone, master);
  await storeEnterprise(db, keys, {
    zone,
    alias,
    corpId: corp.trim(),
    clientId: client.trim(),
    clientSecret: secret.trim(),
    masterId,
  });
  return `${alias} stands for ${corp}. Its members become sub accounts of ${master}, who authorizes them.`;
}

async function list(sql: Sql, zone: Zone): Promise<string> {
  const rows = await listEnterprises(sql, zone);
  if (rows.length === 0) return `No enterprise of the ${zone} region signs in with an alias.`;
  return rows
    .map(
      (row) =>
        `${row.alias}   corp ${row.corp_id}   client ${row.client_id}   master ${row.username}   members ${row.members}`,
    )
    .join('\n');
}

/** Seals every secret with the newest key of its ring, so that older ones may go. */
async function reseal(db: Database, keys: KeyRing): Promise<string> {
  const { sealed, lost } = await db.transaction(async (sql) => {
    const rows = await sql.query<{ id: string; alias: string; sealed_secret: string }>(
      'select id, alias, sealed_secret from dingtalk_enterprise for update',
    );
    const lost: string[] = [];
    for (const { id, alias, sealed_secret: sealed } of rows) {
      const opened = keys.open('outbox', sealed);
      if (opened === undefined) lost.push(alias);
      else
        await sql.query('update dingtalk_enterprise set sealed_secret = $2 where id = $1', [
          id,
          keys.seal('outbox', opened),
        ]);
    }
    return { sealed: rows.length - lost.length, lost };
  });
  if (sealed === 0 && lost.length === 0) return 'No enterprise has a secret in this database.';
  const told = `${sealed} ${sealed === 1 ? 'secret is' : 'secrets are'} sealed with the newest key.`;
  // What was sealed anew stays so.
  if (lost.length > 0)
    throw new PlainError(`${told} Give these again (add), whose key is not in KEYS_OUTBOX: ${lost.join(', ')}.`);
  return told;
}
