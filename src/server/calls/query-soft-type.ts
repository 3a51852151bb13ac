/** `query-soft-type`: the software offered, what the signed-in user chose of it, and their business type. */
import { softwareOf } from '../accounts/software.ts';
import type { HandlerOf } from '../types.ts';

interface Row {
  readonly software: number[] | null;
  readonly other_software: string | null;
  readonly business_type: number;
  readonly kind: number;
}

export const handle: HandlerOf<'query-soft-type'> = async (_request, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  if (!context.line.line.offers.softwareSelection) return { code: 'Forbidden' };
  const [row] = await context.db.query<Row>(
    `select a.business_type, a.kind, u.other_software,
        (select array_agg(s.software order by s.software) from rendering_software s where s.account_id = a.id) as software
       from account a left join rendering_user u on u.account_id = a.id where a.id = $1`,
    [session.accountId],
  );
  if (!row) return { code: '602' };
  const { offered } = softwareOf(context.line);
  const software = (row.software ?? []).filter((each) => offered.includes(each));
  const { no = 0, yes = 1 } = context.line.enums.selected ?? {};
  return {
    code: 200,
    data: {
      softTypes: offered.map((softType) => ({ softType, selected: software.includes(softType) ? yes : no })),
      software,
      ...(row.other_software ? { otherSoftware: row.other_software } : {}),
      businessType: row.business_type,
      userId: session.accountId,
      accountType: row.kind,
    },
  };
};
