/**
 * An account of the other region: the answer names the site to go to, and, where a provider was used, which one and whether
 * that site offers it. Over every provider, what it is used for, each way that the account is met, and both regions.
 */
import { storeEnterprise } from '../../../src/server/third-party/enterprises.ts';
import { linked, person, signInWith } from './third-parties.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

const world = withWorld();

const HERE = ['renderbus', 'foxrenderfarm'] as const;
type Line = (typeof HERE)[number];
const OTHER: Readonly<Record<Line, Line>> = { renderbus: 'foxrenderfarm', foxrenderfarm: 'renderbus' };
const CODE: Readonly<Record<Line, string>> = { renderbus: '627', foxrenderfarm: '628' };
const PROVIDERS = ['wechat', 'qq', 'google', 'apple'] as const;

/** Where a line's visitors are led: as the data has it, and as it would be if that site offered everything, or nothing. */
const LED = ['as it is', 'offers it', 'offers none', 'nowhere'] as const;
type Led = (typeof LED)[number];

function browserOf(line: Line, led: Led): Browser {
  const browser = world.browser(line, {
    offers: { ...world.lines[line]?.line.offers, phoneSignIn: true },
    providers: [...PROVIDERS],
    ...(led === 'nowhere' ? { otherZone: undefined } : {}),
  });
  const other = world.lines[OTHER[line]];
  if (!other || led === 'as it is' || led === 'nowhere') return browser;
  const thirdPartySignIn = led === 'offers it';
  browser.extra = {
    lineOf: () => ({
      ...other,
      line: { ...other.line, providers: [...PROVIDERS], offers: { ...other.line.offers, thirdPartySignIn } },
    }),
  };
  return browser;
}

function expected(line: Line, provider: string, led: Led): object {
  const other = world.lines[OTHER[line]]?.line;
  const offered = led === 'offers it' || (led === 'as it is' && other?.providers.includes(provider) === true);
  const url = led === 'nowhere' ? {} : { url: world.lines[line]?.line.otherZone?.url };
  return { code: CODE[line], data: { ...url, provider, offered } };
}

const told = ({ code, data }: Reply): object => ({ code, data });

/** Somebody of a provider, linked to an account of the other region where `home` names it. */
async function someone(provider: string, home?: Line) {
  const who = person(['google', 'apple'].includes(provider) ? { subjectKind: 'sub' } : {});
  if (home) await linked(world.browser(home), provider, who, await world.account({ line: home, phone: world.phone() }));
  return who;
}

type Way = (browser: Browser, provider: string, home: Line) => Promise<Reply>;

/** Each way that the account is met. */
const WAYS: Readonly<Record<string, Way>> = {
  'signing in': async (browser, provider, home) => signInWith(browser, provider, await someone(provider, home)),
  'linking an account by its password': async (browser, provider, home) => {
    const { token } = (await signInWith(browser, provider, await someone(provider))).data;
    const account = await world.account({ line: home });
    const password = await browser.digest(account.password);
    return browser.call('third-bound-account', { token, loginName: account.username, password, accountType: 1 });
  },
  'linking the account of a phone': async (browser, provider, home) => {
    const reply = await signInWith(browser, provider, await someone(provider));
    const { token, codePurpose } = reply.data;
    const phone = world.phone();
    await world.account({ line: home, phone });
    const code = await browser.code(phone, codePurpose);
    return browser.call('bind-phone-to-third', { token, phone, code });
  },
};

describe.each(HERE)('on %s', (line) => {
  describe.each(PROVIDERS)('with %s', (provider) => {
    test.each(Object.keys(WAYS))('%s', async (way) => {
      for (const led of LED) {
        const reply = await (WAYS[way] as Way)(browserOf(line, led), provider, OTHER[line]);
        expect({ led, ...told(reply) }).toEqual({ led, ...expected(line, provider, led) });
      }
    });

    test('linked on the page of an account here, whoever it is over there: each region knows it by itself', async () => {
      const browser = browserOf(line, 'as it is');
      const account = await world.account({ line, phone: world.phone() });
      await browser.redeem(await browser.signIn(account.username, account.password));
      const reply = await signInWith(browser, provider, await someone(provider, OTHER[line]), { purpose: 'bind' });
      expect(reply).toMatchObject({ code: 200, data: { bindResult: 1 } });
    });
  });

  test('a member of an enterprise here is never led away: the enterprise says which region it is', async () => {
    const master = await world.account({ line, phone: world.phone() });
    const zone = world.lines[line]?.line.zone as 'domestic' | 'overseas';
    const given = { zone, alias: `Region ${line}`, corpId: `r-${line}`, clientId: `d-${line}`, clientSecret: 'canary' };
    await world.db.transaction((sql) => storeEnterprise(sql, world.keys, { ...given, masterId: master.id }));
    const who = person({ corpId: given.corpId, appId: given.clientId });
    await linked(world.browser(OTHER[line]), 'dingtalk', who, await world.account({ line: OTHER[line] }));
    const reply = await signInWith(world.browser(line), 'dingtalk', who, { alias: given.alias });
    expect(reply.code).toBe('DingTalk.Account.Waiting');
  });

  test('by a password or a code no provider is named', async () => {
    const phone = world.phone();
    const account = await world.account({ line: OTHER[line], phone });
    const browser = browserOf(line, 'as it is');
    const data = { url: world.lines[line]?.line.otherZone?.url };
    expect(told(await browser.signIn(account.username, account.password))).toEqual({ code: CODE[line], data });
    const code = await browser.code(phone, 'signin');
    expect(told(await browser.call('phone-sign-in', { phone, code, accountType: 1 }))).toEqual({
      code: CODE[line],
      data,
    });
  });
});
