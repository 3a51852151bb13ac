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
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** An IPv4 address that came over an IPv6 socket is the IPv4 address; a zone index is not part of one. */
export function plainAddress(text: string): string {
  const address = text
    .trim()
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(address) === 0 ? '' : address.toLowerCase();
}

/**
 * The client's address: the peer's, unless the peer is a trusted proxy; then the last address in `X-Forwarded-For`
 * that is not one. What stands further left was written by the client and is never believed. A malformed entry ends the walk.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: Among): string {
  let address = plainAddress(peer);
  const hops = (forwardedFor ?? '').split(',');
  while (trusted(address) && hops.length > 0) {
    const next = plainAddress(withoutPort(hops.pop() ?? ''));
    if (next === '') break;
    address = next;
  }
  return address || '0.0.0.0';
}

function withoutPort(text: string): string {
  const hop = text.trim();
  return /^\[(.+)\](:\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** The first groups of an IPv6 address, as a network. */
function prefix(address: string, count: number): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${count * 16}`;
}

/** What throttles count: one IPv6 customer owns a whole /64. */
export function throttleAddress(address: string): string {
  return isIPv6(address) ? prefix(address, 4) : address;
}

/** The network of an address, /24 or /48: as much as one sender easily has. */
export function networkAddress(address: string): string {
  return isIPv6(address) ? prefix(address, 3) : `${address.split('.').slice(0, 3).join('.')}.0/24`;
}
