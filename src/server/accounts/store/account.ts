/** What a row of `account` gives, and what it is found by: the columns that statements read, with the record they come as. */
import type { Zone } from '../../types.ts';
import type { Status } from '../states.ts';

export interface Account {
  readonly id: string;
  /** What sub accounts sign in under. */
  readonly uuid: string;
  readonly zone: Zone;
  /** Line it was registered on. */
  readonly home_line: string;
  readonly kind: 1 | 2;
  readonly username: string;
  readonly email: string | null;
  /** Anybody's, unless it is verified: see `provenPhone`. */
  readonly phone: string | null;
  readonly phone_verified: boolean;
  readonly business_type: number;
  readonly status: Status;
  /** Flagged as known to strangers. */
  readonly security_risk: boolean;
  /** Whether it is to choose another username; a sub account's is its master's to keep. */
  readonly must_rename: boolean;
  /** What the account could be signed in by when it was read. */
  readonly generation: number;
}

/** Of a sub account also who its master is. */
export interface AccountWithMaster extends Account {
  readonly master_status: Status | null;
  readonly master_uuid: string | null;
}

/** Nulls where it has no password. */
export interface StoredCredential {
  readonly hash: string | null;
  readonly pepper_key: string | null;
}

export type AccountWithCredential = Account & StoredCredential;

/** Columns of `Account` from `account a`. */
export const ACCOUNT = `a.id, a.uuid, a.zone, a.home_line, a.kind, a.username, a.email, a.phone, a.phone_verified, a.business_type, a.status,
  a.security_risk, a.security_risk and a.kind = 1 as must_rename, a.generation`;
/** The same with `left join account m on m.id = a.master_id`. */
export const WITH_MASTER = `${ACCOUNT}, m.status as master_status, m.uuid as master_uuid`;
/** The same with `left join credential c on c.account_id = a.id`. */
export const WITH_CREDENTIAL = `${ACCOUNT}, c.hash, c.pepper_key`;

/** What an account is found by. All that is given must hold; what is null or undefined holds of none, but for `idNot` and `masterId`. */
export interface Criteria {
  readonly id?: string;
  readonly idNot?: string | null;
  readonly zone?: Zone;
  readonly isMaster?: true;
  /** Folded. */
  readonly usernameKey?: string;
  /** Folded. */
  readonly emailKey?: string;
  /** E.164, and proven by the account. */
  readonly phone?: string;
  readonly status?: Status;
  readonly statusNot?: Status;
  readonly generation?: number;
  /** Null: it has none. */
  readonly masterId?: string | null;
  /** Digest of the flow that registered it. */
  readonly registeredFlow?: readonly string[];
}

/** Indexes hold masters and verified phones only: both are said in words, since no plan for any value could use such an index. */
const CONDITIONS: Readonly<Record<keyof Criteria, string>> = {
  id: 'a.id = ?',
  idNot: 'a.id is distinct from ?::uuid',
  zone: 'a.zone = ?',
  isMaster: 'a.kind = 1',
  usernameKey: 'a.username_key = ?',
  emailKey: 'a.email_key = ?',
  phone: 'a.phone = ? and a.phone_verified',
  status: 'a.status = ?',
  statusNot: 'a.status <> ?',
  generation: 'a.generation = ?',
  masterId: 'a.master_id is not distinct from ?::uuid',
  registeredFlow: 'a.registered_flow = any(?)',
};

/** Criteria as the condition of a statement on `account a`, with its values from `$1` on. */
export function conditionOf(criteria: Criteria): { readonly where: string; readonly values: readonly unknown[] } {
  const given = Object.entries(criteria) as [keyof Criteria, unknown][];
  if (given.length === 0) throw new Error('An account is found by something.');
  const values: unknown[] = [];
  const conditions = given.map(([name, value]) =>
    CONDITIONS[name].replace('?', () => {
      values.push(value);
      return `$${values.length}`;
    }),
  );
  return { where: conditions.join(' and '), values };
}
