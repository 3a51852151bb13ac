/** Mutants of a source file: one operator, constant or condition changed each. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { parseSync } from 'oxc-parser';

export interface Mutant {
  /** Stays the same while the line that is changed does. */
  readonly id: string;
  /** Where it stands, the same for all changes of the same words; stays the same as long. */
  readonly place: string;
  /** Path relative to the repository. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

/** What Stryker calls its changes of operators, constants and conditions; the others empty texts, lists and bodies. */
const CHANGES: ReadonlySet<string> = new Set([
  'ArithmeticOperator',
  'AssignmentOperator',
  'BooleanLiteral',
  'ConditionalExpression',
  'EqualityOperator',
  'LogicalOperator',
  'UnaryOperator',
  'UpdateOperator',
]);

const OPTIONS = { plugins: null, ignorers: [], excludedMutations: [] };

const silent = () => {};
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

interface Change {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
  readonly id?: { readonly type: string; readonly name?: string };
}

/** A figure with a name of its own: how long something waits, and the like, is chosen; another choice is no fault. */
const isNamed = ({ type, id }: Node): boolean =>
  type === 'VariableDeclarator' && /^[A-Z][A-Z0-9_]*$/.test(id?.name ?? '');

/** Numbers are constants, too, and Stryker leaves them: each becomes the next one, but for those of types and named figures. */
function numbersOf(node: unknown): Change[] {
  if (Array.isArray(node)) return node.flatMap(numbersOf);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, start, end } = node as Node;
  if (type === 'TSLiteralType' || isNamed(node as Node)) return [];
  if (type === 'Literal' && typeof value === 'number') return [{ start, end, replacement: String(value + 1) }];
  return Object.values(node).flatMap(numbersOf);
}

/** Every mutant of a file, in the order of the text. */
export async function mutantsOf(file: string): Promise<Mutant[]> {
  const text = readFileSync(file, 'utf8');
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const offset = ({ line, column }: { readonly line: number; readonly column: number }): number =>
    (starts[line] ?? 0) + column;
  const { mutants } = await new Instrumenter(logger).instrument([{ name: file, content: text, mutate: true }], OPTIONS);
  const changes = mutants
    .filter(({ mutatorName }) => CHANGES.has(mutatorName))
    .map(
      ({ location, replacement }): Change => ({
        start: offset(location.start),
        end: offset(location.end),
        replacement,
      }),
    );
  const times = counter();
  const places = new Map<string, string>();
  return [...changes, ...numbersOf(parseSync(file, text).program)]
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .map(({ start, end, replacement }) => {
      const line = starts.findLastIndex((each) => each <= start);
      const original = text.slice(start, end);
      const what = `${file}\n${text.slice(starts[line], starts[line + 1]).trim()}\n${original}`;
      const span = `${start} ${end}`;
      const place = places.get(span) ?? times(what);
      places.set(span, place);
      return { id: times(`${what}\n${replacement}`), place, file, line: line + 1, start, end, original, replacement };
    });
}

/** Short names of texts; an equal text elsewhere in the file gets another one. */
function counter(): (what: string) => string {
  const seen = new Map<string, number>();
  return (what) => {
    const times = (seen.get(what) ?? 0) + 1;
    seen.set(what, times);
    return createHash('sha256').update(`${what}\n${times}`).digest('hex').slice(0, 10);
  };
}
