/**
 * What was proven must still be so when a session is written. A thief who knows everything the owner knew keeps signing in
 * while the owner changes the password: whatever they had begun, they end with no session and no known browser.
 */
import {
  CHANGES,
  enter,
  type Left,
  leftTo,
  NEXT,
  type Owned,
  ok,
  overtakenAt,
  owned,
  world,
} from './credentials-stage.ts';
import { begin, callOf, comeBack, person, redeemThird, signInWith } from './third-parties.ts';
import { type Browser, patient, type Reply, workLittle } from './world.ts';

// Who is overtaken is so at a statement, not at a time; races against the clock are in `new-password.test.ts`.
workLittle();

const loginName = ({ account, master }: Owned): string =>
  account === master ? account.username : `${account.username}@${master.uuid}`;

/** How a thief signs in who knows the password: prepared first, then the steps that may be overtaken. */
const WAYS: Readonly<Record<string, (of: Owned, thief: Browser) => Promise<() => Promise<unknown>>>> = {
  async 'its password'(of, thief) {
    const { account, master } = of;
    const password = await thief.digest(account.password);
    const body = { loginName: loginName(of), password, accountType: account === master ? 1 : 2 };
    return async () => {
      const reply = await patient(() => thief.call(account === master ? 'sign-in' : 'sub-sign-in', body));
      if (reply.code === 200) await thief.redeem(reply);
    };
  },
  async 'a link to their own user of a provider'(of, thief) {
    const token = (await signInWith(thief, 'wechat', person())).data.token as string;
    const body = {
      token,
      loginName: of.account.username,
      password: await thief.digest(of.account.password),
      accountType: 1,
    };
    return async () => {
      const reply = await patient(() => thief.call('third-bound-account', body));
      if (reply.code === 200) await redeemThird(thief, reply);
    };
  },
  async 'a code to scan'(of, thief) {
    const phone = await enter(of.account);
    const { secret, qr } = (await thief.call('qr-ticket')).data;
    const ticket = new URL(qr).searchParams.get('ticket') ?? '';
    ok(await phone.call('qr-look', { ticket }));
    return async () => {
      // The phone is overtaken, too: both sides of it speak through one database.
      phone.extra = thief.extra;
      await phone.call('qr-confirm', { ticket });
      const reply = await thief.call('qr-redeem', { secret });
      if (reply.code === 200) await thief.redeem(reply);
    };
  },
};

const KINDS: readonly (readonly ['master' | 'sub', string, string])[] = [
  ...['the old password', 'a link', 'a code', 'being disabled and enabled by the operators'].flatMap((change) =>
    Object.keys(WAYS).map((way) => ['master', way, change] as const),
  ),
  ...['its master', 'being disabled by its master'].map((change) => ['sub', 'its password', change] as const),
];

/** Statements before a way looks at the password: what leaves that as it is may come before. */
const LOOKED_AT: Readonly<Record<string, number>> = { 'its password': 1, 'a link to their own user of a provider': 2 };

test.each(KINDS)(
  'a %s account: a sign-in by %s is overtaken at every step by %s',
  async (kind, way, change) => {
    const found: Left[] = [];
    for (let nth = change.startsWith('being') ? (LOOKED_AT[way] ?? 0) : 0; ; nth += 1) {
      const of = await owned(kind);
      const prepared = await CHANGES[change]?.(of);
      const thief = world.browser();
      const run = await WAYS[way]?.(of, thief);
      if (!prepared || !run) throw new Error('No such row.');
      const { happened } = overtakenAt(thief, nth, prepared.change);
      await run();
      if (!happened()) {
        // Nobody came before them: the way leads in, else the rows above would say nothing.
        expect((await thief.context().session())?.accountId).toBe(of.account.id);
        break;
      }
      found.push(await leftTo(of, prepared.browser));
    }
    expect(found.length).toBeGreaterThan(2);
    expect(found).toEqual(found.map(() => ({ sessions: 0, devices: 0 })));
  },
  300000,
);

/** What a thief does with a session that they have, and the way back in that it would leave them. */
const THEFTS: Readonly<Record<string, (of: Owned, thief: Browser) => Promise<() => Promise<Reply>>>> = {
  async 'another password'({ account }, thief) {
    const body = { oldPassword: await thief.digest(account.password), password: await thief.digest('Stolen2026c') };
    return () => thief.call('update-password', body);
  },
  async 'another mailbox'({ account }, thief) {
    const email = `thief_${account.username}@mail.example`;
    ok(await thief.call('send-email-code', { email }));
    const code = String((await world.lastMessage(email)).params.code);
    const body = { email, code, oldPassword: await thief.digest(account.password) };
    return () => thief.call('change-email', body);
  },
  async 'another phone'({ account }, thief) {
    const phone = world.phone();
    const body = {
      phone,
      code: await thief.code(phone, 'changephone'),
      oldPassword: await thief.digest(account.password),
    };
    return () => thief.call('bind-phone', body);
  },
  async 'a link to their own user of a provider'(_of, thief) {
    const state = await begin(thief, 'wechat', { purpose: 'bind' });
    await comeBack(thief, 'wechat', state, person());
    return () => thief.call(callOf('wechat'), { state });
  },
};

test.each(
  Object.keys(THEFTS).flatMap((theft) =>
    ['the old password', 'a link', 'a code'].map((change) => [theft, change] as const),
  ),
)(
  'a thief who is signed in and sets %s is overtaken at every step by %s',
  async (theft, change) => {
    for (let nth = 0; ; nth += 1) {
      const of = await owned();
      const prepared = await CHANGES[change]?.(of);
      const thief = await enter(of.account);
      const run = await THEFTS[theft]?.(of, thief);
      if (!prepared || !run) throw new Error('No such row.');
      const { happened } = overtakenAt(thief, nth, prepared.change);
      const reply = await run();
      if (!happened()) {
        expect(reply.code).toBe(200);
        expect(nth).toBeGreaterThan(2);
        break;
      }
      expect([nth, reply.code]).not.toEqual([nth, 200]);
      const { email, phone } = of;
      const facts = `select email, phone, (select count(*)::integer from third_identity i where i.account_id = a.id) as linked
      from account a where id = $1`;
      expect(await world.db.query(facts, [of.account.id])).toEqual([{ email, phone, linked: 0 }]);
      expect((await patient(() => world.browser().signIn(of.account.username, NEXT))).code).toBe(200);
    }
  },
  300000,
);
