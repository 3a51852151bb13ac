/** Sentences by key: plain text as it is, ICU syntax trees through intl-messageformat (no parser here). */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Message, Messages, Scalar } from './pack.ts';

/**
 * Only `resolvedOptions` tells which locale was found, and nobody asks: looking for it would have the browser load its data of
 * numbers while the page comes alive, a quarter of that time, for sentences that mostly have no number.
 */
IntlMessageFormat.resolveLocale = () => undefined;

export type Params = Readonly<Record<string, Scalar>>;
/** What a rich tag becomes; `chunks` is what stands between the tags. */
export type RichTag<Node> = (chunks: readonly Node[]) => Node;

export interface Texts {
  /** Whether there is a sentence for this key. */
  has(key: string): boolean;
  /**
   * The sentence as plain text; rich tags keep only their content.
   * @throws when the key is missing, outside production. A parameter that is missing leaves a gap; a `select` takes it for `absent`.
   */
  text(key: string, params?: Params): string;
  /** The sentence's parts, rich tags turned into nodes. Throws like `text`. */
  parts<Node>(key: string, params: Params, tags: (name: string) => RichTag<Node>): readonly (string | Node)[];
}

export interface TextsOptions {
  /** Sentences, looked up in order. */
  readonly catalogs: readonly Messages[];
  readonly language: string;
  /** In production a missing key gives the key instead of an exception, so that one missing text never costs the page. */
  readonly production: boolean;
}

/** TYPE of @formatjs/icu-messageformat-parser, whose own module would bring the parser along. */
const TYPE = { literal: 0, number: 2, select: 5, plural: 6, pound: 7, tag: 8 } as const;

interface Node {
  readonly type?: number;
  readonly value?: string;
  readonly children?: readonly unknown[];
  readonly options?: Readonly<Record<string, { readonly value: readonly unknown[] }>>;
}

/** Names of the arguments and rich tags in a syntax tree, with the type of each. */
export function namesIn(nodes: readonly unknown[], found: Map<string, number> = new Map()): Map<string, number> {
  for (const node of nodes as readonly Node[]) {
    const { type, value, children = [], options = {} } = node;
    if (type === undefined || type === TYPE.literal || type === TYPE.pound) continue;
    if (value !== undefined) found.set(value, type);
    namesIn(children, found);
    for (const option of Object.values(options)) namesIn(option.value, found);
  }
  return found;
}

export function createTexts({ catalogs, language, production }: TextsOptions): Texts {
  const formats = new Map<string, IntlMessageFormat>();

  const find = (key: string): Message | undefined => {
    for (const catalog of catalogs) if (Object.hasOwn(catalog, key)) return catalog[key];
    return undefined;
  };

  const missing = (key: string): string => {
    if (production) return key;
    throw new Error(`No message for ${JSON.stringify(key)} in ${language}.`);
  };

  const formatOf = (key: string, message: readonly unknown[]): IntlMessageFormat => {
    let format = formats.get(key);
    if (format === undefined) {
      format = new IntlMessageFormat(message as ConstructorParameters<typeof IntlMessageFormat>[0], language);
      formats.set(key, format);
    }
    return format;
  };

  const parts = <Node>(
    key: string,
    params: Params,
    tags: (name: string) => RichTag<Node>,
  ): readonly (string | Node)[] => {
    const message = find(key);
    if (message === undefined) return [missing(key)];
    if (typeof message === 'string') return [message];
    const values: Record<string, unknown> = { ...params };
    for (const [name, type] of namesIn(message)) {
      if (type === TYPE.tag) values[name] = tags(name);
      // A flow value that is not there yet (the page before it comes alive) leaves a gap, never an exception. An emptied
      // one counts as absent, as it does in conditions.
      else if ((values[name] ?? '') === '')
        values[name] = type === TYPE.number || type === TYPE.plural ? 0 : type === TYPE.select ? 'absent' : '';
    }
    try {
      const formatted: unknown = formatOf(key, message).format(values as never);
      return (Array.isArray(formatted) ? formatted : [formatted]) as readonly (string | Node)[];
    } catch (error) {
      if (production) return [missing(key)];
      throw new Error(`Message ${JSON.stringify(key)} in ${language}: ${(error as Error).message}`);
    }
  };

  return {
    has: (key) => find(key) !== undefined,
    parts,
    text: (key, params = {}) => parts<string>(key, params, () => (chunks) => chunks.join('')).join(''),
  };
}
