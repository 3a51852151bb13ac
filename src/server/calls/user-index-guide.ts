/** `user-index-guide`: keeps the software that the signed-in user works with, and their business type. */
import type { UserIndexGuideRequest } from '../../generated/api.ts';
import { plainText } from '../accounts/plain-text.ts';
import { ensureRenderingUser } from '../accounts/rendering-user.ts';
import { softwareOf } from '../accounts/software.ts';
import type { CallContext, HandlerOf } from '../types.ts';

function faultOf({ softTypes, otherSoftware, businessType }: UserIndexGuideRequest, context: CallContext) {
  const { line, enums } = context.line;
  const { offered, inWords } = softwareOf(context.line);
  const invalid = { code: 'InvalidParameter' } as const;
  if (softTypes.some((each) => !offered.includes(each))) return invalid;
  const named = otherSoftware?.trim() ?? '';
  if (softTypes.includes(inWords) && named === '') return { code: 'EmptyParameter' } as const;
  if (!softTypes.includes(inWords) && named !== '') return invalid;
  const types = line.businessTypes.map((name) => enums.businessType?.[name]);
  return businessType !== undefined && !types.includes(businessType) ? invalid : undefined;
}

export const handle: HandlerOf<'user-index-guide'> = async (request, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  if (!context.line.line.offers.softwareSelection) return { code: 'Forbidden' };
  const fault = faultOf(request, context);
  if (fault) return fault;
  const { accountId, zone } = session;
  const other = request.otherSoftware === undefined ? null : plainText(request.otherSoftware.trim(), 60);
  return context.settle(async (sql) => {
    await ensureRenderingUser(sql, context, accountId);
    // The row's lock puts two answers of one user in order, so that the later one stands as a whole.
    await sql.query(
      'update rendering_user set other_software = $2, asked_at = coalesce(asked_at, foyer_now()) where account_id = $1',
      [accountId, other],
    );
    await sql.query('delete from rendering_software where account_id = $1 and software <> all($2::smallint[])', [
      accountId,
      request.softTypes,
    ]);
    await sql.query(
      `insert into rendering_software (account_id, software, zone) select $1, unnest($2::smallint[]), $3
       on conflict do nothing`,
      [accountId, request.softTypes, zone],
    );
    if (request.businessType !== undefined)
      await sql.query('update account set business_type = $2 where id = $1', [accountId, request.businessType]);
    await context.audit(sql, 'software-chosen', { accountId, outcome: 'ok' });
    return { code: 200, data: {} };
  });
};
