/** One address is one address, however it is written: for every limit, list and label. */
import fc from 'fast-check';
import {
  among,
  clientAddress,
  networkAddress,
  placeLabel,
  plainAddress,
  throttleAddress,
} from '../../../src/server/http/address.ts';
import { countryFinder } from '../../../src/server/http/country.ts';
import { parseSettings } from '../../../src/server/settings.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';
import { withDatabase } from '../database.ts';
import { type TestApp, testApp } from './app.ts';

const trusted = among(['10.0.0.0/8']);

interface Known {
  readonly plain: string;
  readonly throttle: string;
  readonly network: string;
  readonly place: string;
  /** A network that holds it, in several writings. */
  readonly within: readonly string[];
  readonly writings: readonly string[];
}

const ADDRESSES: readonly Known[] = [
  {
    plain: '203.0.113.7',
    throttle: '203.0.113.7',
    network: '203.0.113.0/24',
    place: '203.0.113.*',
    within: ['203.0.113.7', '203.0.113.0/24', '::ffff:203.0.113.0/120', '::FFFF:CB00:7100/120', '::ffff:203.0.113.7'],
    writings: [
      '203.0.113.7',
      ' 203.0.113.7 ',
      '203.0.113.7:4711',
      '::ffff:203.0.113.7',
      '::FFFF:203.0.113.7',
      '::ffff:cb00:7107',
      '::ffff:CB00:7107%eth0',
      '0:0:0:0:0:ffff:203.0.113.7',
      '0000:0000:0000:0000:0000:FFFF:CB00:7107',
      '[::ffff:203.0.113.7]',
      '[::ffff:cb00:7107]:443',
    ],
  },
  {
    plain: '2001:db8::42:0:0:1',
    throttle: '2001:db8:0:0::/64',
    network: '2001:db8:0::/48',
    place: '2001:db8:0:*',
    within: ['2001:db8::/32', '2001:0DB8:0000::/48', '2001:DB8:0:0:42::1'],
    writings: [
      '2001:db8::42:0:0:1',
      '2001:DB8::42:0:0:1',
      '2001:db8:0:0:42::1',
      '2001:0db8:0000:0000:0042:0000:0000:0001',
      '2001:DB8:0:0:42:0:0:1%eth0.7',
      '2001:db8::42:0:0.0.0.1',
      '[2001:db8::42:0:0:1]',
      '[2001:DB8:0:0:42::1]:443',
      '[2001:db8::42:0:0:1%25en0]:443',
    ],
  },
  {
    plain: '::1',
    throttle: '0:0:0:0::/64',
    network: '0:0:0::/48',
    place: '::1',
    within: ['::1/128', 'loopback', '0:0:0:0:0:0:0:1'],
    writings: ['::1', '0:0:0:0:0:0:0:1', '0000::0001', '[::1]:80', '::0.0.0.1', '::1%lo'],
  },
];

const WRITTEN = ADDRESSES.flatMap((known) => known.writings.map((text) => ({ text, ...known })));

test.each(WRITTEN)('$text is $plain, for every use', ({ text, plain, throttle, network, place, within }) => {
  const country = countryFinder({
    header: undefined,
    networks: within.filter((each) => each !== 'loopback').map((each) => ({ network: each, country: 'FR' })),
    trusted,
  });
  expect({
    plain: plainAddress(text),
    peer: clientAddress(text, undefined, trusted),
    forwarded: clientAddress('::ffff:10.0.0.1', `6.6.6.6, ${text}`, trusted),
    throttle: throttleAddress(text),
    network: networkAddress(text),
    place: placeLabel(text),
    listed: within.filter((each) => among([each])(text)),
    strange: among(['198.51.100.0/24', '2001:db9::/32', 'uniquelocal'])(text),
    country: country({ peer: '10.0.0.1', address: text, headers: {} }),
  }).toEqual({
    plain,
    peer: plain,
    forwarded: plain,
    throttle,
    network,
    place,
    listed: within,
    strange: false,
    country: 'FR',
  });
});

test.each(['', 'unknown', '203.0.113', '203.0.113.07', '2001:db8::1::2', '[::1', 'localhost'])(
  '%j is no address, and belongs nowhere',
  (text) => {
    expect([plainAddress(text), placeLabel(text), among(['0.0.0.0/0', '::/0'])(text)]).toEqual(['', undefined, false]);
  },
);

test('a network that holds more than IPv4 in IPv6 stays one of IPv6', () => {
  expect(among(['::/0'])('2001:db8::1')).toBe(true);
  expect(among(['::ffff:0:0/96'])('203.0.113.7')).toBe(true);
  expect(among(['::ffff:0:0/96'])('2001:db8::1')).toBe(false);
});

const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: 8, maxLength: 8 });
const writing = fc.record({ upper: fc.boolean(), padded: fc.boolean(), bracketed: fc.boolean(), zone: fc.boolean() });

test('any address x any writing: one form, which is its own', () => {
  fc.assert(
    fc.property(groups, writing, (parts, { upper, padded, bracketed, zone }) => {
      const hex = parts.map((part) => part.toString(16).padStart(padded ? 4 : 1, '0')).join(':');
      const text = `${upper ? hex.toUpperCase() : hex}${zone ? '%eth0' : ''}`;
      const plain = plainAddress(bracketed ? `[${text}]:443` : text);
      expect(plain).toBe(plainAddress(parts.map((part) => part.toString(16)).join(':')));
      expect(plainAddress(plain)).toBe(plain);
      expect(plain).not.toBe('');
    }),
  );
});

const PORTS = fc.integer({ min: 1, max: 65535 });
test('any IPv4 address x any writing: as IPv4', () => {
  fc.assert(
    fc.property(fc.ipV4(), PORTS, (address, port) => {
      for (const text of [address, `${address}:${port}`, `::ffff:${address}`, `[::FFFF:${address}]:${port}`])
        expect(plainAddress(text)).toBe(address);
    }),
  );
});

test('an operator may write a host of figures in any form', () => {
  const { metricsHosts } = parseSettings({ METRICS_HOSTS: '2001:DB8:0:0:42::1,Foyer.example' }, 'start', VENDORS);
  expect(metricsHosts).toEqual(['2001:db8::42:0:0:1', 'foyer.example']);
});

describe('figures', () => {
  const database = withDatabase();
  let server: TestApp;
  beforeAll(async () => {
    server = await testApp(database, { env: { METRICS_FROM: '10.0.0.0/8', METRICS_HOSTS: '2001:db8::1' } });
  });
  afterAll(() => server.close());

  const figures = async (remoteAddress: string, headers: Record<string, string>) =>
    (await server.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;

  test.each(['10.0.0.1', '::ffff:10.0.0.1', '::FFFF:0a00:0001'])(
    'are kept from whoever a proxy at %s, which nobody trusts, speaks for',
    async (peer) => {
      expect(await figures(peer, { host: 'localhost' })).toBe(200);
      expect(await figures(peer, { host: 'localhost', 'x-forwarded-for': '203.0.113.7' })).toBe(404);
    },
  );

  test.each(['[2001:db8::1]', '[2001:DB8:0:0::1]:9090'])('are asked for at the host %s', async (host) => {
    expect(await figures('10.0.0.1', { host })).toBe(200);
  });
});
