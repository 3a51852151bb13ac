/**
 * Somebody registers a mailbox that is not theirs and waits for its owner to activate it. Whatever way the owner takes, in
 * their own browser, nothing that the stranger knows or has opens the account afterwards.
 */
import { person, signInWith } from './third-parties.ts';
import { type Browser, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const STRANGERS = 'Stranger2026x';
const OWNERS = 'Rightful2026y';
const LINES = ['foxrenderfarm', 'dragonforeign'] as const;

let serial = 0;

interface Registered {
  readonly line: string;
  readonly email: string;
  readonly username: string;
  readonly stranger: Browser;
  /** The identity that the stranger linked, where they came by a provider. */
  readonly signInAgain?: () => Promise<Reply>;
}

type Registration = (line: string) => Promise<Registered>;

async function form(line: string, browser: Browser): Promise<Record<string, unknown>> {
  serial += 1;
  return {
    email: `owner_${serial}@mail.example`,
    username: `squatted_${serial}`,
    password: await browser.digest(STRANGERS),
    businessType: line === 'dragonforeign' ? 5 : 0,
    agreement: true,
  };
}

const byMail: Registration = async (line) => {
  const stranger = world.browser(line);
  const body = await form(line, stranger);
  expect((await stranger.call('register-email', body)).code).toBe(200);
  return { line, email: String(body.email), username: String(body.username), stranger };
};

const byProvider =
  (provider: string): Registration =>
  async (line) => {
    const stranger = world.browser(line);
    const who = person();
    const { data } = await signInWith(stranger, provider, who);
    const body = await form(line, stranger);
    const reply = await stranger.call('third-register', { ...body, token: data.token });
    expect(reply).toMatchObject({ code: 200, data: { active: false } });
    const signInAgain = (): Promise<Reply> => signInWith(world.browser(line), provider, who);
    return { line, email: String(body.email), username: String(body.username), stranger, signInAgain };
  };

async function tokenOf(email: string): Promise<string> {
  return new URL(String((await world.lastMessage(email)).params.link)).searchParams.get('token') ?? '';
}

/** The ways an owner may take, each in a browser that did not register. */
const OWNER_WAYS: Readonly<Record<string, (owner: Browser, at: Registered) => Promise<string>>> = {
  'the first activation mail': async (_owner, { email }) => tokenOf(email),
  async 'an activation mail asked for again'(owner, { email }) {
    await world.shiftClock(61);
    await owner.call('send-active-link', { email, ...(await owner.captcha()) });
    return tokenOf(email);
  },
  async 'an activation mail that the stranger asked for again'(_owner, { stranger, email }) {
    await world.shiftClock(61);
    await stranger.call('send-active-link', { email, ...(await stranger.captcha()) });
    return tokenOf(email);
  },
  async 'a reset link'(owner, { email }) {
    await world.shiftClock(61);
    await owner.call('send-reset-link', { email, ...(await owner.captcha()) });
    return tokenOf(email);
  },
};

const REGISTRATIONS: Readonly<Record<string, Registration>> = {
  'by e-mail': byMail,
  'with Google': byProvider('google'),
  'with Apple': byProvider('apple'),
};

const rows = LINES.flatMap((line) =>
  Object.entries(REGISTRATIONS).flatMap(([how, register]) =>
    Object.entries(OWNER_WAYS).map(([way, open]) => [line, how, way, register, open] as const),
  ),
);

test.each(rows)('%s: registered %s, activated by %s', async (line, _how, _way, register, open) => {
  const at = await register(line);
  const [before] = await world.db.query<TestAccount & { user_key: string }>(
    'select id, user_key from account where email = $1',
    [at.email],
  );
  const owner = world.browser(line);
  const token = await open(owner, at);
  const { data } = await owner.call('check-email-token', { token });
  // The mailbox alone does not activate what somebody else registered.
  if (data.purpose === 'activate') {
    expect(data.elsewhere).toBe(true);
    expect((await owner.call('active-email', { proof: data.proof })).code).toBe('Activation.Elsewhere');
  }
  expect((await at.stranger.signIn(at.username, STRANGERS)).code).toBe('Account.UnActivated');

  const reply = await owner.call('reset-user-password', { proof: data.proof, password: await owner.digest(OWNERS) });
  expect(reply).toMatchObject({ code: 200, data: { activated: true } });
  expect((await owner.signIn(at.username, OWNERS)).code).toBe(200);

  for (const browser of [at.stranger, world.browser(line)])
    expect((await browser.signInPast(at.username, STRANGERS)).code).toBe('Account.SignIn.Failed');
  if (at.signInAgain) expect((await at.signInAgain()).data.result).toBe(3);
  const [after] = await world.db.query<{ user_key: string; ways: number }>(
    `select a.user_key, ((select count(*) from third_identity where account_id = a.id) + (select count(*) from device where account_id = a.id)
        + (select count(*) from user_session where account_id = a.id) + (select count(*) from registration_token where account_id = a.id))::integer as ways
       from account a where a.id = $1`,
    [before?.id],
  );
  expect(after?.ways).toBe(0);
  expect(after?.user_key).not.toBe(before?.user_key);
});

test.each(Object.entries(REGISTRATIONS))(
  'who registered %s activates in their own browser as ever',
  async (_, register) => {
    const at = await register('foxrenderfarm');
    const { data } = await at.stranger.call('check-email-token', { token: await tokenOf(at.email) });
    expect(data).not.toHaveProperty('elsewhere');
    expect((await at.stranger.call('active-email', { proof: data.proof })).code).toBe(200);
    expect((await at.stranger.signIn(at.username, STRANGERS)).code).toBe(200);
    if (at.signInAgain) expect((await at.signInAgain()).data.result).toBe(1);
  },
);

test('in another browser the password of the registration does, too', async () => {
  const at = await byMail('foxrenderfarm');
  const phone = world.browser('foxrenderfarm');
  const { data } = await phone.call('check-email-token', { token: await tokenOf(at.email) });
  const body = { proof: data.proof, password: await phone.digest(STRANGERS) };
  expect(await phone.call('reset-user-password', body)).toMatchObject({ code: 200, data: { activated: true } });
  expect((await phone.signIn(at.username, STRANGERS)).code).toBe(200);
  expect((await world.messages(at.email)).map(({ template }) => template)).toContain('welcome');
});

test('an account whose registration nobody remembers is activated by its password', async () => {
  const account = await world.account({ line: 'foxrenderfarm', email: 'long_ago@mail.example', status: 'unactivated' });
  const browser = world.browser('foxrenderfarm');
  await browser.call('send-active-link', { email: 'long_ago@mail.example' });
  const { data } = await browser.call('check-email-token', { token: await tokenOf('long_ago@mail.example') });
  expect(data.elsewhere).toBe(true);
  const body = { proof: data.proof, password: await browser.digest(OWNERS) };
  expect((await browser.call('reset-user-password', body)).code).toBe(200);
  expect((await browser.signIn(account.username, OWNERS)).code).toBe(200);
});

describe('the mailbox of an account that waits', () => {
  test.each([
    ['masked', 'username', false, 'Account.SignIn.Failed', undefined],
    ['masked', 'email', false, 'Account.SignIn.Failed', undefined],
    ['masked', 'username', true, 'Account.UnActivated', 'named'],
    ['verbose', 'username', false, 'Account.UnActivated', undefined],
    ['verbose', 'email', false, 'Account.UnActivated', 'named'],
  ])('%s wording, by %s, right password %s: %s, mailbox %s', async (wording, by, right, code, named) => {
    const { email, username } = await byMail('foxrenderfarm');
    const browser = world.browser('foxrenderfarm', { wording });
    const reply = await browser.signIn(by === 'email' ? email : username, right ? STRANGERS : OWNERS);
    expect([reply.code, reply.data?.email]).toEqual([code, named && email]);
  });
});
