/** What the store finds an account by: each criterion leaves out whom it does not hold of, and what is not given is nobody's. */
import type { Criteria } from '../../../src/server/accounts/store/account.ts';
import { findAccount, findAccounts, findNearestAccount, lockAccount } from '../../../src/server/accounts/store/find.ts';
import { type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const people = new Map<string, TestAccount>();
const phone = '+8613877770001';

beforeAll(async () => {
  const keep = async (name: string, options: Parameters<typeof world.account>[0]) =>
    people.set(name, await world.account({ line: 'renderbus', username: `stored_${name}`, ...options }));
  await keep('master', { phone, email: 'Stored@mail.example' });
  const master = people.get('master') as TestAccount;
  await keep('sub', { master, phone });
  await keep('note', { phone, phoneProven: false });
  await keep('gone', { status: 'cancelled' });
  await keep('abroad', { line: 'foxrenderfarm', phone });
});

const idOf = (name: string): string => people.get(name)?.id ?? '';
const namesOf = (ids: readonly { readonly id: string }[]): string[] =>
  ids.map(({ id }) => [...people].find(([, each]) => each.id === id)?.[0] ?? id);

/** Criteria → who is found, in order. */
const FOUND: readonly (readonly [what: string, criteria: () => Criteria, found: readonly string[]])[] = [
  ['id', () => ({ id: idOf('sub') }), ['sub']],
  ['zone', () => ({ zone: 'overseas', phone }), ['abroad']],
  ['phone, a proven one', () => ({ zone: 'domestic', phone }), ['master', 'sub']],
  ['isMaster', () => ({ zone: 'domestic', phone, isMaster: true }), ['master']],
  ['idNot', () => ({ zone: 'domestic', phone, idNot: idOf('master') }), ['sub']],
  ['idNot null, which leaves out nobody', () => ({ zone: 'domestic', phone, idNot: null }), ['master', 'sub']],
  ['usernameKey', () => ({ usernameKey: 'stored_gone' }), ['gone']],
  ['emailKey', () => ({ emailKey: 'stored@mail.example' }), ['master']],
  ['status', () => ({ usernameKey: 'stored_gone', status: 'active' }), []],
  ['statusNot', () => ({ usernameKey: 'stored_gone', statusNot: 'cancelled' }), []],
  ['generation', () => ({ id: idOf('master'), generation: -1 }), []],
  ['masterId', () => ({ usernameKey: 'stored_sub', masterId: idOf('master') }), ['sub']],
  ['masterId null, which is a master', () => ({ usernameKey: 'stored_sub', masterId: null }), []],
  ['registeredFlow', () => ({ id: idOf('master'), registeredFlow: ['none'] }), []],
  ['what is undefined', () => ({ zone: 'domestic', id: undefined }) as unknown as Criteria, []],
];

test.each(FOUND)('%s', async (_what, criteria, found) => {
  expect(namesOf(await findAccounts(world.db, criteria(), 10))).toEqual(found);
  const first = await findAccount(world.db, criteria());
  expect(namesOf(first ? [first] : [])).toEqual(found.slice(0, 1));
});

test('without any criterion nobody is found, but it is an error', async () => {
  await expect(findAccount(world.db, {})).rejects.toThrow('by something');
});

test.each([
  ['domestic', 'master'],
  ['overseas', 'abroad'],
] as const)('of both zones that of %s is nearest to it: %s', async (zone, name) => {
  expect((await findNearestAccount(world.db, zone, { phone }))?.id).toBe(idOf(name));
});

test.each(['for share', 'for no key update'] as const)(
  '%s locks, and finds nobody of another generation',
  async (lock) => {
    const { id } = people.get('master') as TestAccount;
    await world.db.transaction(async (sql) => {
      const held = await lockAccount(sql, { id }, lock);
      expect(held).toMatchObject({ id, username: 'stored_master', phone, phone_verified: true, must_rename: false });
      expect(await lockAccount(sql, { id, generation: (held?.generation ?? 0) + 1 }, lock)).toBeUndefined();
      // Another transaction does not get it.
      const other = world.db.transaction((second) =>
        second.query('select 1 from account where id = $1 for update nowait', [id]),
      );
      await expect(other).rejects.toMatchObject({ code: '55P03' });
    });
  },
);
