/** `query-soft-type`: the software offered, what the signed-in user chose of it, and their business type. */
import { plainText } from '../accounts/plain-text.ts';
import { softwareOf } from '../accounts/software.ts';
import type { HandlerOf } from '../types.ts';

interface Row {
  readonly software: number[] | null;
  readonly other_software: string | null;
  readonly business_type: number;
}

export const handle: HandlerOf<'query-soft-type'> = async (_request, context) => {
  if (!context.line.line.offers.softwareSelection) return { code: 'Forbidden' };
  const session = await context.session();
  if (!session) return { code: '602' };
  const [row] = await context.db.query<Row>(
    `select a.business_type, u.other_software,
        (select array_agg(s.software order by s.software) from rendering_software s where s.account_id = a.id) as software
       from account a left join rendering_user u on u.account_id = a.id where a.id = $1`,
    [session.accountId],
  );
  if (!row) return { code: '602' };
  const { offered } = softwareOf(context.line);
  const software = (row.software ?? []).filter((each) => offered.includes(each));
  // Stored before the rule was as strict as it is: the field could not be sent as it was filled.
  const other = plainText(row.other_software ?? '', 120).trim();
  const { no = 0, yes = 1 } = context.line.enums.selected ?? {};
  return {
    code: 200,
    data: {
      softTypes: offered.map((softType) => ({ softType, selected: software.includes(softType) ? yes : no })),
      software,
      ...(other ? { otherSoftware: other } : {}),
      businessType: row.business_type,
      userId: session.accountId,
    },
  };
};
