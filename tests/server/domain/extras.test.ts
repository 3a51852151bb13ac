/** A line's own shape of a registration: what it demands and adds, what is refused, and what becomes of what it adds. */
import { eraseCommand } from '../../../src/server/erase.ts';
import { compiledFixture } from '../../schemas/fixture.ts';
import { person, signInWith } from './third-parties.ts';
import { withWorld } from './world.ts';

const world = withWorld();

beforeAll(async () => {
  const { server } = await compiledFixture('api/properties-of-a-line');
  world.lines = { ...world.lines, aurora: { ...server, line: { ...server.line, providers: ['google'] } } };
});

const extrasOf = async (userId: string): Promise<unknown> => {
  const [row] = await world.db.query<{ line: string; held: unknown }>(
    'select line, held from account_extra where account_id = $1',
    [userId],
  );
  return row;
};

test.each([
  ['the phone that it demands is missing', { newsletter: true }, 'EmptyParameter', 'phone', 'required'],
  ['the phone is empty', { phone: '', newsletter: true }, 'EmptyParameter', 'phone', 'required'],
  [
    'an own property breaks the field’s rule',
    { phone: '+12015550123', company: 'x' },
    'InvalidParameter',
    'company',
    'minLength',
  ],
  [
    'an own property is of another type',
    { phone: '+12015550123', newsletter: 'yes' },
    'InvalidParameter',
    'newsletter',
    'type',
  ],
  [
    'nobody declares the property',
    { phone: '+12015550123', mood: 'fine' },
    'InvalidParameter',
    'mood',
    'additionalProperties',
  ],
])('refused where %s, at the field', async (_, more, code, field, keyword) => {
  const browser = world.browser('aurora');
  expect(await browser.call('register-email', await browser.newcomerByEmail(more))).toMatchObject({
    code,
    data: { field, keyword },
  });
});

test('a line that does not declare a property refuses it', async () => {
  const browser = world.browser('foxrenderfarm');
  const reply = await browser.call('register-email', await browser.newcomerByEmail({ newsletter: true }));
  expect(reply).toMatchObject({ code: 'InvalidParameter', data: { field: 'newsletter' } });
  expect(await browser.call('register-email', await browser.newcomerByEmail())).toMatchObject({ code: 200 });
});

test.each([
  [
    { newsletter: true, company: ' Nine\u0007 Pixels' },
    { newsletter: true, company: ' Nine  Pixels' },
  ],
  [{ newsletter: false }, { newsletter: false }],
  [{}, undefined],
])('%j is kept with the account, for its line, and shown on it alone', async (more, held) => {
  const browser = world.browser('aurora');
  const body = await browser.newcomerByEmail({ phone: world.phone(), ...more });
  const { data } = await browser.call('register-email', body);
  expect(await extrasOf(data.userId)).toEqual(held && { line: 'aurora', held });
  await world.db.query(`update account set status = 'active', activated_at = foyer_now() where id = $1`, [data.userId]);
  await browser.redeem(await browser.signIn(body.username, 'Foyer2026a'));
  const extras = held && Object.entries(held).map(([field, value]) => ({ field, value }));
  expect((await browser.call('query-user')).data.extras).toEqual(extras);
  const elsewhere = world.browser('foxrenderfarm');
  await elsewhere.redeem(await elsewhere.signIn(body.username, 'Foyer2026a'));
  const { data: there } = await elsewhere.call('query-user');
  expect(there.username).toBe(body.username);
  expect(there).not.toHaveProperty('extras');
});

test('a registration by a provider keeps them, too', async () => {
  const browser = world.browser('aurora');
  const { data } = await signInWith(browser, 'google', person());
  const body = { token: data.token, ...(await browser.newcomerByEmail({ newsletter: true })) };
  const reply = await browser.call('third-register', body);
  expect(reply).toMatchObject({ code: 200 });
  expect(await extrasOf(reply.data.userId)).toEqual({ line: 'aurora', held: { newsletter: true } });
});

test('a refused registration keeps nothing', async () => {
  const browser = world.browser('aurora');
  const body = await browser.newcomerByEmail({ phone: world.phone(), newsletter: true });
  await browser.call('register-email', body);
  const before = await world.db.query('select 1 from account_extra');
  expect(
    await world
      .browser('aurora')
      .call('register-email', { ...body, phone: world.phone(), email: 'another@foxrenderfarm.example' }),
  ).toMatchObject({
    code: 'Account.UserName.Existed',
  });
  expect(await world.db.query('select 1 from account_extra')).toHaveLength(before.length);
});

test('what was kept is erased with the account, and counted', async () => {
  const browser = world.browser('aurora');
  const body = await browser.newcomerByEmail({ phone: world.phone(), newsletter: true });
  const { data } = await browser.call('register-email', body);
  const erase = (...more: string[]) =>
    eraseCommand(world.db, Object.values(world.lines), world.keys, [
      '--region',
      'overseas',
      '--login',
      body.username,
      ...more,
    ]);
  expect(await erase()).toMatch(/^ {2}account_extra +1$/m);
  await erase('--yes');
  expect(await extrasOf(data.userId)).toBeUndefined();
});
