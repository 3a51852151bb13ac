/**
 * Unlinking a provider ends what it opened: the other sessions that came in by it, those that they let in, and what was on its
 * way. Over every provider and every way to come in by it. And linking asks for a fresh session when it links, too.
 */
import { keepForReceipt } from '../../../src/server/third-party/states.ts';
import {
  begin,
  bodyOf,
  callOf,
  codeFor,
  comeBack,
  linked,
  person,
  redeemThird,
  signInWith,
  thirdParties,
} from './third-parties.ts';
import { type Browser, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const PROVIDERS = thirdParties.configured.filter((id) => !thirdParties.get(id)?.members);
const MINUTES = 15;

function visitor(line = 'renderbus'): Browser {
  const browser = world.browser(line);
  browser.extra = { thirdParties };
  return browser;
}

async function byPassword({ username, password, line }: TestAccount): Promise<Browser> {
  const browser = visitor(line);
  await browser.redeem(await browser.signIn(username, password));
  return browser;
}

async function letIn(phone: Browser): Promise<Browser> {
  const desktop = visitor();
  const { secret, qr } = (await desktop.call('qr-ticket')).data;
  const ticket = new URL(qr).searchParams.get('ticket');
  await phone.call('qr-look', { ticket });
  await phone.call('qr-confirm', { ticket });
  expect((await desktop.redeem(await desktop.call('qr-redeem', { secret }))).code).toBe(200);
  return desktop;
}

async function unlink(browser: Browser, provider: string): Promise<Reply> {
  const { links } = (await browser.call('third-links')).data;
  return browser.call('unlink-third', {
    id: links.find((each: { provider: string }) => each.provider === provider).id,
  });
}

const isIn = async (browser: Browser): Promise<boolean> => (await browser.call('session')).code === 200;

interface Owner {
  readonly account: TestAccount;
  readonly email: string;
}
async function owner(phone?: string): Promise<Owner> {
  const email = `unlinked_${(await world.account()).username}@mail.example`;
  return { account: await world.account({ email, ...(phone === undefined ? {} : { phone }) }), email };
}

/** Each way that leads to a session by a provider; gives its browser and the account. */
const WAYS: Readonly<Record<string, (provider: string) => Promise<{ account: TestAccount; browser: Browser }>>> = {
  'a plain sign-in': async (provider) => {
    const { account } = await owner(world.phone());
    const browser = visitor();
    const who = await linked(browser, provider, person(), account);
    await redeemThird(browser, await signInWith(browser, provider, who));
    return { account, browser };
  },
  'a code to the phone': async (provider) => {
    const phone = world.phone();
    const { account } = await owner(phone);
    await world.db.query('update account set security_risk = true where id = $1', [account.id]);
    const browser = visitor();
    const who = await linked(browser, provider, person(), account);
    const { token } = (await signInWith(browser, provider, who)).data;
    const sent = await browser.call('third-check-phone', { token, channel: 1 });
    expect(sent.code).toBe(200);
    const code = (await world.lastMessage(phone)).params.code;
    const body = { token, code };
    await redeemThird(browser, await browser.call('third-bound', body, { headers: { authtoken: token } }));
    await world.db.query('update account set security_risk = false where id = $1', [account.id]);
    return { account, browser };
  },
  'its phone given': async (provider) => {
    const { account } = await owner();
    const browser = visitor();
    const who = await linked(browser, provider, person(), account);
    const { token, codePurpose } = (await signInWith(browser, provider, who)).data;
    const phone = world.phone();
    const code = await browser.code(phone, codePurpose);
    await redeemThird(browser, await browser.call('bind-phone-to-third', { token, phone, code }));
    return { account, browser };
  },
  'linked by a phone': async (provider) => {
    const phone = world.phone();
    const { account } = await owner(phone);
    const browser = visitor();
    const { token, codePurpose } = (await signInWith(browser, provider, person())).data;
    const code = await browser.code(phone, codePurpose);
    await redeemThird(browser, await browser.call('bind-phone-to-third', { token, phone, code }));
    return { account, browser };
  },
  'linked by a password': async (provider) => {
    const { account } = await owner(world.phone());
    const browser = visitor();
    const { token } = (await signInWith(browser, provider, person())).data;
    const password = await browser.digest(account.password);
    const body = { token, loginName: account.username, password, accountType: 1 };
    await redeemThird(browser, await browser.call('third-bound-account', body));
    return { account, browser };
  },
};

/** A phone is asked for by the line's own providers. */
const PHONES = ['its phone given', 'linked by a phone'];
const CASES = PROVIDERS.flatMap((provider) =>
  Object.keys(WAYS)
    .filter((way) => !PHONES.includes(way) || ['wechat', 'qq'].includes(provider))
    .map((way) => ({ provider, way })),
);

describe.each(CASES)('a session by $provider, $way', ({ provider, way }) => {
  const come = () => WAYS[way]?.(provider) as Promise<{ account: TestAccount; browser: Browser }>;

  test('ends when it is unlinked elsewhere, with what it let in, and nothing else does', async () => {
    const { account, browser } = await come();
    expect(await isIn(browser)).toBe(true);
    const desktop = await letIn(browser);
    const here = await byPassword(account);
    const other = await byPassword(account);
    expect((await unlink(here, provider)).code).toBe(200);
    expect([await isIn(browser), await isIn(desktop)]).toEqual([false, false]);
    expect([await isIn(here), await isIn(other)]).toEqual([true, true]);
  });

  test('stays when it unlinks by itself, and ends the other ones', async () => {
    const { account, browser } = await come();
    const desktop = await letIn(browser);
    const other = await byPassword(account);
    expect((await unlink(browser, provider)).code).toBe(200);
    expect([await isIn(browser), await isIn(other), await isIn(desktop)]).toEqual([true, true, false]);
  });
});

test.each(PROVIDERS)('a session by another provider than %s stays', async (provider) => {
  const { account } = await owner(world.phone());
  const another = PROVIDERS.find((each) => each !== provider) as string;
  const browser = visitor();
  await linked(browser, provider, person(), account);
  const who = await linked(browser, another, person(), account);
  await redeemThird(browser, await signInWith(browser, another, who));
  expect((await unlink(await byPassword(account), provider)).code).toBe(200);
  expect(await isIn(browser)).toBe(true);
});

test.each(PROVIDERS)('a token by %s that is on its way opens nothing', async (provider) => {
  const { account } = await owner(world.phone());
  const browser = visitor();
  const who = await linked(browser, provider, person(), account);
  const token = await signInWith(browser, provider, who);
  expect((await unlink(await byPassword(account), provider)).code).toBe(200);
  expect((await redeemThird(browser, token)).code).not.toBe(200);
  expect(await isIn(browser)).toBe(false);
});

test('a session of a registration by a provider ends, too', async () => {
  const browser = visitor();
  const { token } = (await signInWith(browser, 'wechat', person())).data;
  const phone = world.phone();
  const code = await browser.code(phone, 'register');
  const username = `by_wechat_${phone.slice(-6)}`;
  const reply = await browser.call('third-register', {
    ...{ token, phone, code, username, password: await browser.digest('Foyer2026a'), businessType: 0, agreement: true },
  });
  expect(reply.code).toBe(200);
  expect(await isIn(browser)).toBe(true);
  const here = visitor();
  await here.redeem(await here.signIn(username, 'Foyer2026a'));
  expect((await unlink(here, 'wechat')).code).toBe(200);
  expect(await isIn(browser)).toBe(false);
});

/** What the provider's widget gives to the page itself; any other one comes back into its frame. */
const WIDGETS: Readonly<Record<string, string>> = { google: 'credential', qq: 'accessToken' };
/** Those without a widget. */
const FRAMELESS = ['apple', 'gitlab'];

/** What a provider sends back, in each way that it is begun in. */
async function ends(browser: Browser, id: string, way: string, state: string): Promise<Reply> {
  const finish = (more = {}) => browser.call(callOf(id), bodyOf(id, { state, ...more }));
  if (way !== 'frame') {
    await comeBack(browser, id, state, person());
    return finish();
  }
  const code = codeFor(person());
  const widget = WIDGETS[id];
  if (widget !== undefined) return finish({ [widget]: code });
  const at = { zone: browser.line.line.zone, line: browser.line.name, provider: id, state };
  return finish({ receipt: await keepForReceipt(world.db, world.keys, at, { code }) });
}

const BINDS = PROVIDERS.flatMap((id) =>
  (thirdParties.get(id)?.ways ?? [])
    .map((way) => ({ id, way }))
    .filter(({ way }) => way !== 'frame' || !FRAMELESS.includes(id)),
);

describe.each(BINDS)('a link to $id by $way', ({ id, way }) => {
  test.each([
    ['begun and ended while the session is fresh', MINUTES * 60 - 60, 30, 200],
    ['begun in time and ended too late', MINUTES * 60 - 60, 120, 'Session.Stale'],
  ])('%s', async (_, before, meanwhile, code) => {
    const account = await world.account();
    const browser = await byPassword(account);
    await world.shiftClock(before);
    const state = await begin(browser, id, { purpose: 'bind', way });
    await world.shiftClock(meanwhile);
    expect((await ends(browser, id, way, state)).code).toBe(code);
    const rows = await world.db.query('select 1 from third_identity where account_id = $1', [account.id]);
    expect(rows).toHaveLength(code === 200 ? 1 : 0);
  });
});
