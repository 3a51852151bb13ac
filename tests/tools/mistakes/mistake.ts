/** What one planted mistake is, and the tables of them: one row each in the JSON files beside. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A path in a file: its steps with slashes between, or a list where a step has slashes or dots of its own. */
export type Where = string | readonly (string | number)[];

export interface Mistake {
  readonly name: string;
  readonly file: string;
  /** Where `value` is put, or what stands there is deleted. */
  readonly put?: Where;
  readonly value?: unknown;
  readonly delete?: true;
  /** A piece of text, and what is written over its first appearance. */
  readonly find?: string;
  readonly write?: string;
  /** The whole file; null deletes it. */
  readonly text?: string | null;
  /** File that the fault is told of, when it is not the edited one. */
  readonly at?: string;
  /** What the fault stands on, by its path or, in double quotes or signs, a piece of its line; by default what changed. */
  readonly on?: Where;
  /** A piece of what is told. */
  readonly says: string;
}

/** Whose mistakes there are tables of. */
export const ROLES = [
  'product',
  'translator',
  'developer',
  'stranger',
  'stranger-2',
  'stranger-3',
  'stranger-4',
  'stranger-5',
  'stranger-6',
  'stranger-7',
  'stranger-8',
  'stranger-9',
  'stranger-10',
  'blind-9',
  'blind-10',
  'blind-11',
  'mutants-1',
] as const;

export const mistakesOf = (role: string): readonly Mistake[] =>
  JSON.parse(readFileSync(path.join(__dirname, `${role}.json`), 'utf8'));
