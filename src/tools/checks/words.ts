/** Words of a column that its list no longer has, and that the answer may still hold. */
import { isDictionary } from '../documents.ts';
import type { ResolvedLine } from '../resolve.ts';
import type { Fault } from './fault.ts';
import { blocksOf } from './scope.ts';

/** Whether a property of some answer may be a word. */
function mayBe(shape: unknown, property: string, word: string): boolean {
  if (Array.isArray(shape)) return shape.some((each) => mayBe(each, property, word));
  if (!isDictionary(shape)) return false;
  return Object.entries(shape).some(
    ([name, inner]) =>
      (name === property && isDictionary(inner) && Array.isArray(inner.enum) && inner.enum.includes(word)) ||
      mayBe(inner, property, word),
  );
}

/** What is told in place of a text that nothing shows, where a list of words lost the word of it. */
export function lostWord(line: ResolvedLine, key: string): Fault | undefined {
  const [, id, list, name, word] = /^screens\.([^.]+)\.records\.([^.]+)\.words\.([^.]+)\.(.+)$/.exec(key) ?? [];
  const screen = id === undefined ? undefined : line.screens[id];
  if (screen === undefined || name === undefined || word === undefined) return undefined;
  if (!Object.values(line.api).some(({ response }) => mayBe(response, name, word))) return undefined;
  for (const { at, block } of blocksOf(screen)) {
    if (block.block !== 'records' || block.id !== list) continue;
    const index = block.columns.findIndex((column) => typeof column === 'object' && column.name === name);
    const place = line.origin(`screens/${id}`, [...at, 'columns', index, 'words'], 'key');
    if (index < 0 || place === undefined) continue;
    const message = `"words" of column "${name}" lacks "${word}", which an answer may be and a text stands for`;
    return { ...place, message, fix: `add "${word}"`, follows: 2, name: `word ${key}` };
  }
  return undefined;
}
