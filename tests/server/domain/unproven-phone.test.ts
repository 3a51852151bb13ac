/**
 * A phone that an account wrote down and nobody proved, as at registration by e-mail: it signs nobody in, recovers nothing, gets no
 * message in that account's name, stands in nobody's way and is shown as proven nowhere. Over every call that takes a phone.
 */
import { LOGIN_TYPES } from '../../../src/server/accounts/sign-in.ts';
import { eraseCommand } from '../../../src/server/erase.ts';
import { linked, person, signInWith } from './third-parties.ts';
import { type Browser, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const LINES = ['renderbus', 'foxrenderfarm'] as const;
type Line = (typeof LINES)[number];
let serial = 0;

interface Noted {
  readonly account: TestAccount;
  readonly phone: string;
  readonly email: string;
  readonly line: Line;
}

/** An account with a phone that it only wrote down. */
async function noted(line: Line, phone = world.phone()): Promise<Noted> {
  serial += 1;
  const email = `noted_${serial}@mail.example`;
  return { account: await world.account({ line, phone, email, phoneProven: false }), phone, email, line };
}

/** A browser of a line of that region on which phones and Google sign in and codes are sent, whatever the line itself offers. */
function visitor(line: Line, offers: Readonly<Record<string, unknown>> = {}): Browser {
  const own = world.lines[line]?.line.offers;
  return world.browser(line, { offers: { ...own, phoneSignIn: true, ...offers }, providers: ['google'] });
}

async function entered({ username, password, line }: TestAccount): Promise<Browser> {
  const browser = world.browser(line);
  await browser.redeem(await browser.signIn(username, password));
  return browser;
}

const noteOf = async ({ account }: Noted): Promise<string | null> =>
  (await world.db.query<{ phone: string | null }>('select phone from account where id = $1', [account.id]))[0]?.phone ??
  null;

describe.each(LINES)('on %s, a phone that was only written down', (line) => {
  describe('signs nobody in', () => {
    test('with the right password', async () => {
      const { account, phone } = await noted(line);
      expect((await visitor(line).signIn(phone, account.password)).code).toBe('Account.SignIn.Failed');
      expect((await visitor(line).signIn(account.username, account.password)).data.loginType).toBe(
        LOGIN_TYPES.username,
      );
    });

    test('with a code', async () => {
      const { phone } = await noted(line);
      const browser = visitor(line, { phoneRegistration: false });
      const code = await browser.code(phone, 'signin');
      expect((await browser.call('phone-sign-in', { phone, code, accountType: 1 })).code).toBe('Account.NotFound');
    });

    test('nor links a provider by the password', async () => {
      const { account, phone } = await noted(line);
      const browser = visitor(line);
      const { token } = (await signInWith(browser, 'google', person())).data;
      const password = await browser.digest(account.password);
      const reply = await browser.call('third-bound-account', { token, loginName: phone, password, accountType: 1 });
      expect(reply.code).toBe('Account.SignIn.Failed');
    });

    test('nor by a code', async () => {
      const { account, phone } = await noted(line);
      const browser = visitor(line, { phoneRegistration: true });
      const { token, codePurpose } = (await signInWith(browser, 'google', person())).data;
      const code = await browser.code(phone, codePurpose);
      expect((await browser.call('is-bind-other-account', { token, phone, code })).data.isRegistered).toBe(false);
      expect((await browser.call('bind-phone-to-third', { token, phone, code })).data.registered).toBe(false);
      expect(await world.db.query('select 1 from third_identity where account_id = $1', [account.id])).toEqual([]);
    });
  });

  test('resets no password, and is told that it has no account', async () => {
    const { phone } = await noted(line);
    const browser = visitor(line);
    await browser.call('send-verify-code', { phone, purpose: 'forgetpassword', channel: 1 });
    expect((await world.lastMessage(phone)).template).toBe('no-account');
    const verbose = world.browser(line, { wording: 'verbose' });
    const sent = await verbose.call('send-verify-code', { phone, purpose: 'forgetpassword', channel: 1 });
    expect(sent.code).toBe('Account.NotFound');
  });

  test.each([true, false])('gets no message of that account, which has a mailbox: %s', async (hasMailbox) => {
    const at = await noted(line);
    const { account, phone } = at;
    const browser = await entered(account);
    if (!hasMailbox)
      await world.db.query('update account set email = null, email_key = null where id = $1', [account.id]);
    const told = async (what: string): Promise<void> =>
      expect([what, (await world.messages(phone)).map(({ template }) => template)]).toEqual([what, []]);
    serial += 1;
    await world.db.query('update account set security_risk = true where id = $1', [account.id]);
    expect((await browser.call('update-username', { username: `renamed_${serial}` })).code).toBe(200);
    await told('another username');
    const oldPassword = await browser.digest(account.password);
    const password = await browser.digest('Another2026b');
    expect((await browser.call('update-password', { oldPassword, password })).code).toBe(200);
    await told('another password');
    const elsewhere = world.browser(line);
    await elsewhere.redeem(await elsewhere.signIn(`renamed_${serial}`, 'Another2026b'));
    await told('a new browser');
    const thief = world.browser(line);
    for (let nth = 0; nth < 10; nth += 1) await thief.signInPast(`renamed_${serial}`, 'Wrong2026a');
    await told('a lock');
    const provider = visitor(line, { phoneRegistration: false });
    const reply = await signInWith(provider, 'google', await linked(provider, 'google', person(), account));
    if (hasMailbox) expect(reply.data).toMatchObject({ result: 2, contactKind: 'email' });
    else expect(reply.code).toBe('Account.Locked');
    if (hasMailbox) await provider.call('third-check-phone', { token: reply.data.token });
    await told('a code for a provider');
  });

  describe('stands in nobody’s way', () => {
    test('of a check', async () => {
      const { phone } = await noted(line);
      expect((await visitor(line).call('register-check', { checkType: 2, accountType: 1, value: phone })).code).toBe(
        200,
      );
    });

    test('of somebody who writes it down, too', async () => {
      const { phone } = await noted(line);
      const browser = visitor(line, { emailRegistration: true, phoneRegistration: false });
      const mine = await browser.newcomer({ phone, email: `second_${serial}@mail.example` });
      expect((await browser.call('register-email', mine)).code).toBe(200);
      const { token } = (await signInWith(browser, 'google', person())).data;
      const third = await browser.newcomer({ phone, email: `third_${serial}@mail.example`, token });
      expect((await browser.call('third-register', { ...third, ...(await browser.captcha()) })).code).toBe(200);
    });

    test('of who proves it and registers, and then it is a note no more', async () => {
      const at = await noted(line);
      const { phone, email } = at;
      const browser = visitor(line, { phoneRegistration: true });
      const code = await browser.code(phone, 'register');
      const reply = await browser.call('register-phone', await browser.newcomer({ phone, code }));
      expect(reply.code).toBe(200);
      expect(await noteOf(at)).toBeNull();
      expect((await world.lastMessage(email)).template).toBe('phone-released');
      expect((await visitor(line).signIn(phone, 'Foyer2026a')).data.loginType).toBe(LOGIN_TYPES.phone);
      // Written down after that, it is taken.
      const late = visitor(line, { emailRegistration: true });
      const again = await late.newcomer({ phone, email: `late_${serial}@mail.example` });
      expect((await late.call('register-email', again)).code).toBe('Account.Phone.Existed');
    });

    test('of who proves it and registers with a provider', async () => {
      const at = await noted(line);
      const browser = visitor(line, { phoneRegistration: true });
      const { token } = (await signInWith(browser, 'google', person())).data;
      const code = await browser.code(at.phone, 'register');
      const mine = await browser.newcomer({ phone: at.phone, code, token });
      expect((await browser.call('third-register', mine)).code).toBe(200);
      expect(await noteOf(at)).toBeNull();
    });

    test('of who binds it, with the coupon of a first phone, several notes or none', async () => {
      const phone = world.phone();
      const notes = [await noted(line, phone), await noted(line, phone)];
      const account = await world.account({ line, email: `binds_${serial}@mail.example` });
      const browser = await entered(account);
      const code = await browser.code(phone, 'binddevice');
      const oldPassword = await browser.digest(account.password);
      const reply = await browser.call('bind-phone', { phone, code, oldPassword });
      const { offers, coupons } = browser.line.line;
      const coupon = offers.phoneBindingCoupon ? coupons.phoneBinding : undefined;
      expect([reply.code, reply.data.coupon]).toEqual([200, coupon]);
      for (const note of notes) expect(await noteOf(note)).toBeNull();
      expect((await visitor(line).signIn(phone, account.password)).code).toBe(200);
    });

    test('of who gives it to an account that a provider knows', async () => {
      const at = await noted(line);
      const account = await world.account({ line });
      const browser = visitor(line, { phoneRegistration: true });
      const who = await linked(browser, 'google', person(), account);
      const { token, result, codePurpose } = (await signInWith(browser, 'google', who)).data;
      expect(result).toBe(4);
      const code = await browser.code(at.phone, codePurpose);
      const reply = await browser.call('bind-phone-to-third', { token, phone: at.phone, code });
      expect(reply.data).toMatchObject({ registered: true, loginName: account.username });
      expect(await noteOf(at)).toBeNull();
    });
  });

  test('asks for the code of a first phone, and is the account’s own to prove', async () => {
    const { account, phone } = await noted(line);
    const browser = await entered(account);
    const code = await browser.code(phone, 'binddevice');
    const oldPassword = await browser.digest(account.password);
    expect((await browser.call('bind-phone', { phone, code, oldPassword })).code).toBe(200);
    expect((await visitor(line).signIn(phone, account.password)).code).toBe(200);
  });

  test('is shown as what it is', async () => {
    const { account, phone } = await noted(line);
    const browser = await entered(account);
    expect((await browser.call('session')).data.phone).toBeUndefined();
    expect((await browser.call('query-user')).data).toMatchObject({
      phone: '',
      unprovenPhone: phone,
      phoneVerified: false,
    });
    const sub = await world.account({ master: account, phone: world.phone(), phoneProven: false });
    const { subAccounts } = (await browser.call('sub-accounts')).data;
    expect(subAccounts).toMatchObject([{ id: sub.id, phone: '' }]);
  });

  test('of an erased account takes nothing with it that belongs to who proved it', async () => {
    const owner = await world.account({ line, phone: world.phone() });
    const phone = String(
      (await world.db.query<{ phone: string }>('select phone from account where id = $1', [owner.id]))[0]?.phone,
    );
    const at = await noted(line, phone);
    const browser = visitor(line);
    const code = await browser.code(phone, 'forgetpassword');
    const region = browser.line.line.zone;
    await eraseCommand(world.db, Object.values(world.lines), world.keys, [
      ...['--region', region, '--login', at.account.username, '--yes'],
    ]);
    expect(await world.db.query('select 1 from account where id = $1', [at.account.id])).toEqual([]);
    const checked = await browser.call('check-verify-code', { phone, code, purpose: 'forgetpassword' });
    expect(checked.data.accounts).toMatchObject([{ id: owner.id }]);
  });
});
