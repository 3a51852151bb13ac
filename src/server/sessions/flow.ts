/**
 * The flow cookie: what codes, proofs and sign-in tokens are bound to, so that only the browser that asked may use them.
 *
 * Only values that this server gave count: anybody may have put another one there. A browser gets a new one when it signs in
 * or out, and when it proves a phone or a mailbox, so that whoever knew the former one knows nothing of what follows. What its
 * other tabs are in the middle of, and hold a secret of themselves, goes on for a while under the former one; what an address
 * alone brings back (a provider's state) does not. Signing out ends all of it.
 */
import { isSame, newSecret, sha256 } from '../accounts/secrets.ts';
import type { CallContext, KeyRing, Sql, Zone } from '../types.ts';

const SHAPE = /^([0-9A-Za-z_-]{27})([0-9A-Za-z_-]{16})$/;
/** As long as a proof lives at most. */
const FORMER_MINUTES = 30;
/** A browser that changes more often than that is nobody's. */
const FORMER_MOST = 4;

type Bearer = Pick<CallContext, 'cookies' | 'keys' | 'zone'>;

/** What a flow is known by. */
export interface Flows {
  /** Digest of the present one. */
  readonly present: string | undefined;
  /** Digests of those before it, the last first. */
  readonly former: readonly string[];
}

interface Former {
  readonly of: 'former';
  /** Digest of the flow that they belong to. */
  readonly flow: string;
  readonly before: readonly { readonly flow: string; readonly until: number }[];
}

const signed = (zone: Zone, id: string): string => `flow\n${zone}\n${id}`;

/** A value for a flow cookie: 162 random bits, and 96 that say that they are ours. */
export function newFlow(keys: KeyRing, zone: Zone): string {
  const id = newSecret().slice(0, 27);
  return `${id}${keys.sign('cookie', signed(zone, id)).value.slice(0, 16)}`;
}

/** Whether this server gave a value, for this zone. */
export function isOurFlow(keys: KeyRing, zone: Zone, cookie: string | undefined): cookie is string {
  const [, id, mark] = SHAPE.exec(cookie ?? '') ?? [];
  if (id === undefined || mark === undefined) return false;
  return keys
    .ids('cookie')
    .some((keyId) => isSame(keys.signWith('cookie', keyId, signed(zone, id))?.slice(0, 16) ?? '', mark));
}

/** Digest of the flow that a cookie holds; undefined for none, or one that was never given out. */
export function flowDigest(keys: KeyRing, zone: Zone, cookie: string | undefined): string | undefined {
  return isOurFlow(keys, zone, cookie) ? sha256(cookie) : undefined;
}

function readFormer(keys: KeyRing, present: string, sealed: string | undefined): Former['before'] {
  const plain = sealed === undefined ? undefined : keys.open('cookie', sealed);
  const { of, flow, before = [] } = plain === undefined ? {} : (JSON.parse(plain) as Partial<Former>);
  return of === 'former' && flow === present ? before.filter(({ until }) => until > Date.now()) : [];
}

/** What two cookies say of a browser. */
export function readFlows(
  keys: KeyRing,
  zone: Zone,
  { flow, former }: { readonly flow: string | undefined; readonly former: string | undefined },
): Flows {
  const present = flowDigest(keys, zone, flow);
  return { present, former: present === undefined ? [] : readFormer(keys, present, former).map((each) => each.flow) };
}

/** Digest of the flow that this browser has, without giving it one. */
export function heldFlow({ cookies, keys, zone }: Bearer): string | undefined {
  return flowDigest(keys, zone, cookies.get('flow'));
}

/** Digest of this browser's flow; sets the cookie on first use. */
export function flowOf(context: Bearer): string {
  const held = heldFlow(context);
  if (held !== undefined) return held;
  const made = newFlow(context.keys, context.zone);
  context.cookies.set('flow', made);
  return sha256(made);
}

/** The same, and of those before it: for what a page holds a secret of. */
export function flowsOf(context: Bearer): readonly string[] {
  const flow = flowOf(context);
  return [flow, ...readFormer(context.keys, flow, context.cookies.get('former')).map((each) => each.flow)];
}

/**
 * The one of them that a row is bound to; the present one where there is no such row.
 * @param find gives `flow_digest` of rows whose is one of `$1`, the best first
 */
export async function flowAmong(
  sql: Sql,
  context: Bearer,
  find: string,
  values: readonly unknown[] = [],
): Promise<string> {
  const flows = flowsOf(context);
  const [present = ''] = flows;
  if (flows.length === 1) return present;
  const [row] = await sql.query<{ flow_digest: string }>(find, [flows, ...values]);
  return row?.flow_digest ?? present;
}

/** Gives this browser another flow. What its tabs are in the middle of goes on under the former one. */
export function renewFlow(context: Bearer): void {
  const { cookies, keys, zone } = context;
  const held = heldFlow(context);
  const made = newFlow(keys, zone);
  const until = Date.now() + FORMER_MINUTES * 60_000;
  const before = held === undefined ? [] : [{ flow: held, until }, ...readFormer(keys, held, cookies.get('former'))];
  cookies.set('flow', made);
  if (before.length === 0) return;
  const kept: Former = { of: 'former', flow: sha256(made), before: before.slice(0, FORMER_MOST) };
  cookies.set('former', keys.seal('cookie', JSON.stringify(kept)), { maxAgeSeconds: FORMER_MINUTES * 60 });
}

/** Gives this browser another flow, and ends all that belonged to the former one. */
export function endFlow({ cookies, keys, zone }: Bearer): void {
  cookies.set('flow', newFlow(keys, zone));
  if (cookies.get('former') !== undefined) cookies.clear('former');
}
