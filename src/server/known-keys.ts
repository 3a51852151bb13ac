/**
 * Whether the key rings are those that the database was used with. What was made with a key that is lost cannot be read any
 * more, and nobody would notice: passwords that are right count as wrong. So the database knows each key by a digest.
 */
import { PASSWORD_KEYS } from './accounts/store/credential.ts';
import { KEEP_HOURS } from './http/idempotency.ts';
import { PURPOSES } from './keys.ts';
import { OWED_HOURS } from './outbox/queue.ts';
import { type Settings, SettingsError } from './settings.ts';
import type { Database, KeyPurpose, KeyRing, Sql } from './types.ts';

interface Made {
  readonly what: string;
  /** The rows that still count, with the id of the key that made each as `key`. */
  readonly rows: string;
}

/** What needs its key for as long as it is there. Of the other rings an older key may go when its operator likes. */
const MADE: Readonly<Partial<Record<KeyPurpose, readonly Made[]>>> = {
  pepper: [{ what: 'passwords', rows: PASSWORD_KEYS }],
  outbox: [
    {
      what: 'messages that wait',
      rows: `select split_part(sealed, '.', 1) as key from outbox
              where state = 'owed' and sealed is not null and created_at > foyer_now() - interval '${OWED_HOURS} hours'`,
    },
    {
      what: 'secrets of enterprises',
      rows: `select split_part(sealed_secret, '.', 1) as key from dingtalk_enterprise`,
    },
  ],
  cookie: [
    {
      what: 'answers for repeats of a request',
      rows: `select split_part(answer, '.', 1) as key from idempotency
              where answer is not null and created_at > clock_timestamp() - interval '${KEEP_HOURS} hours'`,
    },
  ],
};

/** Nobody waits for it, and there may be many passwords. */
const PATIENCE_MILLISECONDS = 120000;

interface Known {
  readonly id: string;
  /** Null where the key was given up before the database knew it. */
  readonly digest: string | null;
  readonly given_up: boolean;
}

const WAY_OUT = 'A key that is lost for good is given up as docs/operators.md says under "Keys".';

/**
 * The database knows all keys of the rings from now on.
 * @throws SettingsError with what is wrong with them, by the settings or the file that hold them
 */
export async function refuseStrangeKeys(
  db: Database,
  keys: KeyRing,
  settings: Pick<Settings, 'ringName'>,
): Promise<void> {
  const problems = await strangeKeys(db, keys, (purpose) => settings.ringName(purpose));
  if (problems.length > 0) throw new SettingsError(problems);
}

async function strangeKeys(
  db: Database,
  keys: KeyRing,
  nameOf: (purpose: KeyPurpose) => string,
): Promise<readonly string[]> {
  return db.transaction(
    async (sql) => {
      const [made] = await sql.query<{ there: boolean }>("select to_regclass('ring_key') is not null as there");
      if (!made?.there) return ['The database is of an earlier release. Migrate it first: node dist/migrate.js.'];
      // Two instances may bring different keys at the same moment.
      await sql.query('lock table ring_key in share row exclusive mode');
      const problems: string[] = [];
      for (const purpose of PURPOSES)
        problems.push(...(await problemsOfRing(sql, purpose, keys.digests(purpose), nameOf(purpose))));
      if (problems.length > 0) return [...problems, WAY_OUT];
      // The oldest first: the order tells which was the last.
      for (const purpose of PURPOSES)
        for (const [id, digest] of [...keys.digests(purpose)].reverse())
          await sql.query(
            `insert into ring_key (ring, id, digest) values ($1, $2, $3)
             on conflict (ring, id) do update set digest = excluded.digest where ring_key.digest is null`,
            [purpose, id, digest],
          );
      return [];
    },
    { patience: PATIENCE_MILLISECONDS },
  );
}

async function problemsOfRing(
  sql: Sql,
  purpose: KeyPurpose,
  ring: ReadonlyMap<string, string>,
  name: string,
): Promise<string[]> {
  const known = await sql.query<Known>('select id, digest, given_up from ring_key where ring = $1 order by since, id', [
    purpose,
  ]);
  const others = known
    .filter(({ id, digest }) => digest !== null && ring.has(id) && ring.get(id) !== digest)
    .map(
      ({ id }) =>
        `${name} has another key ${id} than this database was used with. Put the former one back; a new key takes an id of its own and stands before it.`,
    );
  const missing: string[] = [];
  const made = MADE[purpose] ?? [];
  // Rows from before the database knew its keys tell of theirs themselves.
  const ids = known.length > 0 ? known.filter(({ given_up }) => !given_up).map(({ id }) => id) : await idsOf(sql, made);
  const gone = ids.filter((id) => !ring.has(id));
  for (const id of gone)
    for (const { what, rows } of made)
      if (await isNeeded(sql, rows, id))
        missing.push(`${name} lacks the key ${id}, which ${what} in this database were made with. Put it back.`);
  if (missing.length > 0 || others.length > 0) return [...others, ...missing];
  // A rotation puts the new key before the former one: a ring that has none of them is no ring of this database.
  return known.length > 0 && gone.length === ids.length && gone.length > 0
    ? [`${name} has none of the keys that this database was used with (${gone.join(', ')}). Put the last of them back.`]
    : [];
}

async function idsOf(sql: Sql, made: readonly Made[]): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const { rows } of made)
    for (const { key } of await sql.query<{ key: string }>(`select distinct key from (${rows}) as made`)) ids.add(key);
  return [...ids].sort();
}

async function isNeeded(sql: Sql, rows: string, id: string): Promise<boolean> {
  const [row] = await sql.query<{ needed: boolean }>(
    `select exists (select from (${rows}) as made where key = $1) as needed`,
    [id],
  );
  return row?.needed === true;
}
