/**
 * The disk of the embedded database runs full, for real: registering says so first; whoever has an account still gets in,
 * stays in, gets out, and to a new password, out of a reserve that is there again once there is room.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HANDLERS } from '../../../src/server/calls/registry.ts';
import { type OpenDatabase, openPool } from '../../../src/server/db/pool.ts';
import { createLogger } from '../../../src/server/http/log.ts';
import { type DatabaseRoom, keepRoom, NoRoomError, openRoom } from '../../../src/server/room.ts';
import type { Handler } from '../../../src/server/types.ts';
import { cannotMount, type SmallDisk, smallDisk } from '../../../src/tools/faults/small-disk.ts';
import type { TestDatabase } from '../database.ts';
import { loadLines, patient, World } from '../domain/world.ts';
import { type OwnDatabase, ownDatabase } from '../own-database.ts';
import { until } from './process.ts';

const MB = 1024 * 1024;
const why = cannotMount();
const shown = why === undefined ? describe : describe.skip;
const PEOPLE = 20;

shown(`a disk that runs full${why === undefined ? '' : ` (not shown: ${why})`}`, () => {
  let disk: SmallDisk;
  let own: OwnDatabase;
  let room: DatabaseRoom;
  let db: OpenDatabase;
  let world: World;
  let logged = '';
  const ballast = (): string => join(own.dataDir, 'postgres', 'ballast');

  beforeAll(async () => {
    disk = smallDisk(640);
    own = await ownDatabase(disk.directory);
    room = await openRoom(
      join(own.dataDir, 'postgres'),
      createLogger('info', {
        write: (line: string) => {
          logged += line;
        },
      }),
    );
    db = openPool({ connection: own.connection, onDiskFull: room.full });
    const shiftClock = async (seconds: number): Promise<void> => {
      await db.query("UPDATE clock_shift SET shift = shift + $1 * interval '1 second'", [seconds]);
    };
    world = new World({ db, shiftClock } as TestDatabase);
    world.lines = await loadLines();
    await db.query(
      'create table test_message (id bigint generated always as identity primary key, recipient text not null, message jsonb not null)',
    );
  }, 120000);
  afterAll(async () => {
    room?.stop();
    await db?.close();
    await own?.close();
    disk?.close();
  });

  const handlers = (): Readonly<Record<string, Handler<never>>> => keepRoom(HANDLERS, room);
  const refusal = async (call: string): Promise<unknown> => {
    try {
      return await handlers()[call]?.({} as never, world.browser().context());
    } catch (error) {
      return error;
    }
  };

  test('goes on for whoever has an account, in the order that was promised', async () => {
    const people = [];
    for (let nth = 0; nth < PEOPLE; nth += 1) {
      const phone = world.phone();
      people.push({ phone, account: await world.account({ phone }) });
    }
    expect(statSync(ballast()).size).toBe(64 * MB);
    expect(await refusal('register-phone')).not.toBeInstanceOf(NoRoomError);

    // First what takes room is refused; the reserve is untouched.
    disk.fill(200 * MB);
    await until(() => room.refusedFor() > 0);
    expect(existsSync(ballast())).toBe(true);
    for (const call of ['register-phone', 'register-email', 'third-register'])
      expect([call, await refusal(call)]).toMatchObject([call, { isAccount: true }]);
    for (const call of ['client-events', 'collect-data'])
      expect([call, await refusal(call)]).toMatchObject([call, { isAccount: false }]);

    // Then there is nothing left at all.
    disk.fill(0);
    for (const { account, phone } of people) {
      const browser = world.browser();
      const entered = await patient(() => browser.signIn(account.username, account.password));
      expect(entered.code).toBe(200);
      expect((await browser.redeem(entered)).code).toBe(200);
      expect((await browser.call('session')).data).toMatchObject({ username: account.username });
      expect((await browser.call('sign-out')).code).toBe(200);
      const forgetful = world.browser();
      const code = await forgetful.code(phone, 'forgetpassword');
      const { data } = await forgetful.call('check-verify-code', { phone, code, purpose: 'forgetpassword' });
      const password = await forgetful.digest('Other2026b');
      const changed = await patient(() => forgetful.call('reset-user-password', { proof: data.proof, password }));
      expect(changed.code).toBe(200);
      const again = world.browser();
      expect((await patient(() => again.signIn(account.username, 'Other2026b'))).code).toBe(200);
    }
    expect(existsSync(ballast())).toBe(false);
    expect(room.refusedFor()).toBeGreaterThan(0);
    expect(logged).toContain('the disk of the database is nearly full; registrations are refused');

    // Room again: registrations, and the reserve.
    disk.empty();
    await until(() => existsSync(ballast()) && statSync(ballast()).size === 64 * MB);
    await until(async () => !((await refusal('register-phone')) instanceof NoRoomError), 60);
  }, 180000);

  test('is survived by the database itself: its processes, its log and the next start', async () => {
    disk.fill(0);
    await until(() => !existsSync(ballast()));
    disk.fill(0);
    expect(disk.free()).toBeLessThan(MB);
    // Nothing at all is left now, not even the reserve: reading goes on, and nothing that was acknowledged is lost.
    const [before] = await db.query<{ n: number }>('select count(*) as n from account');
    expect(before?.n).toBe(PEOPLE);
    disk.empty();
    await until(() => existsSync(ballast()));
    expect(await db.query('select count(*) as n from account')).toEqual([before]);
    const account = await world.account();
    expect((await world.browser().signIn(account.username, account.password)).code).toBe(200);
  }, 60000);
});
