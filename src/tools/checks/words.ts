/** Texts that nothing shows because a screen lost the name of them: words of a column, questions. */
import { isDictionary } from '../documents.ts';
import type { ResolvedLine } from '../resolve.ts';
import type { Fault } from './fault.ts';
import { blocksOf, pressesOf } from './scope.ts';

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
    return { ...place, message, fix: `add "${word}"`, name: `word ${key}` };
  }
  return undefined;
}

/** What is told in place of a question that nothing asks, where one called like it is asked twice about the same event. */
export function lostQuestion(line: ResolvedLine, key: string): Fault | undefined {
  const [, lost] = /^confirms\.([^.]+)\./.exec(key) ?? [];
  if (lost === undefined) return undefined;
  const words = lost.split('-');
  for (const [id, screen] of Object.entries(line.screens)) {
    const presses = pressesOf(screen).filter(({ confirm }) =>
      confirm?.split('-').every((word) => words.includes(word)),
    );
    for (const { at, event, confirm } of presses.toReversed()) {
      const list = String(at.slice(0, -1));
      const alike = presses.filter((each) => each.event === event && each.confirm === confirm);
      if (alike.filter((each) => String(each.at.slice(0, -1)) === list).length < 2) continue;
      const place = line.origin(`screens/${id}`, [...at, 'confirm']);
      if (place === undefined) continue;
      const message = `event ${event} asks "${confirm}" twice, and nothing asks "${lost}"`;
      return { ...place, message, fix: `write "${lost}"`, name: `question ${lost}` };
    }
  }
  return undefined;
}
