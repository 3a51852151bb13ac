/**
 * Offers, success pages, the account page and the service say one thing: what is really given on a line is what its banner,
 * register page and success page name, and what the account page lists.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadData } from '../../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../../src/tools/resolve.ts';
import { type Browser, withWorld } from './world.ts';

const world = withWorld();
const ROOT = path.join(__dirname, '../../..');
const DOMESTIC = ['renderbus', 'pkdragon', 'avica', 'ip', 'dayan'];
const OVERSEAS = ['foxrenderfarm', 'dragonforeign'];
const LANGUAGES = ['en', 'zh'];

let lines: Readonly<Record<string, ResolvedLine>>;
let serial = 0;

beforeAll(async () => {
  ({ lines } = resolveAll(await loadData(ROOT)));
});

const lineOf = (name: string): ResolvedLine => lines[name] as ResolvedLine;

/** The coupons of a line that a sentence names. */
function named(line: ResolvedLine, sentence: string | undefined): string[] {
  const known = Object.keys(line.line.coupons ?? {});
  return known.filter((name) => new RegExp(`\\{${name}\\b`).test(sentence ?? '')).sort();
}

const message = (line: ResolvedLine, language: string, key: string): string | undefined =>
  (line.messages[language] as Record<string, string> | undefined)?.[key];

/** Every sentence of the line's banners in a language. */
function banners(line: ResolvedLine, language: string): string[] {
  return Object.values(line.registerStatic).flatMap((file) => {
    const { text, entries = {} } = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as {
      text?: Record<string, string>;
      entries?: Record<string, { text: Record<string, string> }>;
    };
    return [text, ...Object.values(entries).map((each) => each.text)].flatMap((each) => each?.[language] ?? []);
  });
}

/** Registers as visitors of the line do, and gives their browser. */
async function register(name: string): Promise<Browser> {
  const browser = world.browser(name);
  const { offers, businessTypes } = browser.line.line;
  serial += 1;
  const body = {
    username: `reward_${serial}`,
    password: await browser.digest('Foyer2026a'),
    businessType: browser.line.enums.businessType?.[businessTypes[0] ?? ''],
    agreement: true,
  };
  if (offers.phoneRegistration) {
    const phone = world.phone();
    const code = await browser.code(phone, 'register');
    expect((await browser.call('register-phone', { ...body, phone, code })).code).toBe(200);
    return browser;
  }
  const email = `reward${serial}@mail.example`;
  expect((await browser.call('register-email', { ...body, email })).code).toBe(200);
  await world.db.query(`update account set status = 'active' where email_key = $1`, [email]);
  await browser.redeem(await browser.signIn(body.username, 'Foyer2026a'));
  return browser;
}

/** What the account page lists. */
async function listed(browser: Browser) {
  const { code, data } = await browser.call('check-user-and-present', {});
  expect(code).toBe(200);
  return data as {
    coupons: { kind: string; amount: number }[];
    freeJobs: { kind: string; jobs: number }[];
    given: string[];
  };
}

test.each([...DOMESTIC, ...OVERSEAS])('%s gives at registration what its pages promise', async (name) => {
  const line = lineOf(name);
  const { coupons = {}, offers } = line.line;
  const { coupons: given, freeJobs, given: kinds } = await listed(await register(name));
  const granted = given.map(({ kind }) => kind).sort();
  expect(kinds.sort()).toEqual(granted);
  expect(freeJobs).toEqual([]);
  expect(Object.fromEntries(given.map(({ kind, amount }) => [kind, amount]))).toEqual(
    Object.fromEntries(granted.map((kind) => [kind, coupons[kind]])),
  );
  // What else a newcomer can still get on this line.
  const open = [
    ...(offers.realNameCoupon ? ['realName'] : []),
    ...(offers.miniProgram ? ['miniProgram', 'publicAccount'] : []),
  ];
  for (const language of LANGUAGES) {
    const told = offers.newUserCoupon ? granted : [];
    for (const key of ['screens.register.texts.offer', 'screens.register-success.texts.coupon']) {
      if (offers.newUserCoupon)
        expect([key, language, named(line, message(line, language, key))]).toEqual([key, language, told]);
    }
    for (const sentence of banners(line, language)) {
      const names = named(line, sentence);
      expect([sentence, names.filter((each) => ![...granted, ...open].includes(each))]).toEqual([sentence, []]);
      expect([sentence, granted.filter((each) => !names.includes(each))]).toEqual([sentence, []]);
      expect(sentence.replace(/\{\w+\}/g, '')).not.toMatch(/\d/);
    }
  }
});

test.each(DOMESTIC)('%s gives for a first phone what its pages promise, once', async (name) => {
  const line = lineOf(name);
  const { coupons = {}, offers } = line.line;
  serial += 1;
  const account = await world.account({ line: name, email: `bound${serial}@mail.example` });
  const browser = world.browser(name);
  await browser.redeem(await browser.signIn(account.username, account.password));
  const phone = world.phone();
  const code = await browser.code(phone, 'binddevice');
  const reply = await browser.call('bind-phone', { phone, code, oldPassword: await browser.digest(account.password) });
  const { phone: _, ...reward } = reply.data;
  const list = await listed(browser);
  const promised = offers.phoneBindingCoupon ? coupons : {};
  expect(reward).toEqual({
    ...(promised.phoneBinding === undefined ? {} : { coupon: promised.phoneBinding }),
    ...(promised.freeJobs === undefined ? {} : { freeJobs: promised.freeJobs }),
  });
  expect(list.coupons.map(({ kind, amount }) => [kind, amount])).toEqual(
    promised.phoneBinding === undefined ? [] : [['phoneBinding', promised.phoneBinding]],
  );
  expect(list.freeJobs.map(({ kind, jobs }) => [kind, jobs])).toEqual(
    promised.freeJobs === undefined ? [] : [['phoneBinding', promised.freeJobs]],
  );
  if (!offers.phoneBindingCoupon) return;
  const given = ['phoneBinding', ...(promised.freeJobs === undefined ? [] : ['freeJobs'])].sort();
  for (const language of LANGUAGES) {
    expect(named(line, message(line, language, 'screens.bind-phone.texts.coupon'))).toEqual(given);
    expect(named(line, message(line, language, 'screens.third-phone.texts.coupon'))).toEqual(given);
    const saved = message(line, language, 'screens.account-saved.states.phone-coupon.text') ?? '';
    expect([/\{coupon\b/.test(saved), ...named(line, saved)]).toEqual([
      true,
      ...given.filter((each) => each === 'freeJobs'),
    ]);
  }
  // A second number of the same account, and the same number at another account, earn nothing more.
  await world.db.query('update account set phone = null, phone_verified = false where id = $1', [account.id]);
  const next = world.phone();
  const again = await browser.code(next, 'binddevice');
  const oldPassword = await browser.digest(account.password);
  expect((await browser.call('bind-phone', { phone: next, code: again, oldPassword })).data).toEqual({ phone: next });
});
