/** What a session's owner recognises a browser and a place by. Nothing of the visitor's own text is kept. */
import { isIP } from 'node:net';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Android/, 'Android'],
  [/Linux|X11/, 'Linux'],
];

function first(list: typeof BROWSERS, text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}

/** `Chrome, Windows`; `-` when nothing is recognised. */
export function deviceLabel(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 512);
  return [first(BROWSERS, text), first(SYSTEMS, text)].filter(Boolean).join(', ') || '-';
}

/** The network of an address: the first three parts of IPv4, the first three groups of IPv6; undefined for no address. */
export function placeLabel(address: string): string | undefined {
  const plain = address.replace(/^::ffff:(?=[0-9]+\.)/, '');
  if (isIP(plain) === 4) return plain.replace(/[0-9]+$/, '*');
  if (isIP(plain) === 6) return `${plain.split(':').slice(0, 3).join(':')}:*`;
  return undefined;
}
