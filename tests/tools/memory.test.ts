/** What is kept of an object is given again only where all that it was found by is the very same. */
import { memory, once } from '../../src/tools/memory.ts';

test('an answer is given again for the same object and the same things beside it, and for nothing else', () => {
  const found = memory<object, number>();
  const [of, other, beside, another] = [{}, {}, {}, {}];
  let count = 0;
  const ask = (object: object, ...by: unknown[]): number => found(object, by, () => ++count);
  expect(ask(of, beside)).toBe(1);
  expect(ask(of, beside)).toBe(1);
  expect(ask(of, another)).toBe(2);
  expect(ask(of)).toBe(3);
  expect(ask(other, beside)).toBe(4);
  expect(ask(of, beside)).toBe(1);
});

test('the answer that was given longest ago is forgotten first', () => {
  const found = memory<object, number>();
  const of = {};
  let count = 0;
  const ask = (by: string): number => found(of, [by], () => ++count);
  for (const by of ['a', 'b', 'c', 'a', 'd']) ask(by);
  expect([ask('a'), ask('c'), ask('d')]).toEqual([1, 3, 4]);
  expect(ask('b')).toBe(5);
});

test('of what is no object nothing is kept, and what was found may be nothing', () => {
  let count = 0;
  const find = once((_: object): undefined => {
    count += 1;
    return undefined;
  });
  const of = {};
  expect([find(of), find(of), count]).toEqual([undefined, undefined, 1]);
  for (const wrong of ['text', 7, null] as unknown as object[]) find(wrong);
  expect(count).toBe(4);
});
