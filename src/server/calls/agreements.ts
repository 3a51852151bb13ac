/** `agreements`: what stands on this line, and what of it the signed-in account accepted, and when. */
import { isNameDue } from '../accounts/agreements.ts';
import { agreementsOf, findAccount } from '../accounts/store/find.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'agreements'> = async (_request, context) => {
  const session = await context.session();
  const { name: line, line: facts } = context.line;
  const recorded = session && (await agreementsOf(context.db, { id: session.accountId, line }));
  const account = session && (await findAccount(context.db, { id: session.accountId }));
  if (!session || !recorded || !account) return { code: '602' };
  const times = await context.db.query<{ name: string; version: string; at: Date }>(
    'select name, version, accepted_at as at from agreement where account_id = $1 and line = $2',
    [session.accountId, line],
  );
  const rows = Object.entries(facts.agreements).map(([name, { version, since }]) => {
    const accepted = Object.hasOwn(recorded.accepted, name) ? recorded.accepted[name] : undefined;
    const at = times.find((each) => each.name === name && each.version === accepted)?.at;
    return {
      id: name,
      agreement: name,
      version,
      since,
      ...(accepted === undefined || at === undefined ? {} : { accepted, acceptedAt: at.toISOString() }),
      due: isNameDue(facts, name, recorded),
    };
  });
  const versions = Object.fromEntries(rows.map(({ agreement, version }) => [agreement, version]));
  return {
    code: 200,
    data: {
      agreements: rows,
      versions,
      due: rows.some(({ due }) => due),
      userId: session.accountId,
      accountType: account.kind,
    },
  };
};
