/**
 * Reference accounts for trying the product out: the same ones every time, in every region. Never in production.
 * What they are and how to get in is the report, which the start prints.
 */
import type { ServerLine } from '../engine/pack.ts';
import { type SeedEnterprise, type SeedPerson, seedThirdParties } from '../sandbox/seed-third-party.ts';
import { makeCredential } from './accounts/credentials.ts';
import { fold } from './accounts/identifiers.ts';
import type { Status } from './accounts/states.ts';
import type { Account } from './accounts/store/account.ts';
import { createAccountUnlessTaken } from './accounts/store/change.ts';
import { storeCredential } from './accounts/store/credential.ts';
import { findAccount } from './accounts/store/find.ts';
import { wireDigest } from './accounts/wire-digest.ts';
import type { Database, KeyRing, Sql, Zone } from './types.ts';

/** The password of all of them; it passes every rule a browser applies. */
const SEED_PASSWORD = 'Foyer2026a';

/** What each is for, as the report names it. */
export type SeedRole =
  | 'master'
  | 'sub'
  | 'locked'
  | 'unactivated'
  | 'disabled'
  | 'cancelled'
  | 'other-zone'
  | 'flagged'
  | 'phoneless'
  | 'sub-off';

export interface SeedAccount {
  readonly zone: Zone;
  /** Line it was registered on; it signs in on every line of its zone. */
  readonly line: string;
  readonly role: SeedRole;
  /** What to type as the account; for the sub account its full login name. */
  readonly loginName: string;
  readonly email?: string;
  readonly phone?: string;
  readonly password: string;
}

export interface SeedInvite {
  readonly zone: Zone;
  readonly code: string;
  /** Names of the business types it is good for. */
  readonly businessTypes: readonly string[];
  readonly state: 'valid' | 'wrong-type' | 'expired';
}

/** A reference account that is not there: its name, e-mail or phone is somebody else's by now, or its master is left out. */
export type LeftOut = Pick<SeedAccount, 'line' | 'role' | 'loginName'>;

export interface SeedReport {
  readonly accounts: readonly SeedAccount[];
  readonly leftOut: readonly LeftOut[];
  readonly invites: readonly SeedInvite[];
  /** Whom the simulators of third parties know. */
  readonly people: readonly SeedPerson[];
  readonly enterprises: readonly SeedEnterprise[];
}

interface Plan {
  readonly role: SeedRole;
  readonly username: string;
  readonly email?: string;
  readonly phone?: string;
  readonly status?: Status;
  readonly failures?: number;
  readonly securityRisk?: boolean;
}

/** uuid of each zone's master, fixed so that its sub accounts keep their login names. */
const MASTERS: Readonly<Record<Zone, string>> = {
  domestic: '6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13',
  overseas: 'c84e2b96-75fa-4d1c-8e60-91a3b7d4f258',
};
const OTHER: Readonly<Record<Zone, Zone>> = { domestic: 'overseas', overseas: 'domestic' };

function plansOf(zone: Zone, host: string, lockAfter: number): readonly Plan[] {
  const phone = (last: number): string => (zone === 'domestic' ? `+861380013800${last}` : `+1415555267${last}`);
  const domain = host.replace(/^www\./, '');
  return [
    {
      role: 'master',
      username: 'foyer_master',
      email: `master@${domain}`,
      ...(zone === 'domestic' ? { phone: phone(0) } : {}),
    },
    { role: 'sub', username: 'foyer_sub', phone: phone(1) },
    // Its contact is its master's phone, so that resetting a password there has a choice to make.
    {
      role: 'sub-off',
      username: 'foyer_sub_off',
      status: 'disabled',
      ...(zone === 'domestic' ? { phone: phone(0) } : {}),
    },
    { role: 'flagged', username: 'foyer_flagged', email: `flagged@${domain}`, securityRisk: true },
    // Linked to someone at every third party, and without the phone that domestic lines ask for.
    { role: 'phoneless', username: 'foyer_phoneless', email: `phoneless@${domain}` },
    { role: 'locked', username: 'foyer_locked', email: `locked@${domain}`, phone: phone(2), failures: lockAfter },
    { role: 'unactivated', username: 'foyer_unactivated', email: `unactivated@${domain}`, status: 'unactivated' },
    { role: 'disabled', username: 'foyer_disabled', email: `disabled@${domain}`, status: 'disabled' },
    { role: 'cancelled', username: 'foyer_cancelled', email: `cancelled@${domain}`, status: 'cancelled' },
    // Named for where it is tried, which is the other region: there it is an account of the wrong site.
    {
      role: 'other-zone',
      username: `foyer_from_${zone === 'domestic' ? 'home' : 'abroad'}`,
      email: `visitor@${domain}`,
    },
  ];
}

/**
 * Stores one account when it is not there yet; gives its id and uuid either way. Undefined where it cannot be: whoever tried
 * the product out may have renamed it, or given its e-mail or phone to another account.
 */
async function storeAccount(
  sql: Sql,
  line: ServerLine,
  plan: Plan,
  master: { id: string } | undefined,
): Promise<{ id: string; uuid: string; isNew: boolean } | undefined> {
  const { zone, businessTypes } = line.line;
  const isSub = plan.role.startsWith('sub');
  if (isSub && master === undefined) return undefined;
  const masterId = isSub ? master?.id : undefined;
  const find = (): Promise<Account | undefined> =>
    findAccount(sql, { zone, usernameKey: fold(plan.username), masterId: masterId ?? null });
  const there = await find();
  if (there) return { id: there.id, uuid: there.uuid, isNew: false };
  const stored = await createAccountUnlessTaken(sql, {
    zone,
    homeLine: line.name,
    masterId,
    username: plan.username,
    email: plan.email,
    phone: plan.phone,
    phoneVerified: plan.phone !== undefined,
    businessType: Number(line.enums.businessType?.[businessTypes[0] ?? ''] ?? 0),
    status: plan.status ?? 'active',
    language: line.line.languages.default,
    securityRisk: plan.securityRisk === true,
    uuid: plan.role === 'master' ? MASTERS[zone] : undefined,
  });
  if (stored) return { id: stored.id, uuid: stored.uuid, isNew: true };
  // Another start may have seeded it at the same moment.
  const other = await find();
  return other && { id: other.id, uuid: other.uuid, isNew: false };
}

interface SeededZone {
  readonly accounts: readonly SeedAccount[];
  readonly leftOut: readonly LeftOut[];
  readonly people: readonly SeedPerson[];
  readonly enterprises: readonly SeedEnterprise[];
}

async function seedZone(db: Database, line: ServerLine, keys: KeyRing): Promise<SeededZone> {
  const { zone, brandHost, limits } = line.line;
  const credential = await makeCredential(keys, line.line, wireDigest(SEED_PASSWORD, line.line));
  return db.transaction(async (sql) => {
    const report: SeedAccount[] = [];
    const leftOut: LeftOut[] = [];
    const ids = new Map<string, string>();
    let master: { id: string; uuid: string } | undefined;
    for (const plan of plansOf(zone, brandHost, limits.lockAfter)) {
      const account = await storeAccount(sql, line, plan, master);
      if (account === undefined) {
        leftOut.push({ line: line.name, role: plan.role, loginName: plan.username });
        continue;
      }
      if (account.isNew) await storeCredential(sql, { accountId: account.id, zone, credential });
      if (account.isNew && plan.failures) {
        await sql.query(
          `insert into sign_in_counter (key, zone, account_id, failures, locked_at) values ('account:' || $1::text, $2, $1::uuid, $3, foyer_now())`,
          [account.id, zone, plan.failures],
        );
      }
      if (plan.role === 'master') master = account;
      ids.set(plan.role, account.id);
      report.push({
        zone: plan.role === 'other-zone' ? OTHER[zone] : zone,
        line: line.name,
        role: plan.role,
        loginName: plan.role.startsWith('sub') ? `${plan.username}@${master?.uuid}` : plan.username,
        ...(plan.email ? { email: plan.email } : {}),
        ...(plan.phone ? { phone: plan.phone } : {}),
        password: SEED_PASSWORD,
      });
    }
    return { accounts: report, leftOut, ...(await seedThirdParties(sql, keys, zone, ids)) };
  });
}

async function seedInvites(db: Database, line: ServerLine): Promise<SeedInvite[]> {
  const { zone } = line.line;
  const wire = line.enums.businessType ?? {};
  const offered = new Set(line.line.businessTypes);
  const elsewhere = Object.keys(wire).filter((name) => !offered.has(name));
  const invites: readonly SeedInvite[] = [
    { zone, code: 'STILL2026', businessTypes: ['still'], state: 'valid' },
    { zone, code: 'ANIMATION2026', businessTypes: ['animation'], state: 'valid' },
    { zone, code: 'WELCOME2026', businessTypes: Object.keys(wire), state: 'valid' },
    { zone, code: 'OTHERTYPE2026', businessTypes: elsewhere, state: 'wrong-type' },
    { zone, code: 'EXPIRED2026', businessTypes: Object.keys(wire), state: 'expired' },
  ];
  for (const { code, businessTypes, state } of invites) {
    await db.query(
      `insert into invite_code (zone, code_key, business_types, expires_at)
       values ($1, $2, $3, case when $4 then foyer_now() - interval '1 day' end) on conflict (zone, code_key) do nothing`,
      [zone, fold(code), businessTypes.map((name) => wire[name]), state === 'expired'],
    );
  }
  return [...invites];
}

/**
 * Stores the reference accounts and invite codes that are missing, and reports all of them, and what there is no place for.
 * @param lines every line of the release; each zone's accounts belong to its line of the lowest id.
 * @throws where `NODE_ENV` is `production`.
 */
export async function seed(db: Database, lines: readonly ServerLine[], keys: KeyRing): Promise<SeedReport> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('Reference accounts have known passwords and are refused in production (NODE_ENV).');
  }
  const accounts: SeedAccount[] = [];
  const leftOut: LeftOut[] = [];
  const invites: SeedInvite[] = [];
  const people: SeedPerson[] = [];
  const enterprises: SeedEnterprise[] = [];
  const homes = new Map<Zone, ServerLine>();
  for (const line of [...lines].sort((a, b) => a.line.id - b.line.id)) {
    if (!homes.has(line.line.zone)) homes.set(line.line.zone, line);
  }
  for (const line of homes.values()) {
    const seeded = await seedZone(db, line, keys);
    accounts.push(...seeded.accounts);
    leftOut.push(...seeded.leftOut);
    people.push(...seeded.people);
    enterprises.push(...seeded.enterprises);
    invites.push(...(await seedInvites(db, line)));
  }
  return { accounts, leftOut, invites, people, enterprises };
}
