/** The country of a client's address: what a trusted proxy says, else a table of networks in the settings. */
import { type Among, among } from './address.ts';

/** Networks with the country they are in, the first that holds an address wins. */
export interface CountryNetwork {
  readonly network: string;
  /** ISO 3166, two capitals. */
  readonly country: string;
}

export interface CountryOptions {
  /** Header in which trusted proxies tell the country, in small letters; undefined for none. */
  readonly header: string | undefined;
  readonly networks: readonly CountryNetwork[];
  readonly trusted: Among;
}

export interface CountryRequest {
  /** Address of the connecting peer. */
  readonly peer: string;
  /** The client's address. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const COUNTRY = /^[A-Z]{2}$/;
/** Codes by which proxies say that they do not know, or that the way was hidden. */
const UNKNOWN = new Set(['XX', 'ZZ', 'T1', 'A1', 'A2']);

/** The code of a request's country; undefined where nobody knows. */
export type CountryOf = (request: CountryRequest) => string | undefined;

export function countryFinder({ header, networks, trusted }: CountryOptions): CountryOf {
  const lists = networks.map(({ network, country }) => ({ holds: among([network]), country }));
  return ({ peer, address, headers }) => {
    const told = header === undefined || !trusted(peer) ? undefined : headers[header];
    const country = typeof told === 'string' ? told.trim().toUpperCase() : '';
    if (COUNTRY.test(country) && !UNKNOWN.has(country)) return country;
    return lists.find(({ holds }) => holds(address))?.country;
  };
}
