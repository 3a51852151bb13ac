import { spawnSync } from 'node:child_process';
import { overlay, type Sources } from '../../src/tools/load.ts';
import { sortedCatalogs, sortKeys } from '../../src/tools/messages.ts';

const empty: Sources = {
  root: '.',
  files: new Map(),
  paths: new Set(),
  fonts: new Map(),
  licences: new Map(),
  drawings: new Map(),
  faults: [],
};

test('keys stand in the order of the base catalog, new ones after their group', () => {
  const reference = ['line.brand', 'screens.sign-in.title', 'screens.sign-in.lead', 'fields.code.label'];
  const keys = ['zebra.x', 'fields.code.label', 'screens.sign-in.links.help', 'screens.sign-in.title', 'line.brand'];
  expect(sortKeys(keys, reference)).toEqual([
    'line.brand',
    'screens.sign-in.title',
    'screens.sign-in.links.help',
    'fields.code.label',
    'zebra.x',
  ]);
});

test('only catalogs out of order are written, with the grammar still named first', () => {
  const sources = overlay(empty, {
    'lines/_base/messages/en.json': '{ "$schema": "s", "a.one": "1", "a.two": "2" }',
    'lines/_base/messages/zh.json': '{ "$schema": "s", "a.two": "2", "a.one": "1" }',
    'lines/sky/messages/en.json': '{ "$schema": "s", "a.two": "2" }',
  });
  expect(sortedCatalogs(sources)).toEqual({
    'lines/_base/messages/zh.json': '{\n  "$schema": "s",\n  "a.one": "1",\n  "a.two": "2"\n}\n',
  });
});

test.each([
  ['wher', 'no command "wher": write "where"'],
  ['mising', 'no command "mising": write "missing"'],
  ['sorted', 'no command "sorted": write "sort"'],
  ['everything', 'no command "everything": write one of: missing, unused, sort, where, shown-on'],
])('the command %s is answered with the one that was meant', (command, told) => {
  const args = ['--import', 'tsx', 'src/tools/messages.ts', command];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr.split('\n')[0]]).toEqual([1, told]);
});
