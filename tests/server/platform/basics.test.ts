/** Small parts: addresses, keys, settings, logs, limits, the queue before hashing. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { among, clientAddress } from '../../../src/server/http/address.ts';
import { createLogger } from '../../../src/server/http/log.ts';
import { createKeyRing, localRings, parseRing, type Rings } from '../../../src/server/keys.ts';
import { createHashThreads } from '../../../src/server/limits/hash-threads.ts';
import { createHashQueue, OverloadedError } from '../../../src/server/limits/hashing.ts';
import { createLimiter } from '../../../src/server/limits/limiter.ts';
import { parseSettings, type SettingsError } from '../../../src/server/settings.ts';
import { withTable } from '../../../src/server/settings-table.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';
import { withDatabase } from '../database.ts';
import { type TestApp, testApp } from './app.ts';

const database = withDatabase();

describe("the client's address", () => {
  const trusted = among(['10.0.0.0/8', 'loopback', '2001:db8::/32']);
  it.each([
    ['203.0.113.7', undefined, '203.0.113.7'],
    ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '6.6.6.6, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['10.1.2.3', '10.4.4.4', '10.4.4.4'],
    ['10.1.2.3', 'not an address', '10.1.2.3'],
    ['10.1.2.3', '6.6.6.6, nonsense', '10.1.2.3'],
    ['127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['::1', '[2A02::1]:443', '2a02::1'],
    ['2001:db8::9', '198.51.100.1', '198.51.100.1'],
    ['', undefined, '0.0.0.0'],
  ])('peer %s, X-Forwarded-For %s → %s', (peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(expected);
  });
});

describe('key rings', () => {
  const rings = (text: string): Rings => {
    const ring = parseRing(text);
    return { pepper: ring, cookie: ring, outbox: ring, identifier: ring };
  };
  const one = `k1:${randomBytes(32).toString('base64')}`;
  const two = `k2:${randomBytes(32).toString('base64')}`;

  it('open what an older key sealed, and seal with the newest', () => {
    const sealed = createKeyRing(rings(one)).seal('outbox', 'text');
    const rotated = createKeyRing(rings(`${two},${one}`));
    expect(rotated.open('outbox', sealed)).toBe('text');
    expect(rotated.seal('outbox', 'text')).toMatch(/^k2\./);
    expect(createKeyRing(rings(two)).open('outbox', sealed)).toBeUndefined();
  });

  it('open nothing that was changed, or sealed for another purpose', () => {
    const ring = createKeyRing(rings(one));
    const sealed = ring.seal('outbox', 'text');
    expect(ring.open('cookie', sealed)).toBeUndefined();
    // Nonce, tag and text, each with another first character: the last one may hold bits that nobody reads.
    const parts = sealed.split('.');
    for (const at of [1, 2, 3]) {
      const part = parts[at] ?? '';
      const other = parts.with(at, `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`).join('.');
      expect([at, ring.open('outbox', other)]).toEqual([at, undefined]);
    }
    expect(ring.open('outbox', 'nonsense')).toBeUndefined();
    expect(ring.sign('pepper', 'x').value).not.toBe(ring.sign('identifier', 'x').value);
  });

  it.each([
    ['', 'id:base64'],
    ['k1:short', 'at least 32 bytes'],
    [`${one},${one}`, 'stands twice'],
    ['K 1:xxxx', 'id:base64'],
  ])('refuse %s', (text, why) => {
    expect(() => parseRing(text)).toThrow(why);
  });

  it('of a development server are made once, for its owner only', () => {
    const directory = mkdtempSync(join(tmpdir(), 'foyer-keys-'));
    expect(localRings(directory)).toEqual(localRings(directory));
    expect(statSync(join(directory, 'keys.json')).mode & 0o077).toBe(0);
  });
});

describe('settings', () => {
  const key = `k1:${randomBytes(32).toString('base64')}`;
  const safe = {
    KEYS_PEPPER: key,
    KEYS_COOKIE: key,
    KEYS_OUTBOX: key,
    KEYS_IDENTIFIER: key,
    SMTP_URL: 'smtps://u:p@mail.example:465',
  };
  const problems = (env: Record<string, string>, mode: 'start' | 'serve'): readonly string[] => {
    try {
      parseSettings(env, mode, VENDORS);
      return [];
    } catch (error) {
      return (error as SettingsError).problems;
    }
  };

  it('have safe defaults', () => {
    expect(parseSettings({}, 'start', VENDORS)).toMatchObject({
      port: 4400,
      host: 'localhost',
      publicScheme: 'http',
      testClock: false,
      trustedProxies: [],
      apiBase: '',
      production: false,
    });
    expect(parseSettings(safe, 'serve', VENDORS)).toMatchObject({
      host: '0.0.0.0',
      publicScheme: 'https',
      seed: false,
      production: true,
    });
  });

  it.each([
    [{ KEYS_PEPPER: '' }, 'KEYS_PEPPER is missing'],
    [{ FOYER_TEST_CLOCK: '1' }, 'FOYER_TEST_CLOCK is on'],
    [{ FOYER_SEED: '1' }, 'FOYER_SEED is on'],
    [{ PUBLIC_SCHEME: 'http' }, 'PUBLIC_SCHEME is http'],
    [{ SMTP_URL: '' }, 'SMTP_URL is missing'],
    [{ ALLOWED_ORIGINS: 'https://a.example,http://b.example' }, 'ALLOWED_ORIGINS holds http://b.example'],
    [{ API_BASE: 'http://api.example' }, 'API_BASE holds http://api.example'],
    [{ SMS_GATEWAY_URL: 'https://sms.localhost:4400/x' }, 'SMS_GATEWAY_URL points to this machine'],
    [{ SMS_GATEWAY_URL: 'http://sms.example/x' }, 'SMS_GATEWAY_URL is not https'],
    [{ NODE_ENV: 'development' }, 'NODE_ENV is development'],
  ])('refuse %j in production', (env, told) => {
    expect(problems({ ...safe, ...env }, 'serve')).toEqual([expect.stringContaining(told)]);
  });

  it.each([
    [{ PORT: '99999' }, 'PORT must be a whole number'],
    [{ ALLOWED_ORIGINS: 'https://a.example/path' }, 'ALLOWED_ORIGINS holds https://a.example/path, which is no origin'],
    [{ TRUSTED_PROXIES: 'everybody' }, 'TRUSTED_PROXIES holds everybody'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that starts with postgres://'],
    [{ FOYER_SEED: 'yes' }, 'FOYER_SEED must be 1 or 0'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ NODE_ENV: 'production' }, 'Use node dist/server.js'],
  ])('refuse %j with npm start', (env, told) => {
    expect(problems(env, 'start')).toEqual([expect.stringContaining(told)]);
  });
});

describe('logs', () => {
  it('hold no canary, wherever it comes in', () => {
    const written: string[] = [];
    const logger = createLogger('trace', { write: (line: string) => void written.push(line) });
    const secret = 'canary'.repeat(6);
    const failed = Object.assign(new Error(`duplicate key: canary@mail.example +8613812345678 ${secret}`), {
      detail: `Key (email)=(${secret}) exists`,
    });
    logger.error({ err: failed }, 'failed');
    logger.info(
      {
        request: { password: secret, cookie: secret, headers: { authorization: secret } },
        body: { a: secret },
        token: secret,
        email: 'canary@mail.example',
      },
      'seen',
    );
    const text = written.join('');
    expect(text).not.toContain('canary');
    expect(text).not.toContain('13812345678');
  });
});

describe('limits', () => {
  const limits = {
    few: [
      { points: 2, seconds: 60 },
      { points: 3, seconds: 3600 },
    ],
  };

  it('allow so many in a window, by the clock of the database, together with other instances', async () => {
    const one = createLimiter({ db: database.db, limits });
    const other = createLimiter({ db: database.db, limits });
    expect([await one.take('few', 'a'), await other.take('few', 'a')]).toMatchObject([
      { allowed: true },
      { allowed: true },
    ]);
    expect(await one.take('few', 'b')).toMatchObject({ allowed: true });
    const refused = await other.take('few', 'a');
    expect(refused).toMatchObject({ allowed: false });
    if (!refused.allowed) expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
    await database.shiftClock(61);
    const hourly = await one.take('few', 'a');
    expect(hourly.allowed).toBe(false);
    if (!hourly.allowed) expect(hourly.retryAfterSeconds).toBeGreaterThan(60);
    await database.shiftClock(3600);
    expect(await one.take('few', 'a')).toMatchObject({ allowed: true });
    expect(JSON.stringify(await database.db.query('SELECT key FROM throttle'))).not.toContain('"a"');
  });

  it('are refused again without asking, and let nothing run along then', async () => {
    const limiter = createLimiter({ db: database.db, limits, remembers: true });
    const along = (text: string) => ({
      text: 'INSERT INTO platform_maintenance (line) SELECT $1::text FROM allowed ON CONFLICT DO NOTHING RETURNING 1',
      values: [text],
    });
    expect(await limiter.take('few', 'c', along('one'))).toEqual({ allowed: true, rows: 1 });
    expect(await limiter.take('few', 'c', along('one'))).toEqual({ allowed: true, rows: 0 });
    expect(limiter.refusedFor('few', 'c')).toBe(0);
    expect(await limiter.take('few', 'c', along('two'))).toMatchObject({ allowed: false });
    expect(limiter.refusedFor('few', 'c')).toBeGreaterThan(0);
    expect(limiter.refusedFor('few', 'd')).toBe(0);
    const rows = await database.db.query("SELECT line FROM platform_maintenance WHERE line IN ('one', 'two')");
    expect(rows).toEqual([{ line: 'one' }]);
  });

  it('must have a name that is known', async () => {
    await expect(createLimiter({ db: database.db }).take('unheard-of', 'a')).rejects.toThrow('limits/limits.ts');
  });

  it('answer 429 with Retry-After, per address', async () => {
    const server: TestApp = await testApp(database, {
      limits: { mutation: [{ points: 3, seconds: 60 }] },
      env: { TRUSTED_PROXIES: '127.0.0.1' },
    });
    const from = async (address: string) =>
      server.post('/api/test/fail', {}, { headers: { 'x-forwarded-for': address } });
    for (let count = 0; count < 3; count += 1) expect((await from('198.51.100.1')).statusCode).toBe(401);
    const refused = await from('198.51.100.1');
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'Common.RequestLimitExceeded']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('198.51.100.2')).statusCode).toBe(401);
    await server.close();
  });

  it('are not even asked for a call that the processor has no room for', async () => {
    let isOverloaded = true;
    const server: TestApp = await testApp(database, {
      limits: { mutation: [{ points: 1, seconds: 60 }] },
      env: { TRUSTED_PROXIES: '127.0.0.1' },
      isOverloaded: (call) => isOverloaded && call === 'echo',
    });
    const echo = () =>
      server.post('/api/test/echo', '{ not even JSON', {
        headers: { 'x-forwarded-for': '198.51.100.9', 'idempotency-key': '9b2d4f6e-31b3-4c6f-8a4f-54a0a6b0c111' },
      });
    for (let count = 0; count < 3; count += 1) {
      const refused = await echo();
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'Common.RequestLimitExceeded']);
      expect(refused.headers['retry-after']).toBe('1');
    }
    isOverloaded = false;
    expect((await echo()).statusCode).toBe(400);
    expect((await echo()).statusCode).toBe(429);
    await server.close();
  });
});

describe('the queue before hashing', () => {
  const hold = () => {
    let let_go = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      let_go = resolve;
    });
    return { work: () => held, let_go };
  };

  it('runs so many at once, the rest in order', async () => {
    const queue = createHashQueue({ running: 2, patience: 5000 });
    const holds = [hold(), hold(), hold()];
    const done: number[] = [];
    const all = holds.map(({ work }, index) => queue.run(work).then(() => done.push(index)));
    await Promise.resolve();
    expect(queue.size()).toEqual({ running: 2, waiting: 1 });
    for (const { let_go } of holds) let_go();
    await Promise.all(all);
    expect(done).toEqual([0, 1, 2]);
    expect(queue.size()).toEqual({ running: 0, waiting: 0 });
  });

  it('refuses who would wait too long', async () => {
    const queue = createHashQueue({ running: 1, patience: 30 });
    const { work, let_go } = hold();
    const first = queue.run(work);
    await expect(queue.run(async () => 1)).rejects.toThrow(OverloadedError);
    let_go();
    await first;
    expect(await queue.run(async () => 2)).toBe(2);
  });

  it('frees its place when the work fails', async () => {
    const queue = createHashQueue({ running: 1, patience: 1000 });
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(queue.size().running).toBe(0);
  });
});

describe('hashing threads', () => {
  const options = { algorithm: 2, memoryCost: 1024, timeCost: 1, parallelism: 1 };

  it('make hashes and check them, several at once', async () => {
    const threads = createHashThreads();
    const values = ['one', 'two', 'three', 'four'];
    const stored = await Promise.all(values.map((value) => threads.hash(value, options)));
    expect(stored[0]).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/);
    const checks = stored.flatMap((each) => values.map((value) => threads.verify(each, value)));
    expect(await Promise.all(checks)).toEqual(values.flatMap((made) => values.map((tried) => made === tried)));
  });

  it('tell what is wrong with a stored hash, and go on', async () => {
    const threads = createHashThreads();
    await expect(threads.verify('no hash', 'one')).rejects.toThrow(/\w/);
    expect(await threads.verify(await threads.hash('one', options), 'one')).toBe(true);
  });

  it('leave Node its own threads: a file is read while more passwords are checked than there are of those', async () => {
    const threads = createHashThreads();
    const slow = { ...options, memoryCost: 19456, timeCost: 4 };
    let checked = 0;
    const all = Array.from({ length: 6 }, () => threads.hash('one', slow).then(() => (checked += 1)));
    await readFile(__filename);
    expect(checked).toBe(0);
    await Promise.all(all);
    expect(checked).toBe(6);
  });
});

it('has every setting in the document for operators', () => {
  const document = readFileSync(join(__dirname, '../../../docs/operators.md'), 'utf8');
  expect(withTable(document)).toBe(document);
});
