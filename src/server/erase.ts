/** The words of `npm run erase`: reads what is asked for, shows what there is, and erases when told so. */
import { parseArgs } from 'node:util';
import type { ServerLine } from '../engine/pack.ts';
import { type ErasurePlan, erase, planErasure } from './accounts/erasure.ts';
import { PlainError } from './plain-error.ts';
import type { Database, KeyRing, Zone } from './types.ts';

const USAGE = `Write: npm run erase -- --region domestic|overseas --login <name, e-mail or phone> [--with-sub-accounts] [--yes]
Without --yes nothing is changed.`;

interface Arguments {
  readonly zone: Zone;
  readonly loginName: string;
  readonly withSubAccounts: boolean;
  readonly yes: boolean;
}

/** Throws what is wrong, in words. */
export function readArguments(args: readonly string[]): Arguments {
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        region: { type: 'string' },
        login: { type: 'string' },
        'with-sub-accounts': { type: 'boolean' },
        yes: { type: 'boolean' },
      },
    }));
  } catch (error) {
    throw new PlainError(`${(error as Error).message}\n${USAGE}`);
  }
  const { region, login } = values;
  if (region !== 'domestic' && region !== 'overseas')
    throw new PlainError(
      `${region === undefined ? 'The region is missing' : `${region} is no region: domestic or overseas`}.\n${USAGE}`,
    );
  if (typeof login !== 'string' || login.trim() === '') throw new PlainError(`The login name is missing.\n${USAGE}`);
  return {
    zone: region,
    loginName: login,
    withSubAccounts: values['with-sub-accounts'] === true,
    yes: values.yes === true,
  };
}

function described(plan: ErasurePlan): string[] {
  const { account, subAccounts, counts } = plan;
  const names = subAccounts.map(({ username }) => `  ${username}`);
  const widest = Math.max(...Object.keys(counts).map((table) => table.length));
  return [
    `${account.kind === 1 ? 'Master' : 'Sub'} account ${account.username}`,
    ...(names.length === 0 ? [] : [`Its sub accounts, which go with it (${names.length}):`, ...names]),
    'Rows:',
    ...Object.entries(counts)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([table, rows]) => `  ${table.padEnd(widest)}  ${rows}${table === 'audit' ? '  (made anonymous)' : ''}`),
  ];
}

/** What was found, and what was done. Throws what is wrong with the request, in words too. */
export async function eraseCommand(
  db: Database,
  lines: readonly ServerLine[],
  keys: KeyRing,
  args: readonly string[],
): Promise<string> {
  const { zone, loginName, withSubAccounts, yes } = readArguments(args);
  const line = lines.find((each) => each.line.zone === zone)?.line;
  if (line === undefined) throw new PlainError(`The release has no ${zone} line.`);
  const request = { zone, loginName, line, keys };
  return db.transaction(async (sql) => {
    const plan = await planErasure(sql, request);
    if (plan === undefined) throw new PlainError(`Nobody in the ${zone} region has this login name.`);
    const told = described(plan);
    // One of them may be this person's; whoever says that all is erased must know.
    if (plan.sealed > 0)
      throw new PlainError(
        [
          ...told,
          `Nothing was changed: ${plan.sealed} waiting messages are sealed with a key that KEYS_OUTBOX lacks. Put it back, or repeat this once they were given up, after a day.`,
        ].join('\n'),
      );
    if (!yes) return [...told, 'Nothing was changed. Repeat it with --yes to erase all of this.'].join('\n');
    if (plan.subAccounts.length > 0 && !withSubAccounts)
      throw new PlainError(
        [...told, 'Nothing was changed: say --with-sub-accounts as well, since they go too.'].join('\n'),
      );
    await erase(sql, request);
    return [...told, 'Erased.'].join('\n');
  });
}
