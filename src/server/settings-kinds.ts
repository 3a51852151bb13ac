/** What a setting is, and the kinds of values that several have. */

/** `start`: embedded default with simulators and reference accounts. `serve`: production. */
export type Mode = 'start' | 'serve';

export interface Described<T> {
  readonly name: string;
  /** As shown in the table of defaults. */
  readonly fallback: string;
  readonly about: string;
  /** Throws with the end of the sentence "<name> …". `text` is undefined when unset or empty. */
  parse(text: string | undefined, mode: Mode): T;
}

export function integer(text: string | undefined, otherwise: number, least: number, most: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`must be a whole number from ${least} to ${most}`);
  return value;
}

export function flag(text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined) return otherwise;
  if (text === '1') return true;
  if (text === '0') return false;
  throw new Error('must be 1 or 0');
}

export function address(text: string | undefined, schemes: readonly string[]): string | undefined {
  if (text === undefined) return undefined;
  if (!areEncoded(text))
    throw new Error(
      'has user and password that cannot be read; percent-encode them: # as %23, / as %2F, ? as %3F, % as %25',
    );
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !schemes.includes(parsed.protocol.slice(0, -1)))
    throw new Error(`must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
  return text;
}

/** Whether user and password of an address, if it has any, end where they should. */
function areEncoded(text: string): boolean {
  const [, rest = ''] = /^[a-z]+:\/\/(.*)$/is.exec(text) ?? [];
  const end = rest.search(/[/?#]/);
  const host = end < 0 ? rest : rest.slice(0, end);
  // Of a gateway's address an @ may follow later; a password before it shows by its colon.
  if (!host.includes('@')) return !rest.includes('@') || (/^http/i.test(text) && /^[^:]*(:\d+)?$/.test(host));
  try {
    decodeURIComponent(host.slice(0, host.lastIndexOf('@')));
    return true;
  } catch {
    return false;
  }
}

export function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export function origin(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.origin !== text)
    throw new Error(`holds ${text}, which is no origin; write it like https://www.example.com`);
  return text;
}

/** Whether an address leads to this very machine, where only simulators live. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname.startsWith('127.') ||
    ['0.0.0.0', '[::1]', '[::]'].includes(hostname)
  );
}
