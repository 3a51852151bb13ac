/**
 * The device cookie: a browser that signed in to an account before has a budget of wrong passwords of its own there, unless
 * another session let it in and nothing was proven in it since (`proven`).
 */
import { isSame, newSecret, sha256 } from '../accounts/secrets.ts';
import type { CallContext, Sql } from '../types.ts';

const DAYS = 400;
const SHAPE = /^([0-9A-Za-z_-]{43})\.([^.]{1,64})\.([^.]{1,64})$/;

function signed(id: string): string {
  return `device\n${id}`;
}

/** Digest of this browser's device id when its cookie is ours; undefined otherwise. */
export function deviceOf(context: CallContext): string | undefined {
  const [, id, keyId, value] = SHAPE.exec(context.cookies.get('device') ?? '') ?? [];
  if (!id || !keyId || !value) return undefined;
  const expected = context.keys.signWith('cookie', keyId, signed(id));
  return expected && isSame(expected, value) ? sha256(id) : undefined;
}

/** A device for this browser, its own or a new one: `digest` to store, `remember()` to set the cookie once stored. */
export function deviceFor(context: CallContext): { digest: string; remember(): void } {
  const known = deviceOf(context);
  if (known) {
    const held = context.cookies.get('device') ?? '';
    return {
      digest: known,
      remember: () => context.cookies.set('device', held, { maxAgeSeconds: DAYS * 86400 }),
    };
  }
  const id = newSecret();
  return {
    digest: sha256(id),
    remember() {
      const { keyId, value } = context.keys.sign('cookie', signed(id));
      context.cookies.set('device', `${id}.${keyId}.${value}`, { maxAgeSeconds: DAYS * 86400 });
    },
  };
}

/** Makes this browser one that these accounts know, in the caller's transaction: its owner has proven their phone there. */
export async function knowDevice(sql: Sql, context: CallContext, accountIds: readonly string[]): Promise<void> {
  const { digest, remember } = deviceFor(context);
  await sql.query(
    `insert into device (digest, account_id, zone) select $1, unnest($2::uuid[]), $3
     on conflict on constraint device_pkey do update set seen_at = foyer_now(), proven = true`,
    [digest, accountIds, context.zone],
  );
  remember();
}

/** Whether an account that has this phone, proven, or this mailbox knows the browser. */
export async function knowsTarget(sql: Sql, context: CallContext, target: string): Promise<boolean> {
  const digest = deviceOf(context);
  if (digest === undefined) return false;
  const found = await sql.query(
    `select 1 from device d join account a on a.id = d.account_id
      where d.digest = $1 and d.zone = $2 and d.proven and (a.email_key = $3 or (a.phone = $3 and a.phone_verified)) limit 1`,
    [digest, context.zone, target],
  );
  return found.length > 0;
}
