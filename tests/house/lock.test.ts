import { readFileSync } from 'node:fs';

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly resolved?: string;
        readonly integrity?: string;
        readonly link?: boolean;
        readonly license?: string;
        readonly os?: readonly string[];
        readonly cpu?: readonly string[];
        readonly libc?: readonly string[];
        readonly engines?: { readonly node?: string };
      }
    >
  >;
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

/** A registry may hold only some platforms; src/tools/lock-platforms.ts names the others, which have no integrity then. */
const foreign = (entry: (typeof packages)[number][1]): boolean =>
  entry.os !== undefined &&
  (!entry.os.includes('linux') ||
    !entry.cpu?.some((cpu) => cpu === 'x64' || cpu === 'arm64') ||
    entry.libc?.includes('musl') === true);
const here = packages.filter(([, entry]) => !foreign(entry));

test('the lock file has an integrity for every package and no download address', () => {
  expect(packages.filter(([, entry]) => entry.resolved !== undefined).map(([path]) => path)).toEqual([]);
  expect(here.filter(([, entry]) => !entry.integrity && !entry.link).map(([path]) => path)).toEqual([]);
});

test('every licence is one we accept', () => {
  const accepted =
    /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|CC-BY-3\.0|Python-2\.0|MPL-2\.0|Unlicense|WTFPL|PostgreSQL|LGPL-3\.0-or-later|EUPL-1\.1|Zlib|MIT-CMU|PSF-2.0)\b/;
  const faults = here
    .filter(([, entry]) => !accepted.test(entry.license ?? ''))
    .map(([path, entry]) => `${path}: ${entry.license ?? 'none'}`);
  expect(faults).toEqual([]);
});

test('every package runs on the oldest Node that we promise', () => {
  const tooNew = here.filter(([, entry]) => /^\s*(>=|\^)\s*(2[1-9]|[3-9]\d)\b/.test(entry.engines?.node ?? ''));
  expect(tooNew.map(([path, entry]) => `${path}: ${entry.engines?.node}`)).toEqual([]);
});
