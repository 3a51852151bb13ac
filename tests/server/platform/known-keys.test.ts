/** Key rings that are not those of the database: told before anybody is served, by the setting and the key's id. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterpriseCommand } from '../../../src/server/enterprise.ts';
import { createKeyRing, PURPOSES, parseRing, type Rings } from '../../../src/server/keys.ts';
import { refuseStrangeKeys } from '../../../src/server/known-keys.ts';
import { parseSettings, SettingsError } from '../../../src/server/settings.ts';
import type { KeyPurpose, KeyRing } from '../../../src/server/types.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';
import { withDatabase } from '../database.ts';
import { writeRelease } from './fixture.ts';
import { startProcess } from './process.ts';

const database = withDatabase();
const directory = mkdtempSync(join(tmpdir(), 'foyer-known-keys-'));
afterAll(() => rmSync(directory, { recursive: true }));

const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const one = key('k1');
const two = key('k2');
const otherOne = key('k1');

const nameOf = (purpose: KeyPurpose): string => `KEYS_${purpose.toUpperCase()}`;
const settings = { ringName: nameOf };

/** Every ring is `one`, but for that of a purpose. */
const ringWith = (purpose: KeyPurpose, text: string): KeyRing =>
  createKeyRing(
    Object.fromEntries(PURPOSES.map((each) => [each, parseRing(each === purpose ? text : one)])) as unknown as Rings,
  );

/** What is told of the keys, of this ring or of others; nothing where they are taken. */
async function told(purpose: KeyPurpose, text: string): Promise<readonly string[]> {
  try {
    await refuseStrangeKeys(database.db, ringWith(purpose, text), settings);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

const account = async (): Promise<string> => {
  const id = randomUUID();
  await database.db.query(
    `insert into account (id, uuid, zone, home_line, kind, username, username_key, business_type, status, user_key, language)
     values ($1, $1, 'domestic', 'alpha', 1, $2, $2, 0, 'active', $2, 'en')`,
    [id, id.slice(0, 8)],
  );
  return id;
};

/** Makes a row with the current key of a ring. */
const MAKE: Readonly<Partial<Record<KeyPurpose, Record<string, (keys: KeyRing) => Promise<unknown>>>>> = {
  pepper: {
    passwords: async (keys) =>
      database.db.query(
        `insert into credential (account_id, zone, hash, pepper_key, digest) values ($1, 'domestic', '', $2, '')`,
        [await account(), keys.sign('pepper', '').keyId],
      ),
  },
  outbox: {
    'messages that wait': (keys) =>
      database.db.query(
        `insert into outbox (id, zone, line, channel, template, language, sealed)
         values ($1, 'domestic', 'alpha', 'email', 'hello', 'en', $2)`,
        [randomUUID(), keys.seal('outbox', '{}')],
      ),
    'secrets of enterprises': async (keys) =>
      database.db.query(
        `insert into dingtalk_enterprise (zone, alias, alias_key, corp_id, client_id, sealed_secret, master_id)
         values ('domestic', 'Aurora', $1, $1, 'client', $2, $3)`,
        [randomUUID(), keys.seal('outbox', 'secret'), await account()],
      ),
  },
  cookie: {
    'answers for repeats of a request': (keys) =>
      database.db.query(
        `insert into idempotency (zone, line, call, key, fingerprint, holder, answer)
         values ('domestic', 'alpha', 'echo', $1, '', 1, $2)`,
        [randomUUID(), keys.seal('cookie', '{}')],
      ),
  },
};
const MADE = PURPOSES.flatMap((purpose) =>
  Object.entries(MAKE[purpose] ?? {}).map(([what, make]) => [purpose, what, make] as const),
);

beforeEach(async () => {
  for (const table of ['ring_key', 'account', 'outbox', 'idempotency'])
    await database.db.query(`truncate ${table} cascade`);
});

describe.each(PURPOSES)('the ring %s', (purpose) => {
  const name = nameOf(purpose);

  it('is taken the first time, and again; a new key may stand before it, and the former one go once nothing needs it', async () => {
    expect(await told(purpose, one)).toEqual([]);
    expect(await told(purpose, one)).toEqual([]);
    expect(await told(purpose, `${two},${one}`)).toEqual([]);
    expect(await told(purpose, two)).toEqual([]);
    // An instance that was not restarted yet.
    expect(await told(purpose, one)).toEqual([]);
  });

  it('with other bytes under an id that is known is refused, wherever the key stands', async () => {
    expect(await told(purpose, one)).toEqual([]);
    for (const ring of [otherOne, `${two},${otherOne}`]) {
      const [first, ...more] = await told(purpose, ring);
      expect(first).toMatch(new RegExp(`^${name} has another key k1 than this database was used with`));
      expect(more).toEqual([expect.stringContaining('docs/operators.md')]);
    }
  });

  it('that holds none of its former keys is refused, and is taken once they were given up', async () => {
    expect(await told(purpose, `${two},${one}`)).toEqual([]);
    expect((await told(purpose, key('k3')))[0]).toMatch(
      new RegExp(`^${name} has none of the keys that this database was used with \\(k1, k2\\)`),
    );
    await database.db.query('update ring_key set given_up = true where ring = $1', [purpose]);
    expect(await told(purpose, key('k3'))).toEqual([]);
  });

  it('that was refused is not known afterwards', async () => {
    expect(await told(purpose, one)).toEqual([]);
    await told(purpose, `${two},${otherOne}`);
    const known = await database.db.query('select id from ring_key where ring = $1', [purpose]);
    expect(known).toEqual([{ id: 'k1' }]);
  });
});

describe.each(MADE)('the ring %s, of which %s were made', (purpose, what, make) => {
  const missing = `${nameOf(purpose)} lacks the key k1, which ${what} in this database were made with. Put it back.`;

  it.each([
    ['known', true],
    ['from before the database knew its keys', false],
  ])('keeps its key while they are there (%s); given up, it may go', async (_name, known) => {
    if (known) expect(await told(purpose, one)).toEqual([]);
    await make(ringWith(purpose, one));
    if (known) expect(await told(purpose, `${two},${one}`)).toEqual([]);
    expect(await told(purpose, two)).toContain(missing);
    // As docs/operators.md writes it.
    await database.db.query(
      `insert into ring_key (ring, id, given_up) values ($1, 'k1', true) on conflict (ring, id) do update set given_up = true`,
      [purpose],
    );
    expect(await told(purpose, two)).toEqual([]);
    // Found again.
    expect(await told(purpose, `${two},${one}`)).toEqual([]);
  });

  it('is not held by what has had its time', async () => {
    expect(await told(purpose, one)).toEqual([]);
    await make(ringWith(purpose, one));
    expect(await told(purpose, `${two},${one}`)).toEqual([]);
    await database.db.query("update idempotency set created_at = now() - interval '25 hours'");
    await database.db.query("update outbox set created_at = foyer_now() - interval '25 hours'");
    const stays = what === 'passwords' || what.startsWith('secrets');
    expect(await told(purpose, two)).toEqual(stays ? [missing, expect.anything()] : []);
  });
});

it('lets a key go once the secrets of the enterprises were sealed anew', async () => {
  await MAKE.outbox?.['secrets of enterprises']?.(ringWith('outbox', one));
  expect(await told('outbox', `${two},${one}`)).toEqual([]);
  await enterpriseCommand(database.db, ringWith('outbox', `${two},${one}`), ['reseal'], '');
  expect(await told('outbox', two)).toEqual([]);
});

it('says by its exit which secrets could not be sealed anew, and keeps what could', async () => {
  const make = MAKE.outbox?.['secrets of enterprises'];
  const reseal = (ring: string): Promise<string> =>
    enterpriseCommand(database.db, ringWith('outbox', ring), ['reseal'], '');
  expect(await reseal(two)).toBe('No enterprise has a secret in this database.');
  await make?.(ringWith('outbox', one));
  await make?.(ringWith('outbox', key('k3')));
  await expect(reseal(`${two},${one}`)).rejects.toThrow(
    '1 secret is sealed with the newest key. Give these again (add), whose key is not in KEYS_OUTBOX: Aurora.',
  );
  const sealed = await database.db.query<{ key: string }>(
    "select split_part(sealed_secret, '.', 1) as key from dingtalk_enterprise order by key",
  );
  expect(sealed).toEqual([{ key: 'k2' }, { key: 'k3' }]);
  await database.db.query("delete from dingtalk_enterprise where sealed_secret like 'k2.%'");
  await expect(reseal(two)).rejects.toThrow(/^0 secrets are sealed .* Aurora/);
});

it('tells all rings at once, and says of local keys where they are', async () => {
  for (const purpose of PURPOSES) expect(await told(purpose, one)).toEqual([]);
  const rings = Object.fromEntries(PURPOSES.map((each) => [each, parseRing(otherOne)])) as unknown as Rings;
  const local = parseSettings({ DATA_DIR: '/data', KEYS_COOKIE: otherOne }, 'start', VENDORS);
  const refused = refuseStrangeKeys(database.db, createKeyRing(rings), local);
  await expect(refused).rejects.toMatchObject({
    problems: [
      expect.stringMatching(/^KEYS_PEPPER \(\/data\/keys\.json\) has another key k1/),
      expect.stringMatching(/^KEYS_COOKIE has another key k1/),
      expect.stringMatching(/^KEYS_OUTBOX \(\/data\/keys\.json\)/),
      expect.stringMatching(/^KEYS_IDENTIFIER \(\/data\/keys\.json\)/),
      expect.anything(),
    ],
  });
});

it('is asked by a server before it serves', async () => {
  const distDir = join(directory, 'dist');
  writeRelease(distDir, 'one');
  const env = { DATABASE_URL: database.url, DIST_DIR: distDir, DATA_DIR: join(directory, 'data') };
  const first = await startProcess({ ...env, KEYS_PEPPER: one });
  first.child.kill('SIGTERM');
  await first.ended;
  await expect(startProcess({ ...env, KEYS_PEPPER: otherOne })).rejects.toThrow(
    /^The settings do not allow a start:\n {2}- KEYS_PEPPER has another key k1[^\n]*\n[^\n]*\n$/,
  );
});
