/** What a run of the gallery draws. */
import type { Card } from '../../../src/tools/gallery/card.ts';
import { ofRun, planOf } from '../../../src/tools/gallery/plan.ts';

const plain = { widths: '1440,390', keys: false, interactions: false, clean: false, folder: 'dist/gallery' };

test('everything in the lines’ own languages, light, when nothing is said', () => {
  const plan = planOf(plain);
  expect(plan).toMatchObject({ widths: [1440, 390], schemes: ['light'], mailSchemes: ['light', 'dark'] });
  expect([plan.line('any'), plan.screen('sign-in'), plan.language('en'), plan.language('en-x-keys')]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([plan.sent('mail', 'mail.welcome'), plan.sent('message', 'sms.code')]).toEqual([true, true]);
});

test('names stand with commas between, and narrow it', () => {
  const plan = planOf({ ...plain, lines: 'one, other', screens: 'sign-in', languages: 'en', schemes: 'dark' });
  expect(plan).toMatchObject({ schemes: ['dark'], mailSchemes: ['dark'] });
  expect(['one', 'other', 'third'].map(plan.line)).toEqual([true, true, false]);
  expect([plan.screen('register'), plan.language('zh'), plan.sent('mail', 'mail.welcome')]).toEqual([
    false,
    false,
    false,
  ]);
});

test('mails and messages are asked for like screens: all of them, or one', () => {
  const mails = planOf({ ...plain, screens: 'mails' });
  expect([mails.sent('mail', 'mail.code'), mails.sent('message', 'sms.code')]).toEqual([true, false]);
  const one = planOf({ ...plain, screens: 'sms.code,sign-in' });
  expect([one.sent('message', 'sms.code'), one.sent('message', 'voice.code'), one.screen('sign-in')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('keys stand beside whatever languages are named', () => {
  const plan = planOf({ ...plain, keys: true, languages: 'zh' });
  expect(['en-x-keys', 'zh', 'en'].map(plan.language)).toEqual([true, true, false]);
});

test.each([
  [{ keys: true, languages: 'pseudo' }, '--keys'],
  [{ against: 'dist/gallery' }, '--against'],
  [{ widths: '390,wide' }, 'not wide'],
  [{ schemes: 'grey' }, 'not grey'],
])('%j cannot be', (given, words) => {
  expect(() => planOf({ ...plain, ...given })).toThrow(words);
});

describe('what a run would draw again', () => {
  const card: Card = {
    kind: 'page',
    line: 'one',
    screen: 'sign-in',
    state: 'initial',
    at: 0,
    language: 'en',
    width: 390,
    scheme: 'light',
    title: '',
    text: '',
  };
  const { width: _, scheme: __, ...text } = card;
  const mail: Card = { ...text, kind: 'mail', screen: 'mail.code' };

  test.each<[string, Parameters<typeof planOf>[0], Card, boolean]>([
    ['a page of it', plain, card, true],
    ['another line', { ...plain, lines: 'other' }, card, false],
    ['another screen', { ...plain, screens: 'register' }, card, false],
    ['another width', { ...plain, widths: '1440' }, card, false],
    ['another scheme', plain, { ...card, scheme: 'dark' }, false],
    ['a language that it has not', plain, { ...card, language: 'keys' }, false],
    ['an interaction', plain, { ...card, kind: 'interaction' }, false],
    ['an interaction that is asked for', { ...plain, interactions: true }, { ...card, kind: 'interaction' }, true],
    ['a mail’s text', plain, mail, true],
    ['a mail in the dark', plain, { ...mail, width: 600, scheme: 'dark' }, true],
    ['a mail in the dark, drawn in the light', { ...plain, schemes: 'light' }, { ...mail, scheme: 'dark' }, false],
    ['a mail beside screens', { ...plain, screens: 'sign-in' }, mail, false],
    ['a text message', plain, { ...text, kind: 'message', screen: 'sms.code' }, true],
  ])('%s', (_what, given, each, expected) => {
    expect(ofRun(planOf(given), [card])(each)).toBe(expected);
  });
});
