/** A form that is posted twice is run once: whatever is known of the first post when the second one comes. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../../src/server/http/dependencies.ts';
import { createIdempotency } from '../../../src/server/http/idempotency.ts';
import { keepAnswer, once, UNDERWAY } from '../../../src/server/http/once.ts';
import { newFlow } from '../../../src/server/sessions/flow.ts';
import { withDatabase } from '../database.ts';
import { testKeys } from '../domain/world.ts';

const database = withDatabase();
const keys = testKeys();
let alive = true;
const instance = { number: 1, isAlive: async () => alive } as never;

afterEach(() => {
  alive = true;
  jest.restoreAllMocks();
});

function deps(): AppDeps {
  const { db } = database;
  return { db, keys, secure: false, idempotency: createIdempotency({ db, keys, instance }) } as unknown as AppDeps;
}

let serial = 0;
/** Another post, of a browser of its own. */
function post(): FastifyRequest {
  serial += 1;
  return {
    url: '/sso',
    cookies: { 'foyer-domestic-flow': newFlow(keys, 'domestic') },
    body: new URLSearchParams({ nth: String(serial) }),
    arrival: {
      line: {
        name: 'renderbus',
        server: { name: 'renderbus', line: { zone: 'domestic' }, enums: {}, errors: {}, calls: {} },
      },
    },
  } as unknown as FastifyRequest;
}

/** Its answer is on its way. */
const answered = {
  statusCode: 303,
  getHeader: (name: string) => (name === 'location' ? '/sso/done' : undefined),
} as unknown as FastifyReply;

const reply = { header: () => reply } as unknown as FastifyReply;
const never = (): Promise<string> => new Promise(() => undefined);

/** The first post, which is worked on for ever. */
async function begun(request: FastifyRequest, at: AppDeps): Promise<void> {
  let started: () => void = () => undefined;
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  void once(request, reply, at, () => {
    started();
    return never();
  });
  await running;
}

test('a post runs, and where it leads is given', async () => {
  expect(await once(post(), reply, deps(), async () => '/sso')).toBe('/sso');
});

test('the same post that waits in vain for the first is not run', async () => {
  const [request, at] = [post(), deps()];
  await begun(request, at);
  const run = jest.fn(async () => '/sso');
  // Each look at the clock is a second later than the one before.
  const start = Date.now();
  let looks = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => start + 1000 * looks++);
  expect([await once(request, reply, at, run), run.mock.calls.length]).toEqual([UNDERWAY, 0]);
});

test('one whose first post was cut off with its server is run', async () => {
  const [request, at] = [post(), deps()];
  await begun(request, at);
  alive = false;
  expect(await once(request, reply, at, async () => '/sso')).toBe('/sso');
});

test('another post of the browser is run at once', async () => {
  const [request, at] = [post(), deps()];
  await begun(request, at);
  const other = { ...request, body: new URLSearchParams({ nth: 'another' }) } as FastifyRequest;
  expect(await once(other, reply, at, async () => '/sso')).toBe('/sso');
});

test.each([
  ['just now', '0 seconds', '/sso/done'],
  ['50 seconds ago, after a whole minute of work', '50 seconds', '/sso/done'],
  ['more than a minute ago', '61 seconds', 'run again'],
])('the same post, answered %s, it is met with its answer or not', async (_when, ago, to) => {
  const [request, at] = [post(), deps()];
  await once(request, reply, at, async () => '/sso/done');
  await database.db.query("update idempotency set created_at = created_at - interval '60 seconds'");
  await keepAnswer(request, answered, at);
  await database.db.query('update idempotency set created_at = created_at - $1::interval', [ago]);
  expect(await once({ ...request } as FastifyRequest, reply, at, async () => 'run again')).toBe(to);
});
