/**
 * No product knowledge in the engine or the UI: every line name, route, call path and wire code is read out of the
 * data, and none may stand as a literal; nor may a sentence in any language.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, literalsOf } from './source.ts';

const folders = ['engine', 'browser', 'actions', 'widgets', 'screens', 'theme'];
const json = (path: string): Record<string, Record<string, unknown>> =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, unknown>>;
const layers = readdirSync('lines');

const known = new Map<string, string>();
for (const layer of layers) {
  if (!layer.startsWith('_')) known.set(layer, 'a line');
  for (const paths of Object.values(
    (json(join('lines', layer, 'line.json')).routes ?? {}) as Record<string, readonly string[] | null>,
  )) {
    for (const path of paths ?? []) known.set(path, 'a route');
  }
}
for (const call of Object.values(json('lines/_base/calls.json').calls as Record<string, { path: string }>))
  known.set(call.path, 'a call path');
for (const code of Object.keys(json('lines/_base/errors.json').codes ?? {}))
  if (/[.A-Z]/.test(code) || /^\d{3,4}$/.test(code)) known.set(code, 'a wire code');

const literals = folders.flatMap((folder) => filesBelow(join('src', folder))).flatMap(literalsOf);

test('the data names enough for this test to mean something', () => {
  expect(new Set(known.values())).toEqual(new Set(['a line', 'a route', 'a call path', 'a wire code']));
  expect(literals.length).toBeGreaterThan(200);
});

test('no line name, route, call path or wire code stands in the engine or the UI', () => {
  const faults = literals
    .filter(({ value }) => known.has(value))
    .map(({ file, line, value }) => `${file}:${line} ${known.get(value)}: ${value}`);
  expect(faults).toEqual([]);
});

test('no Chinese character and no sentence stands in the engine or the UI', () => {
  // A thrown error speaks to engineers; everything a visitor reads comes from a catalog.
  const sentence = /^[A-Z][a-z]+( [a-z']+){2,}[^{}]*[.!?]$/;
  const source = (file: string, line: number): string =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(Math.max(0, line - 4), line)
      .join('\n');
  const faults = literals
    .filter(
      ({ file, line, value }) =>
        /\p{Script=Han}/u.test(value) || (sentence.test(value.trim()) && !/Error\(/.test(source(file, line))),
    )
    .map(({ file, line, value }) => `${file}:${line} ${value}`);
  expect(faults).toEqual([]);
});
