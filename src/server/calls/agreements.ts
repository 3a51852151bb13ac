/** `agreements`: what stands on this line, and what of it the signed-in account accepted, and when. */
import { ownProperty } from '../../engine/own-property.ts';
import { isNameDue } from '../accounts/agreements.ts';
import { signedIn } from '../accounts/owner.ts';
import { agreementsOf } from '../accounts/store/find.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'agreements'> = async (_request, context) => {
  const found = await signedIn(context);
  const { name: line, line: facts } = context.line;
  const recorded = found && (await agreementsOf(context.db, { id: found.owner.id, line }));
  if (!found || !recorded) return { code: '602' };
  const { id: userId, kind: accountType } = found.owner;
  const times = await context.db.query<{ name: string; version: string; at: Date }>(
    'select name, version, accepted_at as at from agreement where account_id = $1 and line = $2',
    [userId, line],
  );
  const rows = Object.entries(facts.agreements).map(([name, { version, since }]) => {
    const accepted = ownProperty(recorded.accepted, name);
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
      userId,
      accountType,
    },
  };
};
