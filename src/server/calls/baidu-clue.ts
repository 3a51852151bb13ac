/**
 * `baidu-clue`: a registration that an advertisement brought, reported once. Only the browser that registered just now
 * can report it; whatever is wrong with a report, its answer is the same and nothing else depends on it.
 */
import { sha256 } from '../accounts/secrets.ts';
import { screenUrl } from '../codes/links.ts';
import { flowsOf } from '../sessions/flow.ts';
import type { HandlerOf, Sql } from '../types.ts';

/** What the network hears of. It has no words: nobody reads it. */
const KIND = 'registered';
/** Query parameter by which the network knows the visit again. */
const VISIT = 'bd_vid';

/** Marks the registration of this token as reported; false when it is nobody's, another browser's, or reported before. */
async function claim(
  sql: Sql,
  token: string,
  flows: readonly string[],
  zone: string,
  line: string,
): Promise<number | undefined> {
  const [row] = await sql.query<{ at: string }>(
    `insert into conversion (account_id, zone, line)
     select account_id, zone, line from registration_token
      where token_hash = $1 and flow_digest = any($2) and zone = $3 and line = $4 and expires_at > foyer_now()
     on conflict (account_id) do nothing returning floor(extract(epoch from queued_at))::text as at`,
    [sha256(token), flows, zone, line],
  );
  return row && Number(row.at);
}

export const handle: HandlerOf<'baidu-clue'> = async ({ bdVid, rsAuthToken }, context) => {
  if (!context.reportsConversions) return { code: 200, data: {} };
  const flows = flowsOf(context);
  return context.settle(async (sql) => {
    const at = await claim(sql, rsAuthToken, flows, context.zone, context.line.name);
    if (at !== undefined) {
      await context.outbox.send(sql, {
        channel: 'conversion',
        to: 'conversion',
        template: KIND,
        params: { url: screenUrl(context, 'register', { [VISIT]: bdVid }), at },
        line: context.line.name,
        language: context.language,
      });
    }
    return { code: 200, data: {} };
  });
};
