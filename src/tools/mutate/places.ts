/** Places of a file that mutants stand at, as a test run may count them. */
import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import type { Mutant } from './mutants.ts';

/** Where a place is counted: around an expression, or, when both are the same, before a statement. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Nobody asks more of it than whether it holds. */
  readonly isCondition?: boolean;
}

interface Node extends Span {
  readonly type: string;
  readonly key?: unknown;
  readonly computed?: boolean;
  readonly consequent?: readonly Node[];
  readonly body?: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Types say nothing when the program runs. */
const IS_TYPE = /^TS(?!AsExpression|NonNull|Satisfies)/;

/** Spans of a file that can be counted, by `start end`, and what is counted instead of others: the statements they are in. */
function spansOf(text: string, file: string): { exact: Map<string, Span>; statements: Span[] } {
  const exact = new Map<string, Span>();
  const statements: Span[] = [];
  const visit = (node: unknown, parent: Node | undefined, name: string): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, parent, name);
      return;
    }
    if (!isNode(node) || IS_TYPE.test(node.type)) return;
    const { type, start, end } = node;
    const span = `${start} ${end}`;
    const isPlainKey = name === 'key' && parent?.computed !== true;
    const isOther = name === 'callee' || name === 'local' || name === 'source';
    const isValue = /(Expression|Literal)$/.test(type) && !isPlainKey && !isOther;
    if (isValue || (type === 'Identifier' && name === 'test'))
      exact.set(span, { start, end, isCondition: name === 'test' && parent?.type !== 'SwitchCase' });
    const [first] = type === 'SwitchCase' ? (node.consequent ?? []) : [];
    if (first !== undefined) exact.set(span, { start: first.start, end: first.start });
    if ((type === 'Program' || type === 'BlockStatement') && Array.isArray(node.body))
      statements.push(...(node.body as Node[]).filter((each) => /Statement$|^VariableDeclaration$/.test(each.type)));
    for (const [key, value] of Object.entries(node)) visit(value, node, key);
  };
  visit(parseSync(file, text).program, undefined, '');
  return { exact, statements };
}

/** Each place of a file's mutants with its span; without one when nothing can be counted there. */
export function placesOf(file: string, mutants: readonly Mutant[]): Map<string, Span | undefined> {
  const { exact, statements } = spansOf(readFileSync(file, 'utf8'), file);
  const around = ({ start, end }: Span): Span | undefined => {
    const statement = statements.findLast((each) => each.start <= start && end <= each.end);
    return statement && { start: statement.start, end: statement.start };
  };
  return new Map(mutants.map((mutant) => [mutant.place, exact.get(`${mutant.start} ${mutant.end}`) ?? around(mutant)]));
}
