/** What the tests of changed credentials share: accounts, the ways to another password, and being overtaken. */
import type { Database } from '../../../src/server/types.ts';
import { type Browser, patient, type Reply, type TestAccount, withWorld } from './world.ts';

export const world = withWorld({ work: 'whole' });
export const NEXT = 'Another2026b';

export interface Owned {
  readonly account: TestAccount;
  readonly master: TestAccount;
  readonly email: string;
  readonly phone: string;
}

let serial = 0;
export async function owned(kind: 'master' | 'sub' = 'master'): Promise<Owned> {
  serial += 1;
  const [email, phone] = [`old_${serial}@mail.example`, world.phone()];
  if (kind === 'master') {
    const account = await world.account({ email, phone });
    return { account, master: account, email, phone };
  }
  const master = await world.account();
  return { account: await world.account({ master, email, phone }), master, email, phone };
}

export async function enter(account: TestAccount): Promise<Browser> {
  const browser = world.browser(account.line);
  const reply = await patient(() => browser.signIn(account.username, account.password));
  if ((await browser.redeem(reply)).code !== 200) throw new Error('The owner did not get in.');
  return browser;
}

export const ok = (reply: Reply): void => {
  if (reply.code !== 200) throw new Error(String(reply.code));
};

/** How an account gets another password, or stops being one to sign in with. Each is prepared first, and gives the moment itself. */
export const CHANGES: Readonly<
  Record<string, (of: Owned) => Promise<{ change: () => Promise<void>; browser?: Browser }>>
> = {
  async 'the old password'({ account }) {
    const browser = await enter(account);
    const body = { oldPassword: await browser.digest(account.password), password: await browser.digest(NEXT) };
    return { browser, change: async () => ok(await patient(() => browser.call('update-password', body))) };
  },
  async 'a link'({ email }) {
    const browser = world.browser();
    ok(await browser.call('send-reset-link', { email }));
    const address = new URL(String((await world.lastMessage(email)).params.link));
    const token = address.searchParams.get('token') ?? new URLSearchParams(address.hash.slice(1)).get('token');
    const { data } = await browser.call('check-email-token', { token });
    const body = { proof: data.proof, password: await browser.digest(NEXT) };
    return { browser, change: async () => ok(await patient(() => browser.call('reset-password', body))) };
  },
  async 'a code'({ account, phone }) {
    const browser = world.browser();
    const code = await browser.code(phone, 'forgetpassword');
    const { data } = await browser.call('check-verification-code', { phone, code, purpose: 'forgetpassword' });
    const body = { proof: data.proof, userId: account.id, password: await browser.digest(NEXT) };
    return { browser, change: async () => ok(await patient(() => browser.call('reset-password', body))) };
  },
  async 'its master'({ account, master }) {
    const browser = await enter(master);
    const body = { id: account.id, password: await browser.digest(NEXT) };
    return { browser, change: async () => ok(await patient(() => browser.call('set-sub-password', body))) };
  },
  async 'being disabled by its master'({ account, master }) {
    const browser = await enter(master);
    return { browser, change: async () => ok(await browser.call('disable-sub-account', { id: account.id })) };
  },
  async 'being disabled and enabled by the operators'({ account }) {
    const set = (status: string) =>
      world.db.query('update account set status = $2 where id = $1', [account.id, status]);
    return {
      change: async () => {
        await set('disabled');
        await world.db.query('delete from user_session where account_id = $1', [account.id]);
        await world.db.query('delete from device where account_id = $1', [account.id]);
        await set('active');
      },
    };
  },
};

/** Lets `change` happen just before the thief's statement or transaction of a number; says whether there was one. */
export function overtakenAt(thief: Browser, nth: number, change: () => Promise<void>): { happened: () => boolean } {
  let seen = 0;
  const pass = async (): Promise<void> => {
    seen += 1;
    if (seen - 1 === nth) await change();
  };
  const db: Database = {
    query: async (text, values) => {
      await pass();
      return world.db.query(text, values);
    },
    transaction: async (work) => {
      await pass();
      return world.db.transaction(work);
    },
  };
  thief.extra = { db, settle: (work) => db.transaction(work) };
  return { happened: () => seen > nth };
}

export interface Left {
  readonly sessions: number;
  readonly devices: number;
}

/** What of an account belongs to others than the owner's browser. */
export async function leftTo(of: Owned, owner: Browser | undefined): Promise<Left> {
  const own = owner ? (await owner.context().session())?.id : undefined;
  const [left] = await world.db.query<Left & Record<string, number>>(
    `select (select count(*)::integer from user_session where account_id = $1 and id is distinct from $2) as sessions,
        (select count(*)::integer from device where account_id = $1
          and created_at is distinct from (select min(created_at) from device d where d.account_id = $1 and $2::uuid is not null)) as devices`,
    [of.account.id, own ?? null],
  );
  if (!left) throw new Error('No row.');
  return left;
}
