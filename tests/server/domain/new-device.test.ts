/** A sign-in from a browser that the account did not know is told to its owner, once, whatever the way in. */
import { enter, world } from './credentials-stage.ts';
import { CAPTCHA } from './hostile.ts';
import { linked, person, redeemThird, signInWith } from './third-parties.ts';
import type { Browser, Reply, TestAccount, World } from './world.ts';

interface Owned {
  readonly account: TestAccount;
  readonly loginName: string;
  readonly phone: string;
}

const PROVIDERS = ['wechat', 'qq', 'google', 'apple'] as const;

const byProvider =
  (id: string) =>
  async ({ account }: Owned): Promise<(browser: Browser) => Promise<Reply>> => {
    const who = await linked(world.browser(), id, person(), account);
    return async (browser) => redeemThird(browser, await signInWith(browser, id, who));
  };

/** Every way in, prepared: what a browser then does. */
const WAYS: Readonly<Record<string, (of: Owned) => Promise<(browser: Browser) => Promise<Reply>>>> = {
  'a password': async ({ account, loginName }) => {
    return async (browser) => browser.redeem(await browser.signIn(loginName, account.password));
  },
  'a code by phone': async ({ phone }) => {
    return async (browser) => {
      await world.shiftClock(61);
      const code = await browser.code(phone, 'signin');
      return browser.redeem(await browser.call('phone-sign-in', { phone, code, accountType: 1 }));
    };
  },
  'a code to scan': async ({ account }) => {
    const own = await enter(account);
    return async (browser) => {
      const { secret, qr } = (await browser.call('qr-ticket')).data;
      const ticket = new URL(qr).searchParams.get('ticket') ?? '';
      await own.call('qr-look', { ticket });
      await own.call('qr-confirm', { ticket });
      return browser.redeem(await browser.call('qr-redeem', { secret }));
    };
  },
  ...Object.fromEntries(PROVIDERS.map((id) => [id, byProvider(id)])),
};

let serial = 0;
async function owned(options: Parameters<World['account']>[0] = {}): Promise<Owned> {
  const phone = world.phone();
  const account = await world.account({ phone, ...options });
  await enter(account);
  return { account, loginName: account.username, phone };
}

const told = async (to: string) => (await world.messages(to)).filter(({ template }) => template.endsWith('new-device'));

const mailbox = (): string => {
  serial += 1;
  return `owner_${serial}@mail.example`;
};

describe.each(Object.entries(WAYS))('%s', (_name, way) => {
  test('tells the mailbox of a new browser, once', async () => {
    const email = mailbox();
    const of = await owned({ email });
    const go = await way(of);
    const before = (await told(email)).length;
    const browser = world.browser();
    expect((await go(browser)).code).toBe(200);
    const notices = (await told(email)).slice(before);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({
      channel: 'email',
      line: 'renderbus',
      params: {
        username: of.account.username,
        device: 'Chrome, Linux',
        place: browser.address.replace(/\d+$/, '*'),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
        link: expect.stringContaining('/sso/'),
      },
    });
    expect((await go(browser)).code).toBe(200);
    expect(await told(email)).toHaveLength(before + 1);
    expect(await told(of.phone)).toHaveLength(0);
  });

  test('tells the phone where there is no mail', async () => {
    const of = await owned();
    const go = await way(of);
    const before = (await told(of.phone)).length;
    const browser = world.browser();
    expect((await go(browser)).code).toBe(200);
    expect((await told(of.phone)).slice(before)).toMatchObject([{ channel: 'sms' }]);
    expect((await go(browser)).code).toBe(200);
    expect(await told(of.phone)).toHaveLength(before + 1);
  });
});

test.each(Object.keys(WAYS).filter((name) => name !== 'a code by phone'))(
  '%s: the notice by SMS was asked for by nobody, so the first code after it takes no captcha',
  async (name) => {
    const of = await owned();
    const go = await WAYS[name]?.(of);
    const before = (await told(of.phone)).length;
    const browser = world.browser();
    expect((await go?.(browser))?.code).toBe(200);
    expect(await told(of.phone)).toHaveLength(before + 1);
    const code = { purpose: 'signin', channel: 1 };
    expect((await browser.call('send-verify-code', { ...code, phone: world.phone() })).code).toBe(200);
    expect((await browser.call('send-verify-code', { ...code, phone: world.phone() })).code).toBe(CAPTCHA);
  },
);

test.each(['its own mailbox', 'its own phone', 'the mailbox of its master', 'the phone of its master'])(
  'of a sub account %s hears',
  async (who) => {
    const [own, masters] = [mailbox(), mailbox()];
    const [phone, mastersPhone] = [world.phone(), world.phone()];
    const master = await world.account({
      phone: mastersPhone,
      ...(who === 'the phone of its master' ? {} : { email: masters }),
    });
    const account = await world.account({
      master,
      ...(who === 'its own mailbox' ? { email: own } : {}),
      ...(who === 'its own phone' ? { phone } : {}),
    });
    const loginName = `${account.username}@${master.uuid}`;
    const signIn = async () => {
      const browser = world.browser();
      const body = { loginName, password: await browser.digest(account.password), accountType: 2 };
      expect((await browser.redeem(await browser.call('sub-sign-in', body))).code).toBe(200);
    };
    await signIn();
    const counts = async () =>
      Promise.all([own, phone, masters, mastersPhone].map(async (to) => (await told(to)).length));
    expect(await counts()).toEqual([0, 0, 0, 0]);
    await signIn();
    const order = ['its own mailbox', 'its own phone', 'the mailbox of its master', 'the phone of its master'];
    expect(await counts()).toEqual(order.map((each) => (each === who ? 1 : 0)));
    // The master alone can do something about its password.
    const [notice] = (await Promise.all([own, phone, masters, mastersPhone].map(told))).flat();
    expect(notice).toMatchObject({
      template: 'sub-account-new-device',
      params: { username: account.username, link: expect.stringMatching(/\/console\?/) },
    });
  },
);

describe('nobody is told', () => {
  test('of the browser that registered, nor when it signs in again', async () => {
    const browser = world.browser();
    const phone = world.phone();
    const username = `new_${phone.slice(-8)}`;
    const password = 'Render2026x';
    const { code } = await browser.call('register-phone', {
      phone,
      code: await browser.code(phone, 'register'),
      username,
      password: await browser.digest(password),
      businessType: 0,
      agreement: true,
    });
    expect(code).toBe(200);
    expect((await browser.redeem(await browser.signIn(username, password))).code).toBe(200);
    expect(await told(phone)).toHaveLength(0);
    const other = world.browser();
    expect((await other.redeem(await other.signIn(username, password))).code).toBe(200);
    expect(await told(phone)).toHaveLength(1);
  });

  test('of the first browser of a new account, though two come at once', async () => {
    const email = mailbox();
    const account = await world.account({ email });
    const browser = world.browser();
    const replies = [
      await browser.signIn(account.username, account.password),
      await browser.signIn(account.username, account.password),
    ];
    const copies = replies.map(() => browser.copy());
    const codes = await Promise.all(replies.map(async (reply, at) => (await copies[at]?.redeem(reply))?.code));
    expect(codes).toEqual([200, 200]);
    // Neither had a cookie of a device, so they count as two; one of them came second.
    expect(await told(email)).toHaveLength(1);
  });
});

test('a browser that a new password made the account forget is told of again', async () => {
  const email = mailbox();
  const { account } = await owned({ email });
  const [first, second] = [await enter(account), world.browser()];
  const before = (await told(email)).length;
  const body = { oldPassword: await first.digest(account.password), password: await first.digest('Another2026b') };
  expect((await first.call('update-password', body)).code).toBe(200);
  await world.db.query('delete from device where account_id = $1', [account.id]);
  expect((await second.redeem(await second.signIn(account.username, 'Another2026b'))).code).toBe(200);
  expect(await told(email)).toHaveLength(before + 1);
});

test('no session without its notice: they are stored together', async () => {
  const email = mailbox();
  const { account } = await owned({ email });
  const browser = world.browser();
  const reply = await browser.signIn(account.username, account.password);
  browser.extra = { outbox: { ...world.outbox, send: () => Promise.reject(new Error('full')) } };
  await expect(browser.redeem(reply)).rejects.toThrow('full');
  expect(browser.jar.has('session')).toBe(false);
  const [left] = await world.db.query('select count(*)::int as n from user_session where account_id = $1', [
    account.id,
  ]);
  expect(left).toEqual({ n: 1 });
});

test('signing in again and again by new browsers sends no SMS without end', async () => {
  const { account, phone } = await owned();
  const { limits } = world.browser().line.line;
  const { address } = world.browser();
  for (let nth = 0; nth < 6; nth += 1) {
    const browser = world.browser('renderbus', { limits: { ...limits, sendsPerAddressHour: 3 } });
    browser.address = address;
    const reply = await browser.signIn(account.username, account.password);
    expect((await browser.redeem(reply)).code).toBe(200);
  }
  expect(await told(phone)).toHaveLength(3);
});
