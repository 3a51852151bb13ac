/** Every trick known to lead a redirect astray, tried on each function that decides where a browser goes or who hears something. */
import { answeredAddress, leaveAddress, lineAddress, listedOrigin } from '../../src/engine/redirect.ts';

const origins = ['https://www.one.example', 'https://app.one.example:8443', 'https://xn--fiq228c.example'];
const origin = 'https://login.one.example';
const home = `${origin}/console`;
const GOOD = 'www.one.example';

const control = Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(code)).concat('\u007f');

/** Addresses that are not on the list, whatever they look like. */
const tricks: readonly string[] = [
  // User information
  `https://${GOOD}@evil.example/`,
  `https://${GOOD}:443@evil.example/`,
  `https://${GOOD}%40evil.example/`,
  `https://evil.example@${GOOD}/`,
  `https://:secret@${GOOD}/`,
  `https://a%3A@${GOOD}/`,
  `https://${GOOD}%2F@evil.example/`,
  `https://${GOOD}#@evil.example/`.replace('#', '%23'),
  // Backslashes
  `https:\\\\${GOOD}`,
  `https:/\\${GOOD}`,
  `\\\\evil.example`,
  `https://evil.example\\@${GOOD}`,
  `https://${GOOD}\\.evil.example`,
  `https://${GOOD}\\evil.example`,
  `/\\evil.example`,
  // Control characters and blanks, before, inside and after
  ...control.flatMap((each) => [
    `${each}https://${GOOD}`,
    `https://${GOOD}${each}`,
    `https:${each}//${GOOD}`,
    `java${each}script:alert(1)`,
    `https://${GOOD}${each}.evil.example`,
  ]),
  // Encodings of dots, slashes and hosts
  `https://${GOOD}%2eevil.example`,
  `https://${GOOD}%252eevil.example`,
  `https://evil.example%2f${GOOD}`,
  `https://evil.example%23${GOOD}`,
  `https://evil.example%3f${GOOD}`,
  `https%3A%2F%2F${GOOD}`,
  `https:%2f%2f${GOOD}`,
  `https://0x7f.1/`,
  `https://2130706433/`,
  `https://[::1]/`,
  `https://[::ffff:7f00:1]/`,
  // Other schemes
  `http://${GOOD}`,
  `ftp://${GOOD}`,
  `ws://${GOOD}`,
  `wss://${GOOD}`,
  `file://${GOOD}/etc/passwd`,
  `javascript:alert(1)`,
  `javascript://${GOOD}/%0aalert(1)`,
  `JaVaScRiPt:alert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `vbscript:msgbox(1)`,
  `blob:https://${GOOD}/5f0c`,
  `filesystem:https://${GOOD}/temporary/x`,
  `view-source:https://${GOOD}`,
  `intent://${GOOD}#Intent;end`,
  `about:blank`,
  `mailto:a@${GOOD}`,
  // Look-alike hosts
  `https://${GOOD}.evil.example`,
  `https://evil-${GOOD}`,
  `https://evil.example/${GOOD}`,
  `https://evil.example?${GOOD}`,
  `https://evil.example#${GOOD}`,
  `https://one.example`,
  `https://www.one.example.`,
  `https://wwwone.example`,
  `https://www.one.exampIe`,
  `https://www.0ne.example`,
  `https://${GOOD}:80`,
  `https://${GOOD}:8443`,
  `https://app.one.example`,
  // Protocol-relative, relative, nothing
  `//evil.example`,
  `///evil.example`,
  `////${GOOD}`,
  `//${GOOD}@evil.example`,
  `/evil`,
  `evil.example`,
  `.`,
  `..//evil.example`,
  `?next=//evil.example`,
  `#`,
  ``,
  `null`,
  `*`,
  `https:`,
  `https://`,
  `https:///`,
  // International names: letters that look alike, and other ways to write dots
  `https://www.\u043ene.example`,
  `https://xn--www-one.example`,
  `https://www\u3002evil\u3002example`,
  `https://evil.example\uff0fwww.one.example`,
  `https://${GOOD}\uff20evil.example`,
  `https://${GOOD}\u2044evil.example`,
];

test.each(tricks)('%j leads home', (source) => {
  expect(
    leaveAddress({ to: 'source-or-home', source, redirects: { origins: [...origins], homeUrl: '/console' }, origin }),
  ).toBe(home);
});

test.each(tricks)('nobody at %j hears anything', (source) => {
  expect(listedOrigin(source, origins)).toBeUndefined();
});

test.each(tricks)('an answer with %j stays on this origin or https, without user information', (source) => {
  const address = answeredAddress(source, origin);
  if (address === undefined) return;
  const { protocol, username, password } = new URL(address);
  expect([protocol, username, password]).toEqual(['https:', '', '']);
  expect([...address].every((each) => each > ' ' && each !== '\\')).toBe(true);
});

/** Addresses on the list in spite of how they are written: what counts is where the browser would go. */
test.each([
  [`https://${GOOD}`, `https://${GOOD}`],
  [`HTTPS://WWW.ONE.EXAMPLE/A?b#c`, `https://${GOOD}`],
  [`https:${GOOD}/x`, `https://${GOOD}`],
  [`https:/${GOOD}`, `https://${GOOD}`],
  [`https:////${GOOD}`, `https://${GOOD}`],
  [`https://${GOOD}:443/`, `https://${GOOD}`],
  [`https://www%2eone.example/`, `https://${GOOD}`],
  [`https://www\u3002one\u3002example`, `https://${GOOD}`],
  [`https://\uff57\uff57\uff57.one.example`, `https://${GOOD}`],
  [`https://\u4e2d\u6587.example/`, 'https://xn--fiq228c.example'],
  [`https://${GOOD}/\uff0f@evil.example`, `https://${GOOD}`],
])('%j is %s', (source, expected) => {
  expect(listedOrigin(source, origins)).toBe(expected);
  const left = leaveAddress({
    to: 'source-or-home',
    source,
    redirects: { origins: [...origins], homeUrl: '/console' },
    origin,
  });
  expect(new URL(left).origin).toBe(expected);
});

test.each([undefined, 7, null, {}, [`https://${GOOD}`]])('%j is no address', (source) => {
  expect(listedOrigin(source, origins)).toBeUndefined();
  expect(answeredAddress(source, origin)).toBeUndefined();
});

test.each([
  ['https://www.two.example/in', 'https://www.two.example/in'],
  ['http://www.two.example/in', undefined],
  ['javascript:alert(1)', undefined],
  ['//www.two.example', undefined],
  ['https://a@www.two.example', undefined],
  ['https://www.two.example\\in', undefined],
  [undefined, undefined],
])('the link of the line, %j, is followed as %j', (address, expected) => {
  expect(lineAddress(address)).toBe(expected);
});

test.each([
  ['http://localhost:4400/x', 'http://one.localhost:4400', true],
  ['http://127.0.0.1:1/x', 'http://localhost:4400', true],
  ['http://[::1]:1/x', 'http://localhost:4400', true],
  ['http://localhost:4400/x', 'https://www.one.example', false],
  ['http://localhost:4400/x', 'http://www.one.example', false],
  ['http://www.one.example/x', 'http://localhost:4400', false],
  ['http://localhost.evil.example/x', 'http://localhost:4400', false],
  ['http://evillocalhost/x', 'http://localhost:4400', false],
  ['http://127.0.0.1.evil.example/x', 'http://localhost:4400', false],
  ['ftp://localhost/x', 'http://localhost:4400', false],
])('an answer with %s leads there from %s: %s', (address, from, leads) => {
  expect(answeredAddress(address, from)).toBe(leads ? address : undefined);
});
