/** The one function that says where a request comes from. */
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether an address belongs to a list of addresses and networks. */
export type Among = (address: string) => boolean;

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Makes the test for a list like `10.0.0.0/8,loopback,::1`. Throws on an entry that is neither. */
export function among(entries: readonly string[]): Among {
  const list = new BlockList();
  for (const entry of entries.flatMap((each) => NAMED[each] ?? [each])) {
    const { address, bits } = networkOf(entry);
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, bits, family);
  }
  return (text) => {
    const address = plainAddress(text);
    return address !== '' && list.check(address, familyOf(address));
  };
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** An entry's address and length; IPv4 networks written as IPv6 are IPv4 networks. */
function networkOf(entry: string): { readonly address: string; readonly bits: number | undefined } {
  const [text = '', bits] = entry.split('/');
  const address = plainAddress(text);
  if (bits === undefined || isIPv6(text) === isIPv6(address))
    return { address, bits: bits === undefined ? bits : Number(bits) };
  return Number(bits) < MAPPED_BITS
    ? { address: text, bits: Number(bits) }
    : { address, bits: Number(bits) - MAPPED_BITS };
}

/** Length of `::ffff:0:0/96`, where IPv6 writes IPv4. */
const MAPPED_BITS = 96;

/**
 * The one writing of an address, whatever it was written like: no port, brackets or zone index, IPv4 as IPv4, IPv6 in
 * the form of RFC 5952. Empty for what is no address.
 */
export function plainAddress(text: string): string {
  const address = withoutPort(text).replace(/%.*$/, '');
  if (!isIPv6(address)) return isIP(address) === 0 ? '' : address;
  const groups = groupsOf(address);
  const mapped = groups.slice(0, 6).every((group, index) => group === (index === 5 ? 0xffff : 0));
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/**
 * The client's address: the peer's, unless the peer is a trusted proxy; then the last address in `X-Forwarded-For`
 * that is not one. What stands further left was written by the client and is never believed. A malformed entry ends the walk.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: Among): string {
  let address = plainAddress(peer);
  const hops = (forwardedFor ?? '').split(',');
  while (trusted(address) && hops.length > 0) {
    const next = plainAddress(hops.pop() ?? '');
    if (next === '') break;
    address = next;
  }
  return address || '0.0.0.0';
}

function withoutPort(text: string): string {
  const hop = text.trim();
  return /^\[(.+)\](:\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // What browsers make of an address has no dotted end.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part: string | undefined): number[] =>
    part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/** The first groups of an IPv6 address. */
const prefix = (address: string, count: number): string =>
  groupsOf(address)
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':');

/** What throttles count: one IPv6 customer owns a whole /64. */
export function throttleAddress(text: string): string {
  const address = plainAddress(text);
  return isIPv6(address) ? `${prefix(address, 4)}::/64` : address;
}

/** The network of an address, /24 or /48: as much as one sender easily has. */
export function networkAddress(text: string): string {
  const address = plainAddress(text);
  return isIPv6(address) ? `${prefix(address, 3)}::/48` : `${firstParts(address)}.0/24`;
}

/** The same network as people are shown it, such as `203.0.113.*`; `::1`, which has none, as it is; undefined for what is no address. */
export function placeLabel(text: string): string | undefined {
  const address = plainAddress(text);
  if (address === '') return undefined;
  if (address === '::1') return address;
  return isIPv6(address) ? `${prefix(address, 3)}:*` : `${firstParts(address)}.*`;
}

const firstParts = (address: string): string => address.split('.').slice(0, 3).join('.');
