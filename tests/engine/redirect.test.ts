import { leaveAddress } from '../../src/engine/redirect.ts';

const redirects = { origins: ['https://www.one.example', 'https://app.one.example:8443'], homeUrl: '/console' };
const origin = 'https://login.one.example';
const home = 'https://login.one.example/console';
const leave = (source: string | undefined, to: 'source-or-home' | 'home' = 'source-or-home') =>
  leaveAddress({ to, source, redirects, origin });

test.each([
  ['https://www.one.example', 'https://www.one.example/'],
  ['https://www.one.example/jobs?id=1#top', 'https://www.one.example/jobs?id=1#top'],
  ['https://app.one.example:8443/x', 'https://app.one.example:8443/x'],
  ['https://WWW.ONE.EXAMPLE/x', 'https://www.one.example/x'],
])('an address of the line is followed: %s', (source, expected) => {
  expect(leave(source)).toBe(expected);
});

test.each([
  undefined,
  '',
  'not an address',
  '/console',
  '//evil.example',
  'https://evil.example',
  'http://www.one.example',
  'https://www.one.example.evil.example',
  'https://www.one.example@evil.example',
  'https://user:secret@www.one.example/',
  'https://evil.example/https://www.one.example',
  'https:\\\\evil.example',
  'https://www.one.example\\@evil.example',
  'https://evil.example\u0000.www.one.example',
  'https://www.one.example\t/x',
  ' https://www.one.example',
  'javascript:alert(1)//https://www.one.example',
  'data:text/html,x',
  'https://www.one.example:444',
  'https://xn--www-one.example',
])('anything else leads home: %j', (source) => {
  expect(leave(source)).toBe(home);
});

test('home is home whatever the source says', () => {
  expect(leave('https://www.one.example', 'home')).toBe(home);
});
