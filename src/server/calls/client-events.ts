/** `client-events`: counts the page's funnel events and error reports by day; of their details only the last is kept. */
import { plainText } from '../accounts/plain-text.ts';
import type { HandlerOf } from '../types.ts';

const MAX_DETAILS = 20;
const MAX_TEXT = 300;

/** At most so many entries and so much text each, without control characters (PostgreSQL refuses the zero byte). */
function bounded(
  detail: Readonly<Record<string, string | number | boolean>>,
): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(detail)
      .slice(0, MAX_DETAILS)
      .map(([name, value]) => [
        plainText(name, MAX_TEXT),
        typeof value === 'string' ? plainText(value, MAX_TEXT) : value,
      ]),
  );
}

export const handle: HandlerOf<'client-events'> = async ({ name, detail }, context) => {
  await context.db.query(
    `insert into page_event as e (day, zone, line, name, seen, last_detail) values (foyer_now()::date, $1, $2, $3, 1, $4)
     on conflict (day, zone, line, name) do update set seen = e.seen + 1, last_detail = coalesce(excluded.last_detail, e.last_detail)`,
    [context.zone, context.line.name, name, detail ? JSON.stringify(bounded(detail)) : null],
  );
  return { code: 200, data: {} };
};
