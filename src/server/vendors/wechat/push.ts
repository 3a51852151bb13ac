/** Events that a public account pushes: who followed it, or scanned while following. Each comes up to three times. */
import { createHash } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { isSame, sha256 } from '../../accounts/secrets.ts';
import { type BindingContext, bindScene } from '../../scenes/scenes.ts';
import type { CallContext } from '../../types.ts';

/** An address signed longer ago than this is refused, seconds: its signature does not cover the body. */
const SKEW = 600;
const FOLLOWED = /^qrscene_(.+)$/;

export interface Signed {
  readonly signature: string;
  readonly timestamp: string;
  readonly nonce: string;
}

/** Whether the service signed it with our token. */
export function isSigned(token: string, { signature, timestamp, nonce }: Signed): boolean {
  const expected = createHash('sha1').update([token, timestamp, nonce].sort().join('')).digest('hex');
  return isSame(signature, expected);
}

/** Whether it was signed just now, by the clock of the database. */
export async function isRecent(context: Pick<CallContext, 'db'>, timestamp: string): Promise<boolean> {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const [row] = await context.db.query<{ recent: boolean }>(
    'select abs(extract(epoch from foyer_now()) - $1::bigint) <= $2 as recent',
    [timestamp, SKEW],
  );
  return row?.recent === true;
}

export interface PushedEvent {
  readonly openid: string;
  readonly createTime: string;
  /** Scene of the code that was scanned; undefined for any other event. */
  readonly scene: string | undefined;
}

const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: false });

/** What an event says; undefined for a text that is none. */
export function readEvent(xml: string): PushedEvent | undefined {
  let found: unknown;
  try {
    found = (parser.parse(xml) as { xml?: unknown }).xml;
  } catch {
    return undefined;
  }
  if (typeof found !== 'object' || found === null) return undefined;
  const text = (name: string): string => {
    const value = (found as Record<string, unknown>)[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const openid = text('FromUserName');
  const createTime = text('CreateTime');
  if (!/^[\x21-\x7e]{1,128}$/.test(openid) || !/^\d{1,12}$/.test(createTime)) return undefined;
  const [event, key] = text('MsgType') === 'event' ? [text('Event'), text('EventKey')] : ['', ''];
  const scene = event === 'SCAN' ? key : event === 'subscribe' ? FOLLOWED.exec(key)?.[1] : undefined;
  return { openid, createTime, scene: scene === '' ? undefined : scene };
}

export type PushContext = BindingContext & Pick<CallContext, 'db' | 'scenes' | 'zone' | 'line'>;

/**
 * Has an event's effect, once. Rejects with `ThirdPartyError` when the person cannot be asked for: the service then
 * delivers the event again.
 */
export async function takeEvent(context: PushContext, event: PushedEvent): Promise<void> {
  const account = context.scenes?.account;
  const { scene, openid, createTime } = event;
  if (!account || scene === undefined) return;
  const key = [account.appId, sha256(openid), createTime];
  const known = await context.db.query(
    'select 1 from wechat_event where app_id = $1 and from_user = $2 and create_time = $3',
    key,
  );
  if (known.length > 0) return;
  const person = await account.person(openid);
  await context.db.transaction(async (sql) => {
    const first = await sql.query(
      `insert into wechat_event (app_id, from_user, create_time, zone, line) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning 1`,
      [...key, context.zone, context.line.name],
    );
    if (first.length > 0) await bindScene(sql, context, { scene, kind: 'publicAccount', person });
  });
}
