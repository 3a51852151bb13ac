/**
 * A page that waits for its mail to be followed asks whether it was: the browser that registered is told, and nobody else learns
 * anything. Over every line, and over everything that an address may be.
 */
import { forgetSpent } from '../../../src/server/accounts/retention.ts';
import { flowOf } from '../../../src/server/sessions/flow.ts';
import { type Browser, withWorld } from './world.ts';

const world = withWorld();
const LINES = ['renderbus', 'foxrenderfarm', 'pkdragon', 'dragonforeign', 'avica', 'ip', 'dayan'] as const;
const MAIL_LINES = LINES.filter((line) => line === 'foxrenderfarm' || line === 'dragonforeign');
let serial = 0;

const mailbox = (): string => {
  serial += 1;
  return `waits_${serial}@mail.example`;
};

async function tokenOf(email: string): Promise<string> {
  return new URL(String((await world.lastMessage(email)).params.link)).searchParams.get('token') ?? '';
}

async function registered(line: string, status: 'unactivated' | 'active' | 'disabled' | 'cancelled', by?: Browser) {
  const email = mailbox();
  await world.account({ line, email, status, ...(by ? { registeredBy: by } : {}) });
  return email;
}

/** Follows the link in the browser that registered. */
async function activateHere(browser: Browser, email: string): Promise<void> {
  await browser.call('send-active-link', { email });
  const { data } = await browser.call('check-email-token', { token: await tokenOf(email) });
  expect((await browser.call('active-email', { proof: data.proof })).code).toBe(200);
}

/** Follows it in another one, which sets the password. */
async function activateElsewhere(browser: Browser, email: string): Promise<void> {
  const other = world.browser(browser.line.name);
  await browser.call('send-active-link', { email });
  const { data } = await other.call('check-email-token', { token: await tokenOf(email) });
  const body = { proof: data.proof, password: await other.digest('Rightful2026y') };
  expect(await other.call('reset-user-password', body)).toMatchObject({ code: 200, data: { activated: true } });
}

type Make = (own: Browser) => Promise<string>;

const waiting: Make = (own) => registered(own.line.name, 'unactivated', own);
const after =
  (activate: (own: Browser, email: string) => Promise<void>): Make =>
  async (own) => {
    const email = await waiting(own);
    await activate(own, email);
    return email;
  };

/** What an address is, and what the browser that this row is about is told of it. */
const ADDRESSES: Readonly<Record<string, readonly [active: boolean, make: Make]>> = {
  'that nobody registered': [false, async () => mailbox()],
  'that waits': [false, waiting],
  'activated in this browser': [true, after(activateHere)],
  'activated in another browser': [true, after(activateElsewhere)],
  'registered here, and disabled': [false, (own) => registered(own.line.name, 'disabled', own)],
  'registered here, and cancelled': [false, (own) => registered(own.line.name, 'cancelled', own)],
  'of another’s active account': [false, (own) => registered(own.line.name, 'active', world.browser(own.line.name))],
  'of another’s account that waits': [
    false,
    ({ line }) => registered(line.name, 'unactivated', world.browser(line.name)),
  ],
  'of an account of which nobody knows who registered it': [false, (own) => registered(own.line.name, 'active')],
};

const rows = LINES.flatMap((line) =>
  Object.entries(ADDRESSES).map(([what, [active, make]]) => [line, what, active, make] as const),
);

test.each(rows)('%s: an address %s: %s, and strangers learn nothing', async (line, _what, active, make) => {
  const own = world.browser(line);
  flowOf(own.context());
  const email = await make(own);
  // Whose it is, by its id, for the page that then says who is signed in instead.
  const [account] = await world.db.query<{ id: string }>('SELECT id FROM account WHERE email = $1', [email]);
  const data = active ? { active, userId: account?.id } : { active };
  expect(await own.call('activation', { email })).toEqual({ code: 200, data, cookies: [] });
  // Letter case is no other address.
  expect((await own.call('activation', { email: email.toUpperCase() })).data).toEqual(data);

  const forged = world.browser(line);
  forged.jar.set('flow', 'x');
  const another = world.browser(line);
  flowOf(another.context());
  const abroad = own.copy();
  abroad.line = world.browser(own.line.line.zone === 'domestic' ? 'foxrenderfarm' : 'renderbus').line;
  for (const stranger of [world.browser(line), forged, another, abroad])
    expect(await stranger.call('activation', { email })).toEqual({ code: 200, data: { active: false }, cookies: [] });
});

describe.each(MAIL_LINES)('%s: who registered', (line) => {
  async function byMail(): Promise<{ browser: Browser; email: string }> {
    const browser = world.browser(line);
    const email = mailbox();
    const body = {
      email,
      username: `waiting_${serial}`,
      password: await browser.digest('Stranger2026x'),
      businessType: line === 'dragonforeign' ? 5 : 0,
      agreement: true,
    };
    expect((await browser.call('register-email', body)).code).toBe(200);
    return { browser, email };
  }

  test.each([
    ['here', activateHere],
    ['elsewhere', activateElsewhere],
  ])('is told of an activation %s, for a day', async (_, activate) => {
    const { browser, email } = await byMail();
    const asked = async (): Promise<unknown> => (await browser.call('activation', { email })).data;
    expect(await asked()).toEqual({ active: false });
    await world.shiftClock(61);
    await activate(browser, email);
    expect(await asked()).toMatchObject({ active: true });
    await forgetSpent(world.db);
    expect(await asked()).toMatchObject({ active: true });
    await world.shiftClock(86400);
    await forgetSpent(world.db);
    expect(await asked()).toEqual({ active: false });
  });

  test('is known for as long as the account waits', async () => {
    const { browser, email } = await byMail();
    await world.shiftClock(20 * 86400);
    await forgetSpent(world.db);
    await activateHere(browser, email);
    expect((await browser.call('activation', { email })).data).toMatchObject({ active: true });
  });
});

test('who needs no activation is not remembered for it', async () => {
  const browser = world.browser();
  const phone = world.phone();
  const code = await browser.code(phone, 'register');
  const { data } = await browser.call('register-phone', {
    phone,
    code,
    username: 'phone_registrant',
    password: await browser.digest('Stranger2026x'),
    businessType: 0,
    agreement: true,
  });
  const [row] = await world.db.query('select status, registered_flow from account where id = $1', [data.userId]);
  expect(row).toEqual({ status: 'active', registered_flow: null });
});

test('asking has a limit, for each address', async () => {
  const browser = world.browser('foxrenderfarm');
  const email = mailbox();
  for (let nth = 0; nth < 240; nth += 1) expect((await browser.call('activation', { email })).code).toBe(200);
  expect(await browser.call('activation', { email })).toMatchObject({
    code: 'Common.RequestLimitExceeded',
    retryAfterSeconds: expect.any(Number),
  });
  expect((await world.browser('foxrenderfarm').call('activation', { email })).code).toBe(200);
});
