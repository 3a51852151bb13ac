/**
 * Codes that bind a WeChat to an account for coupons. WeChat's own codes never expire, so the scene in them is a random id
 * that lives as long as any code here. One person and one account belong together; a coupon is given once to either.
 */
import { randomBytes } from 'node:crypto';
import { giveCoupon } from '../accounts/coupons.ts';
import { newSecret, sha256 } from '../accounts/secrets.ts';
import { placeLabel } from '../http/address.ts';
import type { CodeImage, ScannedPerson } from '../ports/scenes.ts';
import { deviceLabel } from '../sessions/user-agent.ts';
import type { CallContext, Sql, Zone } from '../types.ts';

export type SceneKind = 'miniProgram' | 'publicAccount';
export type SceneState = 'waiting' | 'scanned' | 'refused' | 'bound' | 'already' | 'elsewhere' | 'expired';

/** What stands in a code: 22 characters, of those that WeChat takes. */
export function newScene(): string {
  return randomBytes(16).toString('base64url');
}

export interface StoredScene {
  readonly kind: SceneKind;
  readonly accountId: string;
  /** The account's when its owner asked for the code. */
  readonly generation: number;
  readonly scene: string;
  readonly image?: CodeImage;
}

/** Stores a scene; gives what its page asks by, and where the image is served. */
export async function storeScene(sql: Sql, context: CallContext, stored: StoredScene): Promise<string> {
  const { kind, accountId, generation, scene, image } = stored;
  const ticket = newSecret();
  await sql.query(
    `insert into wechat_scene (scene_hash, kind, zone, line, account_id, image_hash, image, image_type, device, place, country, generation, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, foyer_now() + make_interval(secs => $13))`,
    [
      sha256(scene),
      kind,
      context.zone,
      context.line.name,
      accountId,
      sha256(ticket),
      image?.bytes ?? null,
      image?.type ?? null,
      deviceLabel(context.headers['user-agent']),
      placeLabel(context.address) ?? null,
      context.country ?? null,
      generation,
      context.line.line.limits.qrSeconds,
    ],
  );
  return ticket;
}

/** The image of a scene that has not expired. */
export async function imageOf(sql: Sql, ticket: string): Promise<CodeImage | undefined> {
  const [row] = await sql.query<{ image: Buffer | null; image_type: string | null }>(
    'select image, image_type from wechat_scene where image_hash = $1 and expires_at > foyer_now()',
    [sha256(ticket)],
  );
  return row?.image && row.image_type ? { bytes: row.image, type: row.image_type } : undefined;
}

/** How it stands with a code that an account shows; undefined when this account shows no such code. */
export async function sceneState(sql: Sql, accountId: string, ticket: string): Promise<SceneState | undefined> {
  const [row] = await sql.query<{ state: SceneState }>(
    `select case when state in ('waiting', 'scanned') and expires_at <= foyer_now() then 'expired' else state end as state
       from wechat_scene where image_hash = $1 and account_id = $2`,
    [sha256(ticket), accountId],
  );
  return row?.state;
}

export async function isBound(sql: Sql, accountId: string, kind: SceneKind): Promise<boolean> {
  const found = await sql.query('select 1 from wechat_binding where account_id = $1 and kind = $2', [accountId, kind]);
  return found.length > 0;
}

/** Whose code it is and where it is shown, for who decides on a phone. */
export interface ShownBy {
  readonly username: string;
  readonly line: string;
  readonly device: string | null;
  readonly place: string | null;
  readonly country: string | null;
}

/** Notes that a phone opened a code, or that it refused; undefined when the code is over. */
export async function moveScene(sql: Sql, scene: string, state: 'scanned' | 'refused'): Promise<ShownBy | undefined> {
  const [moved] = await sql.query<ShownBy>(
    `update wechat_scene s set state = $2 from account a
      where s.scene_hash = $1 and s.state in ('waiting', 'scanned') and s.expires_at > foyer_now() and a.id = s.account_id
        and coalesce(s.generation, a.generation) = a.generation
     returning a.username, s.line, s.device, s.place, s.country`,
    [sha256(scene), state],
  );
  return moved;
}

/** The request may come from anywhere: line and zone are those of the code. */
export type BindingContext = Pick<CallContext, 'audit' | 'lineOf'>;

interface Held {
  readonly account_id: string;
  readonly zone: Zone;
  readonly line: string;
}

/**
 * Binds a person to the account that shows a code, in the caller's transaction, and gives the coupon where neither had it.
 * Undefined when the code is over.
 */
export async function bindScene(
  sql: Sql,
  context: BindingContext,
  bound: { readonly scene: string; readonly kind: SceneKind; readonly person: ScannedPerson },
): Promise<'bound' | 'already' | 'elsewhere' | undefined> {
  const { scene, kind, person } = bound;
  const subject = person.unionid ?? `${person.appId}:${person.openid}`;
  const [held] = await sql.query<Held>(
    `select s.account_id, s.zone, s.line from wechat_scene s join account a on a.id = s.account_id
      where s.scene_hash = $1 and s.kind = $2 and s.state in ('waiting', 'scanned') and s.expires_at > foyer_now()
        and coalesce(s.generation, a.generation) = a.generation for update of s`,
    [sha256(scene), kind],
  );
  if (!held) return undefined;
  const inserted = await sql.query(
    `insert into wechat_binding (zone, kind, account_id, subject, openid, app_id, line) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict do nothing returning 1`,
    [held.zone, kind, held.account_id, subject, person.openid, person.appId, held.line],
  );
  const state = inserted.length > 0 ? 'bound' : await whose(sql, kind, subject, held);
  if (state === 'bound') await giveOnce(sql, context, { kind, subject, held });
  await sql.query('update wechat_scene set state = $2 where scene_hash = $1', [sha256(scene), state]);
  await context.audit(sql, 'wechat-bound', { accountId: held.account_id, identifier: subject, outcome: state });
  return state;
}

async function whose(sql: Sql, kind: SceneKind, subject: string, held: Held): Promise<'already' | 'elsewhere'> {
  const [other] = await sql.query(
    'select 1 from wechat_binding where zone = $1 and kind = $2 and subject = $3 and account_id <> $4',
    [held.zone, kind, subject, held.account_id],
  );
  return other ? 'elsewhere' : 'already';
}

async function giveOnce(
  sql: Sql,
  context: BindingContext,
  { kind, subject, held }: { kind: SceneKind; subject: string; held: Held },
): Promise<void> {
  const line = context.lineOf(held.line);
  if (!line) return;
  const first = await sql.query(
    `insert into wechat_coupon (zone, kind, subject, line) values ($1, $2, $3, $4) on conflict do nothing returning 1`,
    [held.zone, kind, sha256(subject), held.line],
  );
  if (first.length > 0) await giveCoupon(sql, { line, zone: held.zone }, held.account_id, kind);
}
