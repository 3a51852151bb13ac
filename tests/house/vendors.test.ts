/**
 * One folder tells everything about an outsider: no vendor's name stands in the code outside of it and of what stands in for it.
 * Names that the data or the database gives are theirs: ids of calls, codes, enumerations, tables.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HANDLERS } from '../../src/server/calls/registry.ts';
import { filesBelow, literalsOf } from './source.ts';

const VENDORS = readdirSync('src/server/vendors', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const FOLDERS = ['engine', 'browser', 'actions', 'widgets', 'screens', 'theme', 'server'];
/** Files in which a word is not the vendor: passwords that people choose, a browser's own name, a system's font, the list of all. */
const OTHERS = [
  'src/server/accounts/common-passwords.ts',
  'src/server/sessions/user-agent.ts',
  'src/server/outbox/render.ts',
  'src/theme/families.ts',
];
const json = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

const migrations = readdirSync('src/server/db/migrations').map((name) =>
  readFileSync(join('src/server/db/migrations', name), 'utf8'),
);
const given = new Set([
  ...Object.keys(HANDLERS),
  ...Object.keys(json('lines/_base/errors.json').codes as object),
  ...Object.keys(json('lines/_base/enums.json')),
  // An event of audit tables that exist.
  'wechat-bound',
  ...migrations.flatMap((sql) =>
    [...sql.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name ?? ''),
  ),
]);
const VENDOR = new RegExp(`(?<![a-z])(${VENDORS.join('|')})(?![a-z])`, 'i');
const word = (text: string): string[] => text.match(/[\w.-]+/g) ?? [];

test('there are vendors to look for', () => {
  expect(VENDORS.length).toBeGreaterThan(5);
});

test('no code outside of a vendor’s folder names it', () => {
  const faults = FOLDERS.flatMap((folder) => filesBelow(join('src', folder)))
    .filter((file) => !file.startsWith('src/server/vendors/') && !OTHERS.includes(file))
    .flatMap(literalsOf)
    .filter(({ value }) =>
      word(value).some((each) => VENDOR.test(each) && !given.has(each) && !given.has(each.split('.')[0] ?? '')),
    )
    .map(({ file, line, value }) => `${file}:${line} ${value.slice(0, 80)}`);
  expect(faults).toEqual([]);
});
