/** A disk that fills up: registering is refused before it is full, signing in goes on, and both are told to the operator. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DatabaseFullError, openPool } from '../../../src/server/db/pool.ts';
import { freeBytes, keepRoom, NoRoomError, roomAsTold, watchRoom } from '../../../src/server/room.ts';
import type { Handler } from '../../../src/server/types.ts';
import { withDatabase } from '../database.ts';
import { testApp } from './app.ts';
import { until } from './process.ts';

const database = withDatabase();
const MB = 1024 * 1024;

test('registrations are refused while there is little room, and taken again; signing in never notices', async () => {
  let free = 300 * MB;
  const told: boolean[] = [];
  const room = await watchRoom({
    directory: '/data',
    onChange: (isLeft) => void told.push(isLeft),
    free: async () => free,
    everyMilliseconds: 5,
  });
  const handle = async () => ({ code: 200, data: {} }) as const;
  const handlers = keepRoom(
    { 'register-phone': handle, 'register-email': handle, 'third-register': handle, 'sign-in': handle },
    room,
  );
  const call = (id: string) => Promise.resolve(handlers[id]?.(undefined as never, undefined as never));
  expect(await call('register-email')).toEqual({ code: 200, data: {} });
  free = 200 * MB;
  await until(() => !room.isLeft());
  for (const id of ['register-phone', 'register-email', 'third-register'])
    await expect(call(id)).rejects.toThrow(NoRoomError);
  expect(await call('sign-in')).toEqual({ code: 200, data: {} });
  free = 300 * MB;
  await until(() => room.isLeft());
  expect(await call('register-phone')).toEqual({ code: 200, data: {} });
  room.stop();
  expect(told).toEqual([false, true]);
});

test('a disk that cannot be asked stops nobody; a real one can be', async () => {
  const free = await freeBytes('.');
  expect(free).toBeGreaterThan(0);
  expect(Number.isFinite(free)).toBe(true);
  await expect(freeBytes('/nowhere/at/all')).rejects.toThrow('ENOENT');
  const room = await watchRoom({ directory: '/nowhere/at/all', onChange: () => undefined });
  expect([room.isLeft(), room.refusedFor()]).toEqual([true, 0]);
  room.stop();
});

test('a call that now and then stores an account asks for room itself', async () => {
  const seen: (number | undefined)[] = [];
  const join: Handler<never> = async (_request, context) => {
    try {
      context.needRoom?.();
      seen.push(0);
    } catch (error) {
      seen.push((error as NoRoomError).retryAfterSeconds);
    }
    return { code: 200, data: {} };
  };
  let seconds = 0;
  const handlers = keepRoom({ 'third-sign-in': join }, { refusedFor: () => seconds });
  await handlers['third-sign-in']?.(undefined as never, undefined as never);
  seconds = 7;
  await handlers['third-sign-in']?.(undefined as never, undefined as never);
  expect(seen).toEqual([0, 7]);
});

/** A statement that PostgreSQL refuses as it does when it has no room; each one that runs takes a number. */
const refused = (state: string): string => `select room_refused('${state}')`;
beforeAll(async () => {
  await database.db.query('create sequence room_asked');
  await database.db.query(
    `create function room_refused(state text) returns void language plpgsql as $$ begin
       perform nextval('room_asked'); raise exception 'No space left on device' using errcode = state; end $$`,
  );
});
const asked = async (): Promise<number> =>
  (await database.db.query<{ n: number }>('select last_value * is_called::int as n from room_asked'))[0]?.n ?? -1;

describe('a database elsewhere that says it is full', () => {
  test('is not asked again, keeps its connection, and takes back what was begun', async () => {
    const tell = jest.fn();
    const pool = openPool({ connection: database.connection, size: 1, onDiskFull: tell });
    const pid = () => pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const before = await pid();
    const start = await asked();
    await expect(pool.query(refused('53100'))).rejects.toThrow(DatabaseFullError);
    expect([await asked(), tell.mock.calls.length]).toEqual([start + 1, 1]);
    const begun = pool.transaction(async (sql) => {
      await sql.query(
        `insert into inbox (id, line, channel, recipient, language, text) values ($1, 'a', 'sms', 'half', 'en', '')`,
        [randomUUID()],
      );
      await sql.query(refused('53100'));
    });
    await expect(begun).rejects.toThrow(DatabaseFullError);
    await expect(pool.query(refused('53200'))).rejects.toThrow(DatabaseFullError);
    expect(tell).toHaveBeenCalledTimes(2);
    expect(await pool.query("select 1 from inbox where recipient = 'half'")).toEqual([]);
    expect(await pid()).toEqual(before);
    await pool.close();
  });

  test('refuses registrations for a while from then on, and lets signing in try', async () => {
    const changes: boolean[] = [];
    const room = roomAsTold({ onChange: (isLeft) => void changes.push(isLeft), forMilliseconds: 1000 });
    const pool = openPool({ connection: database.connection, size: 1, onDiskFull: room.full });
    const handle = async () => ({ code: 200, data: {} }) as const;
    const handlers = keepRoom({ 'register-email': handle, 'sign-in': handle }, room);
    const call = (id: string) => Promise.resolve(handlers[id]?.(undefined as never, undefined as never));
    expect(await call('register-email')).toEqual({ code: 200, data: {} });
    await expect(pool.query(refused('53200'))).rejects.toThrow(DatabaseFullError);
    expect(room.isLeft()).toBe(true);
    for (let nth = 0; nth < 2; nth += 1) await expect(pool.query(refused('53100'))).rejects.toThrow(DatabaseFullError);
    await expect(call('register-email')).rejects.toThrow(NoRoomError);
    expect(await call('sign-in')).toEqual({ code: 200, data: {} });
    await until(() => room.isLeft());
    expect(await call('register-email')).toEqual({ code: 200, data: {} });
    expect(changes).toEqual([false, true]);
    room.stop();
    await pool.close();
  });

  test('refuses each registration by a 503 with the time that is left, and logs none of them', async () => {
    const room = roomAsTold({ onChange: () => undefined });
    room.full();
    const handle = async () => ({ code: 200, data: {} }) as const;
    const { 'register-email': echo } = keepRoom({ 'register-email': handle }, room);
    const site = await testApp(database, { handlers: echo ? { echo } : {} });
    for (let nth = 0; nth < 2; nth += 1) {
      const reply = await site.post('/api/test/echo', { name: 'a' });
      expect([reply.statusCode, reply.json().code]).toEqual([503, 'Account.Register.Paused']);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(20);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(30);
    }
    expect(site.logs()).not.toContain('a request failed');
    room.stop();
    await site.close();
  });

  test('is the same when it lends no connection, or begins no transaction', async () => {
    const tell = jest.fn();
    const pool = openPool({ connection: database.connection, size: 1, onDiskFull: tell });
    const full = (code: string) => Object.assign(new Error('No space left on device'), { code });
    const connect = jest.spyOn(pool.pool, 'connect') as unknown as jest.SpyInstance<Promise<pg.PoolClient>, []>;
    connect.mockRejectedValueOnce(full('53200'));
    await expect(pool.query('select 1')).rejects.toThrow(DatabaseFullError);
    connect.mockRejectedValueOnce(full('53100'));
    await expect(pool.transaction((sql) => sql.query('select 1'))).rejects.toThrow(DatabaseFullError);
    const client = { query: () => Promise.reject(full('53100')), release: jest.fn() };
    connect.mockResolvedValueOnce(client as unknown as pg.PoolClient);
    await expect(pool.transaction((sql) => sql.query('select 1'))).rejects.toThrow(DatabaseFullError);
    expect([tell.mock.calls.length, client.release.mock.calls]).toEqual([2, [[false]]]);
    await pool.close();
  });

  test('is a 503 that says when to come back, and the same key works later', async () => {
    let fault: (() => Promise<unknown>) | undefined;
    const echo: Handler<never> = async (_request, context) =>
      context.settle(async (sql) => {
        await fault?.();
        await context.audit(sql, 'echo', { outcome: 'ok' });
        return { code: 200, data: { name: 'a' } };
      });
    const site = await testApp(database, { handlers: { echo } });
    const send = (key: string) => site.post('/api/test/echo', { name: 'a' }, { headers: { 'idempotency-key': key } });
    const key = randomUUID();
    for (const broken of [() => database.db.query(refused('53100')), () => database.db.query(refused('53400'))]) {
      fault = broken;
      const reply = await send(key);
      expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
        503,
        '5',
        expect.objectContaining({ result: false, code: 'ServiceUnavailable', data: { seconds: 5 } }),
      ]);
    }
    fault = undefined;
    expect((await send(key)).statusCode).toBe(200);
    await site.close();
  });
});
