/** `query-soft-type`: the software offered, what the signed-in user chose of it, and their business type. */
import { softwareOf, storedSoftware } from '../accounts/software.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'query-soft-type'> = async (_request, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  if (!context.line.line.offers.softwareSelection) return { code: 'Forbidden' };
  const stored = await storedSoftware(context.db, session.accountId);
  if (!stored) return { code: '602' };
  const { other, businessType, version, kind } = stored;
  const { offered } = softwareOf(context.line);
  const software = stored.software.filter((each) => offered.includes(each));
  const { no = 0, yes = 1 } = context.line.enums.selected ?? {};
  return {
    code: 200,
    data: {
      softTypes: offered.map((softType) => ({ softType, selected: software.includes(softType) ? yes : no })),
      software,
      ...(other ? { otherSoftware: other } : {}),
      businessType,
      version,
      userId: session.accountId,
      accountType: kind,
    },
  };
};
