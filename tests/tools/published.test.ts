/** What the watcher's log names: files of the data, few of them, and no others. */
import { publishedText } from '../../src/tools/published.ts';

const EN = 'lines/a/messages/en.json';
const LINE = 'lines/a/line.json';
const data = new Set([EN, LINE]);
const told = (places: readonly string[], before = data, after = data): string =>
  publishedText({ places, before, after, took: 1234 });

test('a file that was saved is named, with the time it took', () => {
  expect(told([EN])).toBe(`${EN}: published in 1.2 s`);
});

test("editors' own files, gone again, are not", () => {
  expect(told(['lines/a/messages/sedgEmVLn', `${EN}.tmp`, EN])).toBe(`${EN}: published in 1.2 s`);
});

test('a file that was deleted, or that is new, is', () => {
  expect(told([EN], data, new Set([LINE]))).toBe(`${EN}: published in 1.2 s`);
  expect(told([EN], new Set([LINE]), data)).toBe(`${EN}: published in 1.2 s`);
});

test('a folder is named where nothing in it is', () => {
  expect(told(['lines/a/messages'])).toBe('lines/a/messages: published in 1.2 s');
  expect(told(['lines/a/messages', EN])).toBe(`${EN}: published in 1.2 s`);
});

test('of many files three are named', () => {
  const many = ['one', 'two', 'three', 'four', 'five'].map((name) => `lines/a/screens/${name}.json`);
  expect(told(many, new Set(), new Set(many))).toBe(`${many.slice(0, 3).join(', ')} and 2 more: published in 1.2 s`);
});
