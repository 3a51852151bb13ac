/** Binding WeChat for coupons: one person, one account, one coupon each; whatever is asked at once. */
import { ThirdPartyError } from '../../../src/server/ports/identity.ts';
import { takeEvent } from '../../../src/server/vendors/wechat/push.ts';
import { stagedWechat } from './wechat-stage.ts';
import { type Browser, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const { platform, codes } = stagedWechat();
const PUBLIC = { kind: 1 };
const BIND = 2;

async function signedIn(line = 'renderbus', account?: TestAccount): Promise<Browser & { account: TestAccount }> {
  const owner = account ?? (await world.account({ line }));
  const browser = world.browser(line);
  browser.extra = { scenes: platform };
  await browser.redeem(await browser.signIn(owner.username, owner.password));
  return Object.assign(browser, { account: owner });
}

interface Code {
  readonly ticket: string;
  readonly scene: string;
  readonly image?: string;
}
async function code(browser: Browser, body: object = {}): Promise<Code> {
  const { data } = await browser.call('invite-qrcode', { ...body });
  return { ticket: data.ticket, image: data.image, scene: codes.at(-1) ?? '' };
}
/** The mini program, which has no session. */
function program(): Browser {
  const phone = world.browser();
  phone.extra = { scenes: platform };
  return phone;
}
const bind = (scene: string, who: string): Promise<Reply> =>
  program().call('bind-wx-to-user', { scene, dialog: BIND, code: who });
const status = async (browser: Browser, ticket?: string, body: object = {}) =>
  (await browser.call('is-haved-bound-wx', { ...body, ...(ticket ? { ticket } : {}) })).data;
const coupons = async (browser: Browser): Promise<Record<string, number>> => {
  const { data } = await browser.call('check-user-and-present');
  return Object.fromEntries(data.coupons.map((each: { kind: string; amount: number }) => [each.kind, each.amount]));
};
let people = 0;
const somebody = (): string => {
  people += 1;
  return `person-${people}`;
};

test('a code of the mini program binds whoever scans it, and gives the coupon', async () => {
  const browser = await signedIn();
  expect((await browser.call('mini-pro-activity')).data).toEqual({
    offered: true,
    bound: false,
    followOffered: true,
    followed: false,
    userId: expect.any(String),
    accountType: 1,
  });
  const { ticket, scene, image } = await code(browser);
  expect(image).toBe(`/foyer/wxacode/${ticket}`);
  expect(scene).toMatch(/^[\w-]{22}$/);
  expect(await status(browser, ticket)).toEqual({ status: -1, dialog: 1, progress: 0, mine: true, granted: false });
  // Who scans reads whose account it is, and where the code is shown, before anything is bound.
  expect((await program().call('bind-wx-to-user', { scene, dialog: 1 })).data).toEqual({
    status: -1,
    mine: true,
    account: expect.stringMatching(/^\w{2}\*{4}$/),
    line: 'Renderbus',
    device: 'Chrome, Linux',
    place: expect.stringMatching(/^[\d.]+\*$/),
  });
  expect(await status(browser, ticket)).toMatchObject({ status: -1, progress: 1 });
  expect((await bind(scene, somebody())).data).toEqual({ status: 0, mine: true });
  expect(await status(browser, ticket)).toEqual({
    status: 0,
    dialog: 2,
    progress: 2,
    mine: true,
    granted: true,
    coupon: 30,
  });
  expect(await coupons(browser)).toEqual({ miniProgram: 30 });
  expect((await browser.call('mini-pro-activity')).data.bound).toBe(true);
  expect(await status(browser)).toMatchObject({ status: 1, mine: true });
});

test('following the public account gives a coupon of its own', async () => {
  const browser = await signedIn();
  const { data } = await browser.call('invite-qrcode', PUBLIC);
  const scene = codes.at(-1) ?? '';
  expect(data.qr).toBe(`http://weixin.qq.com/q/${scene}`);
  const event = { openid: `oa-${somebody()}`, createTime: '1790000000', scene };
  const context = program().context();
  await Promise.all([1, 2, 3].map(() => takeEvent(context, event)));
  expect(await status(browser, data.ticket, PUBLIC)).toEqual({
    status: 0,
    dialog: 2,
    progress: 2,
    mine: true,
    granted: true,
    coupon: 10,
  });
  expect(await coupons(browser)).toEqual({ publicAccount: 10 });
});

test('a scene is of its kind: the mini program cannot use one of the public account', async () => {
  const { scene } = await code(await signedIn(), PUBLIC);
  expect((await bind(scene, somebody())).code).toBe('QrCode.Expired');
});

test('of fifty bindings at once one has an effect', async () => {
  const browser = await signedIn();
  const { scene, ticket } = await code(browser);
  const who = somebody();
  const replies = await Promise.all(Array.from({ length: 50 }, () => bind(scene, who)));
  expect(replies.filter((reply) => reply.data?.status === 0)).toHaveLength(1);
  expect(replies.filter((reply) => reply.code === 'QrCode.Expired')).toHaveLength(49);
  expect(await status(browser, ticket)).toMatchObject({ status: 0, coupon: 30 });
});

test('two accounts bind one WeChat at once: one has it and the coupon, the other is told so', async () => {
  const [first, second] = [await signedIn(), await signedIn()];
  const [one, two] = [await code(first), await code(second)];
  const who = somebody();
  const replies = await Promise.all([bind(one.scene, who), bind(two.scene, who)]);
  expect(replies.map(({ data }) => `${data.status} ${data.mine}`).sort()).toEqual(['0 true', '1 false']);
  const given = await Promise.all([coupons(first), coupons(second)]);
  expect(given.filter((each) => each.miniProgram === 30)).toHaveLength(1);
  const states = await Promise.all([status(first, one.ticket), status(second, two.ticket)]);
  expect(states.map((each) => each.mine).sort()).toEqual([false, true]);
});

test('an account that is bound is told so, whoever scans', async () => {
  const browser = await signedIn();
  const who = somebody();
  await bind((await code(browser)).scene, who);
  for (const again of [who, somebody()]) {
    const { scene, ticket } = await code(browser);
    expect((await bind(scene, again)).data).toEqual({ status: 1, mine: true });
    expect(await status(browser, ticket)).toMatchObject({ status: 1, mine: true });
  }
  expect(await coupons(browser)).toEqual({ miniProgram: 30 });
});

test('a WeChat whose coupon was given gets no second one, even when its account is gone', async () => {
  const who = somebody();
  const first = await signedIn();
  await bind((await code(first)).scene, who);
  await world.db.query('delete from account where id = $1', [first.account.id]);
  const second = await signedIn();
  const { scene, ticket } = await code(second);
  expect((await bind(scene, who)).data.status).toBe(0);
  expect(await status(second, ticket)).toEqual({ status: 0, dialog: 2, progress: 2, mine: true, granted: false });
  expect(await coupons(second)).toEqual({});
});

test('without a unionid a person is known by the application’s own id', async () => {
  const [first, second] = [await signedIn(), await signedIn()];
  const who = `!${somebody()}`;
  expect((await bind((await code(first)).scene, who)).data.status).toBe(0);
  expect((await bind((await code(second)).scene, who)).data).toEqual({ status: 1, mine: false });
});

test('refusing is told, and the code is done with', async () => {
  const browser = await signedIn();
  const { scene, ticket } = await code(browser);
  await program().call('bind-wx-to-user', { scene, dialog: 0 });
  expect(await status(browser, ticket)).toEqual({ status: -1, dialog: 0, progress: 2, mine: true, granted: false });
  expect((await bind(scene, somebody())).code).toBe('QrCode.Expired');
});

test('a code lives two minutes, by the clock of the database', async () => {
  const browser = await signedIn();
  const { scene, ticket } = await code(browser);
  await world.shiftClock(121);
  expect(await status(browser, ticket)).toEqual({ status: -1, dialog: 1, progress: 2, mine: true, granted: false });
  expect((await bind(scene, somebody())).code).toBe('QrCode.Expired');
  expect((await program().call('bind-wx-to-user', { scene, dialog: 1 })).code).toBe('QrCode.Expired');
});

test('the coupon is of the line that showed the code, wherever the mini program calls', async () => {
  const browser = await signedIn('dayan');
  const { scene } = await code(browser);
  const abroad = world.browser('foxrenderfarm');
  abroad.extra = { scenes: platform };
  expect((await abroad.call('bind-wx-to-user', { scene, dialog: BIND, code: somebody() })).data.status).toBe(0);
  const [coupon] = await world.db.query('select line, zone, amount, currency from coupon where account_id = $1', [
    browser.account.id,
  ]);
  expect(coupon).toEqual({ line: 'dayan', zone: 'domestic', amount: 30, currency: 'CNY' });
});

describe('what WeChat does not give', () => {
  test('a code that was used or made up binds nobody, and the picture stays good', async () => {
    const browser = await signedIn();
    const { scene } = await code(browser);
    expect((await bind(scene, 'used')).code).toBe('Common.Failed');
    expect((await program().call('bind-wx-to-user', { scene, dialog: BIND })).code).toBe('EmptyParameter');
    expect((await bind(scene, somebody())).data.status).toBe(0);
  });

  test('no picture: the visitor is told, and the log knows why', async () => {
    const browser = await signedIn();
    const fail = async (): Promise<never> => {
      throw new ThirdPartyError('misconfigured', 'wechat platform, code: errcode 41030');
    };
    browser.extra = { scenes: { ...platform, mini: { ...platform.mini, code: fail } } };
    expect((await browser.call('invite-qrcode')).code).toBe('Common.Failed');
    expect(world.warnings.at(-1)).toEqual({
      what: 'the platform gave no code',
      facts: { fault: 'misconfigured', message: 'wechat platform, code: errcode 41030' },
    });
  });

  test('nobody configured: nothing is offered', async () => {
    const browser = await signedIn();
    browser.extra = { scenes: {} };
    expect((await browser.call('mini-pro-activity')).data).toMatchObject({ offered: false, followOffered: false });
    expect((await browser.call('invite-qrcode')).code).toBe('Common.Failed');
  });
});

test('only masters of a line that offers it, with a session', async () => {
  const guest = world.browser();
  for (const call of ['mini-pro-activity', 'invite-qrcode', 'is-haved-bound-wx'])
    expect((await guest.call(call)).code).toBe('602');
  for (const line of ['avica', 'foxrenderfarm']) {
    const browser = await signedIn(line);
    for (const call of ['mini-pro-activity', 'invite-qrcode', 'is-haved-bound-wx'])
      expect((await browser.call(call)).code).toBe('Forbidden');
  }
  const master = await world.account();
  const sub = await world.account({ master, username: 'render_09' });
  const browser = world.browser();
  browser.extra = { scenes: platform };
  const password = await browser.digest(sub.password);
  await browser.redeem(
    await browser.call('sub-sign-in', { loginName: `render_09@${master.uuid}`, password, accountType: 2 }),
  );
  expect((await browser.call('mini-pro-activity')).data.offered).toBe(false);
  expect((await browser.call('invite-qrcode')).code).toBe('Forbidden');
});

test('codes are limited for each account', async () => {
  const browser = await signedIn();
  const replies = await Promise.all(Array.from({ length: 21 }, () => browser.call('invite-qrcode')));
  expect(replies.filter((reply) => reply.code === 'Common.RequestLimitExceeded')).toHaveLength(1);
});

test.each([[{}], [PUBLIC]])(
  'a code %j that somebody made before the password changed binds nobody any more',
  async (kind) => {
    const thief = await signedIn();
    const { scene } = await code(thief, kind);
    const owner = await signedIn('renderbus', thief.account);
    const oldPassword = await owner.digest(thief.account.password);
    const password = await owner.digest('Another2026b');
    expect((await owner.call('update-password', { oldPassword, password })).code).toBe(200);
    expect((await bind(scene, somebody())).code).not.toBe(200);
    expect(await world.db.query('select 1 from wechat_binding where account_id = $1', [thief.account.id])).toEqual([]);
  },
);
