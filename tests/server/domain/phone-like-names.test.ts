/**
 * A username that reads as a phone number is nobody's: who proves that phone would sign in under it, and whether it is taken
 * would tell whether the phone has an account. Over every way to choose a username, in each region.
 */
import { person, signInWith } from './third-parties.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

const world = withWorld();
const TAKEN = 'Account.UserName.Existed';

const REGIONS = {
  domestic: {
    line: 'renderbus',
    phone: '+8613844433710',
    likes: ['13844433710', '8613844433710', '008613844433710', '01062345678', '861062345678', '4008123123'],
    free: ['138444337', '19999999999999', 'a13844433710', '13844433710_'],
  },
  overseas: {
    line: 'foxrenderfarm',
    phone: '+14155552671',
    likes: ['4155552671', '14155552671', '0014155552671', '008613844433710', '8005552671'],
    free: ['415555', '13844433710', '_4155552671', '4155552671a'],
  },
} as const;
type Region = keyof typeof REGIONS;

async function form(browser: Browser, username: string): Promise<Record<string, unknown>> {
  return { username, password: await browser.digest('Foyer2026a'), businessType: 0, agreement: true };
}

let serial = 0;
function contact(region: Region): { readonly phone: string } | { readonly email: string } {
  serial += 1;
  return region === 'domestic' ? { phone: world.phone() } : { email: `chooser_${serial}@mail.example` };
}

/** The contact of a registration, with what proves it. */
async function proven(browser: Browser, region: Region): Promise<Record<string, unknown>> {
  const given = contact(region);
  return 'phone' in given ? { ...given, code: await browser.code(given.phone, 'register') } : given;
}

/** Every way to choose a username, and the one to ask about it beforehand. */
const WAYS: Readonly<Record<string, (browser: Browser, region: Region, username: string) => Promise<Reply>>> = {
  async registering(browser, region, username) {
    const body = { ...(await form(browser, username)), ...(await proven(browser, region)) };
    return browser.call(region === 'domestic' ? 'register-phone' : 'register-email', body);
  },
  async 'registering with a provider'(browser, region, username) {
    const { data } = await signInWith(browser, region === 'domestic' ? 'wechat' : 'google', person());
    const body = { ...(await form(browser, username)), ...(await proven(browser, region)) };
    return browser.call('third-register', { ...body, token: data.token });
  },
  async 'another name'(browser, _region, username) {
    const account = await world.account({ line: browser.line.name });
    await world.db.query('update account set security_risk = true where id = $1', [account.id]);
    await browser.redeem(await browser.signIn(account.username, account.password));
    return browser.call('update-username', { username });
  },
  asking: (browser, _region, value) => browser.call('register-check', { value, checkType: 1, accountType: 1 }),
};

const rows = (forms: 'likes' | 'free') =>
  (Object.keys(REGIONS) as Region[]).flatMap((region) =>
    Object.keys(WAYS).flatMap((way) => REGIONS[region][forms].map((username) => ({ region, way, username }))),
  );
const choose = (region: Region, way: string, username: string): Promise<Reply | undefined> | undefined =>
  WAYS[way]?.(world.browser(REGIONS[region].line), region, username);

afterEach(() => world.db.query("update account set username_key = 'gone_' || id where username_key ~ '[0-9]{6}'"));

test.each(rows('likes'))('$region, $way: $username is refused', async ({ region, way, username }) => {
  expect((await choose(region, way, username))?.code).toBe(TAKEN);
});

test.each(rows('free'))('$region, $way: $username is free', async ({ region, way, username }) => {
  expect((await choose(region, way, username))?.code).toBe(200);
});

test.each(Object.keys(REGIONS) as Region[])('%s: the answer says nothing about the phone', async (region) => {
  const { line, phone, likes } = REGIONS[region];
  const answers = async (): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (const way of Object.keys(WAYS)) {
      const reply = await choose(region, way, likes[0]);
      found.push([way, reply?.code, reply?.data]);
    }
    return found;
  };
  const before = await answers();
  await world.account({ line, phone });
  expect(await answers()).toEqual(before);
});

test.each(Object.keys(REGIONS) as Region[])('%s: one’s own phone is no username either', async (region) => {
  const { line } = REGIONS[region];
  const browser = world.browser(line);
  if (region === 'overseas') {
    const body = { ...(await form(browser, '4155552672')), ...contact(region), phone: '+14155552672' };
    expect((await browser.call('register-email', body)).code).toBe(TAKEN);
    return;
  }
  const phone = world.phone();
  const code = await browser.code(phone, 'register');
  const body = { ...(await form(browser, phone.slice(3))), phone, code };
  expect((await browser.call('register-phone', body)).code).toBe(TAKEN);
  // It spent nothing.
  expect((await browser.call('register-phone', { ...body, username: 'not_a_number' })).code).toBe(200);
});

const MALFORMED: Readonly<Record<string, string>> = {
  'a zero-width space': 'some\u200bname',
  'a zero-width joiner': 'some\u200dname',
  'an @': 'some@name',
  Cyrillic: 'sоme_name',
  'full-width letters': 'ｓｏｍｅ_name',
  'full-width digits': '１３８４４４３３７１０',
  'a line break': 'some_name\n',
  'blanks around': ' some_name ',
  'a hyphen': 'some-name',
  'too little': 'short',
  'too much': 'a_name_of_21_letters_',
};
test.each(
  (Object.keys(REGIONS) as Region[]).flatMap((region) =>
    Object.entries(MALFORMED).map(([what, username]) => ({ region, what, username })),
  ),
)('$region: asking about a name with $what answers as registering would', async ({ region, username }) => {
  const registered = await choose(region, 'registering', username);
  expect(registered?.code).toBe('InvalidParameter');
  expect((await choose(region, 'asking', username))?.code).toBe(registered?.code);
});

test.each([
  ['a phone', 2, ['+86138', '+86138444337101', 'no phone']],
  ['a mailbox', 3, ['nobody', 'some one@mail.example', 'a@b', 'some\u200bone@mail.example', 'someone@mail.example\n']],
])('asking about what is not %s is refused as well', async (_what, checkType, values) => {
  for (const value of values) {
    const { code } = await world.browser().call('register-check', { value, checkType, accountType: 1 });
    expect([value, code]).toEqual([value, 'InvalidParameter']);
  }
});
