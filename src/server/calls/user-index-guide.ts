/** `user-index-guide`: keeps the software that the signed-in user works with, and their business type. */
import type { UserIndexGuideRequest } from '../../generated/api.ts';
import { ensureRenderingUser } from '../accounts/rendering-user.ts';
import { type StoredSoftware, softwareOf, storedSoftware } from '../accounts/software.ts';
import { setBusinessType } from '../accounts/store/change.ts';
import { invalid, missing } from '../http/envelope.ts';
import type { CallContext, HandlerOf } from '../types.ts';

const OVERTAKEN = { code: 'Save.Overtaken' } as const;

function faultOf({ softTypes, otherSoftware, businessType }: UserIndexGuideRequest, context: CallContext) {
  const { line, enums } = context.line;
  const { offered, inWords } = softwareOf(context.line);
  if (softTypes.some((each) => !offered.includes(each))) return invalid('softTypes');
  const named = otherSoftware?.trim() ?? '';
  if (softTypes.includes(inWords) && named === '') return missing('otherSoftware');
  if (!softTypes.includes(inWords) && named !== '') return invalid('otherSoftware');
  const types = line.businessTypes.map((name) => enums.businessType?.[name]);
  return businessType !== undefined && !types.includes(businessType) ? invalid('businessType') : undefined;
}

/** Whether what is stored is what the save is based on, or already what it asks for: a repeated request is no conflict. */
function fits(
  stored: StoredSoftware,
  { version, softTypes, otherSoftware, businessType }: UserIndexGuideRequest,
): boolean {
  if (version === undefined || version === stored.version) return true;
  const wanted = [...softTypes].sort((a, b) => a - b);
  return (
    JSON.stringify(wanted) === JSON.stringify(stored.software) &&
    (otherSoftware?.trim() ?? '') === stored.other &&
    (businessType ?? stored.businessType) === stored.businessType
  );
}

export const handle: HandlerOf<'user-index-guide'> = async (request, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  if (!context.line.line.offers.softwareSelection) return { code: 'Forbidden' };
  const fault = faultOf(request, context);
  if (fault) return fault;
  const { accountId, zone } = session;
  const other = request.otherSoftware?.trim() ?? null;
  return context.settle(async (sql) => {
    await ensureRenderingUser(sql, context, accountId);
    // The row's lock puts two answers of one user in order, so that the later one stands as a whole, or is refused.
    await sql.query('select 1 from rendering_user where account_id = $1 for update', [accountId]);
    const stored = await storedSoftware(sql, accountId);
    if (stored && !fits(stored, request)) {
      await context.audit(sql, 'software-chosen', { accountId, outcome: OVERTAKEN.code });
      return OVERTAKEN;
    }
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
      await setBusinessType(sql, { id: accountId, businessType: request.businessType });
    await context.audit(sql, 'software-chosen', { accountId, outcome: 'ok' });
    return { code: 200, data: {} };
  });
};
