/** No code goes out that nothing would take: what may be sent on a line, and for an account, equals what may be redeemed there. */
import type { Purpose } from '../../../src/server/codes/codes.ts';
import { person, signInWith, thirdParties } from './third-parties.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

const world = withWorld();
const LINES = ['renderbus', 'foxrenderfarm', 'pkdragon', 'dragonforeign', 'avica', 'ip', 'dayan'] as const;
const FORBIDDEN = 'Forbidden';

let serial = 0;
function phoneOf(line: string): string {
  serial += 1;
  return world.lines[line]?.line.phone.region === 'CN' ? world.phone() : `+1415555${String(2000 + serial)}`;
}

async function bindable(browser: Browser, id: string, phone: string): Promise<Reply> {
  const offered = browser.line.line.providers.includes(id);
  const token = offered ? (await signInWith(browser, id, person())).data.token : 'a'.repeat(43);
  return browser.call('bind-phone-to-third', { token, phone, code: '123456' });
}

async function register(browser: Browser, phone: string): Promise<Reply> {
  const password = await browser.digest('Foyer2026a');
  const { businessTypes } = browser.line.line;
  const businessType = browser.line.enums.businessType?.[businessTypes[0] ?? ''];
  serial += 1;
  const body = { phone, code: '123456', username: `sendable_${serial}`, password, businessType, agreement: true };
  return browser.call('register-phone', body);
}

const checked = (purpose: Purpose) => (browser: Browser, phone: string) =>
  browser.call('check-verify-code', { phone, code: '123456', purpose });

/** Where a code of each purpose is taken; undefined: nowhere. */
const REDEEM: Readonly<Record<Exclude<Purpose, 'bindwbphone'>, (browser: Browser, phone: string) => Promise<Reply>>> = {
  register,
  signin: (browser, phone) => browser.call('phone-sign-in', { phone, code: '123456', accountType: 1 }),
  forgetpassword: checked('forgetpassword'),
  bindwxphone: (browser, phone) => bindable(browser, 'wechat', phone),
  bindqqphone: (browser, phone) => bindable(browser, 'qq', phone),
  bindthird: (browser, phone) => bindable(browser, 'google', phone),
  binddevice: (browser, phone) => browser.call('bind-phone', { phone, code: '123456' }),
  changephone: (browser, phone) => browser.call('bind-phone', { phone, code: '123456' }),
  changeemail: (browser) => browser.call('change-email', { email: 'somebody@mail.example', code: '123456' }),
  accessKey: checked('accessKey'),
};
const OWN: readonly string[] = ['binddevice', 'changephone', 'changeemail', 'accessKey'];
const WITHOUT_ACCOUNT = Object.keys(REDEEM).filter((purpose) => !OWN.includes(purpose));

async function sent(browser: Browser, purpose: string, phone: string): Promise<Reply> {
  const reply = await browser.call('send-verify-code', { phone, purpose, channel: 1, ...(await browser.captcha()) });
  expect((await world.messages(phone)).length).toBe(reply.code === 200 ? 1 : 0);
  return reply;
}

function visitor(line: string): Browser {
  const browser = world.browser(line);
  browser.extra = { thirdParties };
  return browser;
}

test.each(LINES.flatMap((line) => WITHOUT_ACCOUNT.map((purpose) => ({ line, purpose }))))(
  '$line, $purpose: what is sent can be redeemed',
  async ({ line, purpose }) => {
    const phone = phoneOf(line);
    const { code } = (await REDEEM[purpose as keyof typeof REDEEM](visitor(line), phone)) as Reply;
    // A token that no sign-in of this line's providers gave.
    const isRefused = code === FORBIDDEN || code === 'Account.Token.Expired' || code === 'InvalidParameter';
    expect((await sent(visitor(line), purpose, phone)).code).toBe(isRefused ? FORBIDDEN : 200);
  },
);

test.each(LINES)('%s: no code is sent for a provider that nobody has', async (line) => {
  expect((await sent(visitor(line), 'bindwbphone', phoneOf(line))).code).toBe(FORBIDDEN);
});

test('a provider that this server has no application for takes no code either', async () => {
  const browser = world.browser();
  browser.extra = { thirdParties: { ...thirdParties, configured: [], get: () => undefined } };
  expect((await sent(browser, 'bindwxphone', world.phone())).code).toBe(FORBIDDEN);
});

describe.each(['master', 'sub', 'nobody'] as const)('of the account of a %s', (kind) => {
  async function owner(line: string): Promise<Browser> {
    const browser = visitor(line);
    if (kind === 'nobody') return browser;
    const master = await world.account({ line });
    const account = kind === 'master' ? master : await world.account({ master });
    const name = kind === 'master' ? account.username : `${account.username}@${master.uuid}`;
    const password = await browser.digest(account.password);
    const call = kind === 'master' ? 'sign-in' : 'sub-sign-in';
    await browser.redeem(
      await browser.call(call, { loginName: name, password, accountType: kind === 'master' ? 1 : 2 }),
    );
    expect((await browser.call('session')).code).toBe(200);
    return browser;
  }

  test.each(LINES.flatMap((line) => OWN.map((purpose) => ({ line, purpose }))))(
    '$line, $purpose by phone',
    async ({ line, purpose }) => {
      const phone = phoneOf(line);
      const browser = await owner(line);
      const redeemed = (await REDEEM[purpose as keyof typeof REDEEM](browser, phone)) as Reply;
      const refused = kind === 'nobody' ? '602' : FORBIDDEN;
      const isRefused = kind === 'nobody' || redeemed.code === FORBIDDEN;
      expect((await sent(browser, purpose, phone)).code).toBe(isRefused ? refused : 200);
    },
  );

  test.each(LINES)('%s: a new mailbox', async (line) => {
    serial += 1;
    const email = `new_${serial}@mail.example`;
    const browser = await owner(line);
    const { code } = await browser.call('change-email', { email, code: '123456' });
    const sends = await browser.call('send-email-code', { email });
    const refused = [FORBIDDEN, '602'].includes(String(code));
    expect(sends.code).toBe(refused ? code : 200);
    expect(await world.messages(email)).toHaveLength(refused ? 0 : 1);
  });
});
