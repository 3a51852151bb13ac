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
        readonly engines?: { readonly node?: string };
      }
    >
  >;
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

test('the lock file has an integrity for every package and no download address', () => {
  expect(packages.filter(([, entry]) => entry.resolved !== undefined).map(([path]) => path)).toEqual([]);
  expect(packages.filter(([, entry]) => !entry.integrity && !entry.link).map(([path]) => path)).toEqual([]);
});

test('every licence is one we accept', () => {
  const accepted =
    /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|CC-BY-3\.0|Python-2\.0|MPL-2\.0|Unlicense|WTFPL|PostgreSQL|LGPL-3\.0-or-later|EUPL-1\.1|Zlib|MIT-CMU|PSF-2.0)\b/;
  const faults = packages
    .filter(([, entry]) => !accepted.test(entry.license ?? ''))
    .map(([path, entry]) => `${path}: ${entry.license ?? 'none'}`);
  expect(faults).toEqual([]);
});
