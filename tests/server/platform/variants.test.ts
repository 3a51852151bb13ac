/** What a browser's cookie says of experiments: whatever it holds, only what the line has counts. */
import fc from 'fast-check';
import { readDrawn } from '../../../src/server/http/variants.ts';

const VARIANTS = { 'sign-in': { short: 20, tall: 0 }, register: { quick: 100 } };
const read = (cookie: string | undefined) => Object.fromEntries(readDrawn(cookie, VARIANTS));

test.each([
  [undefined, {}],
  ['', {}],
  ['sign-in.short', { 'sign-in': { variant: 'short', isAskedFor: false } }],
  ['sign-in.', { 'sign-in': { variant: '', isAskedFor: false } }],
  [
    'sign-in.short~register.quick',
    { 'sign-in': { variant: 'short', isAskedFor: false }, register: { variant: 'quick', isAskedFor: false } },
  ],
  // One that takes nobody any more is drawn anew, but for whoever asked for it.
  ['sign-in.tall', {}],
  ['sign-in.tall!', { 'sign-in': { variant: 'tall', isAskedFor: true } }],
  // The line has none of these.
  ['sign-in.wide', {}],
  ['forgot-password.short', {}],
  ['__proto__.constructor', {}],
  ['sign-in.__proto__', {}],
  ['constructor.', {}],
  ['sign-in.short!!', {}],
  ['../sign-in.short', {}],
])('%s', (cookie, drawn) => {
  expect(read(cookie)).toEqual(drawn);
});

test('no cookie names a page that the line has not', () => {
  const part = fc.constantFrom(
    'sign-in',
    'register',
    'short',
    'quick',
    'tall',
    '.',
    '~',
    '!',
    '__proto__',
    '/',
    ' ',
    '%2e',
  );
  const cookie = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(cookie, (text) => {
      for (const [screen, { variant }] of readDrawn(text, VARIANTS)) {
        expect(Object.keys(VARIANTS)).toContain(screen);
        expect(['', ...Object.keys(VARIANTS[screen as keyof typeof VARIANTS])]).toContain(variant);
      }
    }),
    { numRuns: 2000 },
  );
});
