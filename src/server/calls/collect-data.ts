/** `collect-data`: counts a funnel event by day, screen, where the visitor came from and the variants that it saw. */
import { plainText } from '../accounts/plain-text.ts';
import { throttleAddress } from '../http/address.ts';
import { readDrawn } from '../http/variants.ts';
import type { HandlerOf } from '../types.ts';

/** Longest origin of a visitor that is told apart, characters. */
const LONGEST = 64;
/** Rows of a line and day from which on a new origin is counted as `other`: origins are made up by whoever writes a link. */
const MOST_ROWS = 2000;

export const handle: HandlerOf<'collect-data'> = async (request, context) => {
  const allowed = await context.limiter.take('collect-data', throttleAddress(context.address));
  if (!allowed.allowed) {
    const { retryAfterSeconds } = allowed;
    return { code: 'Common.RequestLimitExceeded', data: { retryAfterSeconds }, retryAfterSeconds };
  }
  const short = (text: string | undefined): string => plainText(text ?? '', LONGEST);
  const { name, screen, comefrom, officialWebsiteEntry } = request;
  const drawn = [...readDrawn(context.cookies.get('variants'), context.line.variants ?? {})];
  // Who asked for a variant looks at it, and takes no part.
  if (drawn.some(([, { isAskedFor }]) => isAskedFor)) return { code: 200, data: {} };
  const variants = drawn.map(([each, { variant }]) => `${each}.${variant}`).sort();
  await context.db.query(
    `with crowded as (
       select count(*) >= $7 as many from funnel_event where day = foyer_now()::date and line = $2)
     insert into funnel_event as e (day, zone, line, screen, name, come_from, entry, variants, seen)
     select foyer_now()::date, $1, $2, case when many then 'other' else $3 end, case when many then 'other' else $4 end,
            case when many then 'other' else $5 end, case when many then 'other' else $6 end, $8, 1
       from crowded
     on conflict (day, line, screen, name, come_from, entry, variants) do update set seen = e.seen + 1`,
    [
      context.zone,
      context.line.name,
      screen,
      name,
      short(comefrom),
      short(officialWebsiteEntry),
      MOST_ROWS,
      variants.join(' '),
    ],
  );
  return { code: 200, data: {} };
};
