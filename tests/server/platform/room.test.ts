/** A disk that fills up: registering is refused before it is full, signing in goes on, and both are told to the operator. */
import { keepRoom, watchRoom } from '../../../src/server/room.ts';
import { until } from './process.ts';

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
    await expect(call(id)).rejects.toThrow('The database does not answer.');
  expect(await call('sign-in')).toEqual({ code: 200, data: {} });
  free = 300 * MB;
  await until(() => room.isLeft());
  expect(await call('register-phone')).toEqual({ code: 200, data: {} });
  room.stop();
  expect(told).toEqual([false, true]);
});

test('a disk that cannot be asked stops nobody; a real one can be', async () => {
  for (const directory of ['/nowhere/at/all', '.']) {
    const room = await watchRoom({ directory, onChange: () => undefined });
    expect(room.isLeft()).toBe(true);
    room.stop();
  }
});
