/** Types of calls and flow as they are once the compiler has written out everything that the data leaves unsaid. */
import type * as written from '../generated/config.ts';
import type { SavedValue, Value } from '../generated/config.ts';

type Values = Readonly<Record<string, Value>>;

export interface Call extends Omit<written.Call, 'method' | 'body' | 'keeps' | 'saves'> {
  readonly method: NonNullable<written.Call['method']>;
  readonly body?: Values;
  /** Properties left out when empty. */
  readonly optional?: readonly string[];
  /** Flow value ← property of the answer's data. */
  readonly keeps?: Readonly<Record<string, string>>;
  readonly saves?: Readonly<Record<string, Exclude<SavedValue, true>>>;
  /** With the codes that are implied. */
  readonly fails: readonly string[];
}

export interface Calls {
  readonly headers?: Readonly<Record<string, Values>>;
  readonly calls: Readonly<Record<string, Call>>;
}
