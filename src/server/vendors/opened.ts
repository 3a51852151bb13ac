/** What a vendor's parts work with: its own settings, or, where nobody gave any, those that lead to what stands in for it. */
import type { Opening } from '../ports/vendor.ts';

export interface Opened<Own extends object> {
  /** Credentials and names, which are the same wherever this server listens. */
  readonly values: Own;
  /** A value that may be an address below this server, asked for at each use: its port is known once it listens. */
  at<Key extends keyof Own>(key: Key): Own[Key];
  /** Whether something stands in for the vendor. */
  readonly isStandIn: boolean;
  /** The same address as a browser reaches it. */
  from<Key extends keyof Own>(origin: string, key: Key): Own[Key];
}

/** @param isGiven whether the settings themselves name an account */
export function opened<Own extends object>({ own, standIn, inside }: Opening<Own>, isGiven: boolean): Opened<Own> {
  const used = isGiven ? undefined : standIn;
  const below = (origin: string): Own => ({ ...own, ...used?.settings(origin) });
  return {
    values: below(''),
    at: (key) => below(inside())[key],
    from: (origin, key) => below(origin)[key],
    isStandIn: used !== undefined,
  };
}
