/** Whether any text at all meets a rule: its patterns are run side by side, as automata, over the lengths that it allows. */
import type { Field } from '../../generated/config.ts';
import { isProven } from './proven.ts';

type Rule = Field['rule'];

/** A state's way on: over a character of an atom, or over nothing. */
interface Edge {
  readonly atom?: RegExp;
  readonly to: number;
}

interface Automaton {
  readonly edges: Edge[][];
  readonly start: number;
  readonly end: number;
}

/** What is beyond this is taken as fine: a check must neither take long nor be wrong. */
const MOST_LENGTH = 128;
const MOST_STATES = 2000;

class Unknown extends Error {}

/** Builds the automaton of an anchored pattern. */
class Reader {
  readonly edges: Edge[][] = [];
  #at = 0;

  constructor(readonly pattern: string) {}

  read(): Automaton {
    const [start, end] = this.#choice();
    if (this.#at < this.pattern.length) throw new Unknown();
    return { edges: this.edges, start, end };
  }

  #state(): number {
    return this.edges.push([]) - 1;
  }

  #link(from: number, to: number, atom?: RegExp): void {
    this.edges[from]?.push(atom ? { atom, to } : { to });
  }

  #choice(): [number, number] {
    const [start, end] = [this.#state(), this.#state()];
    for (;;) {
      const [first, last] = this.#sequence();
      this.#link(start, first);
      this.#link(last, end);
      if (this.pattern[this.#at] !== '|') return [start, end];
      this.#at++;
    }
  }

  #sequence(): [number, number] {
    const start = this.#state();
    let end = start;
    while (this.#at < this.pattern.length && !'|)'.includes(this.pattern[this.#at] as string)) {
      const [first, last] = this.#repeated();
      this.#link(end, first);
      end = last;
    }
    return [start, end];
  }

  #repeated(): [number, number] {
    const from = this.#at;
    let part = this.#one();
    const source = this.pattern.slice(from, this.#at);
    const [quantifier, least, comma, most] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(this.pattern.slice(this.#at)) ?? [];
    if (quantifier === undefined) return part;
    this.#at += quantifier.length;
    if (this.pattern[this.#at] === '?') throw new Unknown();
    const [low, high] =
      least !== undefined
        ? [Number(least), comma ? (most ? Number(most) : undefined) : Number(least)]
        : quantifier === '?'
          ? [0, 1]
          : [quantifier === '+' ? 1 : 0, undefined];
    if (Math.max(low, high ?? 0) > MOST_LENGTH) throw new Unknown();
    const copy = (): [number, number] => {
      const again = new Reader(source);
      const { edges, start, end } = again.read();
      const offset = this.edges.length;
      for (const each of edges) this.edges.push(each.map((edge) => ({ ...edge, to: edge.to + offset })));
      return [start + offset, end + offset];
    };
    const start = this.#state();
    let end = start;
    for (let count = 1; count <= Math.max(low, high ?? low + 1); count++) {
      if (count > 1) part = copy();
      this.#link(end, part[0]);
      const after = this.#state();
      this.#link(part[1], after);
      if (count > low) this.#link(end, after);
      // Without an upper bound the last copy goes round.
      if (high === undefined && count > low) this.#link(part[1], part[0]);
      end = after;
    }
    return [start, end];
  }

  #one(): [number, number] {
    const rest = this.pattern.slice(this.#at);
    if (rest.startsWith('(')) {
      const [open = '('] = /^\((?:\?:|\?<[A-Za-z]\w*>)?/.exec(rest) ?? [];
      if (open === '(' && rest[1] === '?') throw new Unknown();
      this.#at += open.length;
      const inside = this.#choice();
      if (this.pattern[this.#at] !== ')') throw new Unknown();
      this.#at++;
      return inside;
    }
    const [atom] =
      /^(?:\[(?:[^\]\\]|\\[\s\S])*\]|\\[pP]\{[^}]*\}|\\u[0-9A-Fa-f]{4}|\\u\{[^}]*\}|\\x[0-9A-Fa-f]{2}|\\[^bB]|[^\\^$])/su.exec(
        rest,
      ) ?? [];
    if (atom === undefined) throw new Unknown();
    this.#at += atom.length;
    const [start, end] = [this.#state(), this.#state()];
    this.#link(start, end, new RegExp(`^${atom}$`, 'su'));
    return [start, end];
  }
}

const automaton = (pattern: string): Automaton => new Reader(pattern.replace(/^\^/, '').replace(/\$$/, '')).read();

/** Characters that stand for all: those of ASCII, some of others, and whatever the patterns name. */
function alphabet(patterns: readonly string[], atoms: readonly RegExp[]): string[] {
  const named = patterns
    .join('')
    .replace(/\\u\{?([0-9A-Fa-f]{4,6})\}?/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const ascii = Array.from({ length: 128 }, (_, at) => String.fromCharCode(at));
  const all = [...new Set([...ascii, ...'é中あ한Ａ０\u0660\u00a0\u200d😀', ...named])];
  if (atoms.some((atom) => !all.some((character) => atom.test(character)))) throw new Unknown();
  // Characters that no pattern tells apart are one.
  const kinds = new Map(
    all.map((character) => [atoms.map((atom) => (atom.test(character) ? 1 : 0)).join(''), character]),
  );
  return [...kinds.values()];
}

function closure({ edges }: Automaton, states: Iterable<number>): number[] {
  const reached = new Set(states);
  for (const state of reached) for (const { atom, to } of edges[state] ?? []) if (!atom) reached.add(to);
  return [...reached].sort((a, b) => a - b);
}

function search(rule: Rule, patterns: readonly string[]): boolean {
  const machines = patterns.map(automaton);
  const atoms = machines.flatMap(({ edges }) => edges.flat().flatMap(({ atom }) => atom ?? []));
  const characters = alphabet(patterns, atoms);
  const [least, most] = [rule.minLength ?? 0, Math.min(rule.maxLength ?? MOST_LENGTH, MOST_LENGTH)];
  if (least > MOST_LENGTH) throw new Unknown();
  const accepts = (all: number[][]) => machines.every(({ end }, at) => all[at]?.includes(end));
  let level = new Map([['', machines.map((machine) => closure(machine, [machine.start]))]]);
  for (let length = 0; length <= most; length++) {
    if (length >= least && [...level.values()].some(accepts)) return true;
    const next = new Map<string, number[][]>();
    for (const all of level.values()) {
      for (const character of characters) {
        const moved = machines.map((machine, at) =>
          closure(
            machine,
            (all[at] ?? []).flatMap((state) =>
              (machine.edges[state] ?? []).flatMap(({ atom, to }) => (atom?.test(character) ? to : [])),
            ),
          ),
        );
        if (moved.every((states) => states.length > 0)) next.set(JSON.stringify(moved), moved);
      }
    }
    if (next.size > MOST_STATES) throw new Unknown();
    level = next;
  }
  return rule.maxLength === undefined || rule.maxLength > MOST_LENGTH;
}

const known = new Map<string, boolean>();

/** Whether a text meets the rule; what cannot be told is taken as met. */
export function isSatisfiable(rule: Rule): boolean {
  const patterns = [rule.pattern, ...(rule.allOf ?? []).map(({ pattern }) => pattern)].filter(
    (each) => each !== undefined,
  );
  if (patterns.length === 0) return true;
  const key = JSON.stringify([rule.minLength, rule.maxLength, patterns]);
  let found = known.get(key);
  if (found === undefined) {
    try {
      found = isProven(key, 'satisfiable', () => search(rule, patterns));
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      found = true;
    }
    known.set(key, found);
  }
  return found;
}
