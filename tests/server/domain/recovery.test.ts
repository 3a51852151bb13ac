/** A forgotten password is reset by e-mail or phone, on every line, whatever the account registered with. */
import { targetDigest } from '../../../src/server/accounts/identifiers.ts';
import { type Browser, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const NEW = 'Renewed2026b';
const LINES = ['renderbus', 'foxrenderfarm', 'pkdragon', 'dragonforeign', 'avica', 'ip', 'dayan'] as const;

let serial = 0;

interface Way {
  /** Where the proof goes. */
  contact(): string;
  account(line: string, contact: string): Promise<TestAccount>;
  ask(browser: Browser, contact: string): Promise<Reply>;
  /** What the message that arrived proves. */
  prove(browser: Browser, contact: string): Promise<string>;
}

const WAYS: Readonly<Record<string, Way>> = {
  'e-mail': {
    contact: () => `recover_${++serial}@mail.example`,
    account: (line, email) => world.account({ line, email }),
    ask: (browser, email) => browser.call('send-reset-link', { email }),
    async prove(browser, email) {
      const { params } = await world.lastMessage(email);
      const token = new URL(String(params.link)).searchParams.get('token');
      return (await browser.call('check-email-token', { token })).data.proof;
    },
  },
  phone: {
    contact: () => world.phone(),
    account: (line, phone) => world.account({ line, phone }),
    ask: (browser, phone) => browser.call('send-verify-code', { phone, purpose: 'forgetpassword', channel: 1 }),
    async prove(browser, phone) {
      const { params } = await world.lastMessage(phone);
      const body = { phone, code: params.code, purpose: 'forgetpassword' };
      return (await browser.call('check-verify-code', body)).data.proof;
    },
  },
};

const rows = LINES.flatMap((line) => Object.entries(WAYS).map(([name, way]) => [line, name, way] as const));

test('these are all lines', () => {
  expect(Object.keys(world.lines).sort()).toEqual([...LINES].sort());
});

test.each(rows)('%s: by %s', async (line, _name, way) => {
  const contact = way.contact();
  const account = await way.account(line, contact);
  const browser = world.browser(line);
  expect((await way.ask(browser, contact)).code).toBe(200);
  const proof = await way.prove(browser, contact);
  const reply = await browser.call('reset-user-password', { proof, password: await browser.digest(NEW) });
  expect(reply.code).toBe(200);
  expect((await world.browser(line).signIn(account.username, NEW)).code).toBe(200);
  expect((await world.browser(line).signIn(account.username, account.password)).code).not.toBe(200);
});

const CALLS = ['reset-password', 'reset-user-password'] as const;
const SPENT = Object.entries(WAYS).flatMap(([name, way]) => CALLS.map((call) => [name, call, way] as const));

test.each(SPENT)('a proof by %s that did its work says so to whoever lost the answer: %s', async (_name, call, way) => {
  const contact = way.contact();
  await way.account('foxrenderfarm', contact);
  const browser = world.browser('foxrenderfarm');
  await way.ask(browser, contact);
  const proof = await way.prove(browser, contact);
  const set = async (password: string) => browser.call(call, { proof, password: await browser.digest(password) });
  expect((await set(NEW)).code).toBe(200);
  expect(await set('Renewed2026c')).toMatchObject({ code: 'Account.Token.Expired', data: { used: true } });
});

test.each(Object.entries(WAYS))(
  'a proof by %s that something else made void says nothing of the kind',
  async (_name, way) => {
    const contact = way.contact();
    const { id } = await way.account('foxrenderfarm', contact);
    const browser = world.browser('foxrenderfarm');
    await way.ask(browser, contact);
    const proof = await way.prove(browser, contact);
    await world.db.query('update verification_code set proof_used_at = foyer_now() where account_id = $1', [id]);
    await world.db.query('update link_token set used_at = foyer_now() where account_id = $1', [id]);
    const reply = await browser.call('reset-user-password', { proof, password: await browser.digest(NEW) });
    expect(reply).toMatchObject({ code: 'Account.Token.Expired', data: null });
  },
);

test.each(rows)('%s: asking by %s answers the same for somebody and for nobody', async (line, _name, way) => {
  const [known, unknown] = [way.contact(), way.contact()];
  await way.account(line, known);
  const answers = await Promise.all([known, unknown].map((contact) => way.ask(world.browser(line), contact)));
  const [first, second] = answers.map((answer, at) =>
    JSON.stringify(answer).replaceAll([known, unknown][at] as string, 'contact'),
  );
  expect(first).toBe(second);
  // Both are told in their own message, where nobody else reads it.
  expect((await world.lastMessage(known)).template).not.toBe((await world.lastMessage(unknown)).template);
});

test('a phone that nobody proved recovers nothing', async () => {
  const phone = world.phone();
  await world.account({ line: 'foxrenderfarm', phone });
  await world.db.query('update account set phone_verified = false where phone = $1', [phone]);
  const browser = world.browser('foxrenderfarm');
  await WAYS.phone?.ask(browser, phone);
  expect((await world.lastMessage(phone)).template).toBe('no-account');
  const codes = await world.db.query<{ account_id: string }>(
    `select c.account_id from verification_code c join account a on a.id = c.account_id where c.target_digest = $1`,
    [targetDigest(browser.context(), phone)],
  );
  expect(codes).toEqual([]);
});
