/** Identifiers as they are compared, without a database. */
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { digestPassword } from '../../../src/engine/digest.ts';
import { createGate } from '../../../src/server/accounts/gate.ts';
import { fold, normalisePhone, readLoginName } from '../../../src/server/accounts/identifiers.ts';
import { wireDigest } from '../../../src/server/accounts/wire-digest.ts';
import { deviceLabel } from '../../../src/server/sessions/user-agent.ts';

const line = { phone: { area: '86', region: 'CN' } };

test.each(getCountries())('the example number of %s is one number, however it is spaced', (region) => {
  const number = getExampleNumber(region, examples);
  if (!number) return;
  expect(normalisePhone(number.number)).toBe(number.number);
  expect(normalisePhone(number.formatInternational())).toBe(number.number);
  expect(normalisePhone(number.formatNational(), region)).toBe(number.number);
});

test.each([
  '86 13612345678',
  '8613612345678',
  '+86 136-1234-5678',
  '0086 13612345678',
  '\uFF0B\uFF18\uFF16 \uFF11\uFF13\uFF16\uFF11\uFF12\uFF13\uFF14\uFF15\uFF16\uFF17\uFF18',
  '136\u20131234\u20135678',
])('%s is the same number as a phone and as a login name', (text) => {
  expect(normalisePhone(text, 'CN')).toBe('+8613612345678');
  expect(readLoginName(text, line).phone).toBe('+8613612345678');
});

test('a number that nobody knows stays what it was', () => {
  expect(normalisePhone('+999 12345')).toBe('+99912345');
});

test.each([
  [' ＡＢＣ_1 ', 'abc_1'],
  ['ﬁsh', 'fish'],
  ['İ', 'i̇'],
])('%j folds to %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  ['Some_One', { key: 'some_one', username: 'some_one' }],
  ['ME@Mail.Example', { key: 'me@mail.example', email: 'me@mail.example' }],
  ['138 0013 8000', { key: '+8613800138000', phone: '+8613800138000' }],
  ['13800138000', { key: '+8613800138000', phone: '+8613800138000', username: '13800138000' }],
  ['+1 415 555 2671', { key: '+14155552671', phone: '+14155552671' }],
  ['123456', { key: '123456', username: '123456' }],
  [
    'Worker@6F1D7A52-3C0E-4B8E-9A41-2D5C8E7F0B13',
    {
      key: 'worker@6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13',
      username: 'worker',
      master: '6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13',
    },
  ],
  // No UUID of version 4, so no master's.
  [
    'worker@6f1d7a52-3c0e-1b8e-9a41-2d5c8e7f0b13',
    {
      key: 'worker@6f1d7a52-3c0e-1b8e-9a41-2d5c8e7f0b13',
      email: 'worker@6f1d7a52-3c0e-1b8e-9a41-2d5c8e7f0b13',
    },
  ],
  ['a b', { key: 'a b' }],
  ['x@y@z', { key: 'x@y@z' }],
])('%s is read as what it can mean', (text, meaning) => {
  expect(readLoginName(text, line)).toEqual(meaning);
});

test.each(['thirds-salted-sha256', 'thirds-salted-sha1', 'none'] as const)(
  'the digest %s is the browser’s',
  async (passwordDigest) => {
    for (const password of ['Foyer2026a', 'a', 'ab', 'e\u0301clair𝓯𝓸', '']) {
      const settings = { passwordDigest, passwordSalt: 'b7e1f0c2' };
      expect(wireDigest(password, settings)).toBe(await digestPassword(passwordDigest, 'b7e1f0c2', password));
    }
  },
);

test('a session is labelled by browser and system, never by what the visitor sent', () => {
  expect(deviceLabel('Mozilla/5.0 (iPhone) AppleWebKit Version/17 Safari/604')).toBe('Safari, iOS');
  expect(deviceLabel('<script>')).toBe('-');
  expect(deviceLabel(undefined)).toBe('-');
});

test('the gate lets so many in at once, keeps order, and outlives failures', async () => {
  const gate = createGate(2);
  let [running, most] = [0, 0];
  const order: number[] = [];
  const work = Array.from({ length: 9 }, (_, index) =>
    gate
      .run('key', async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        order.push(index);
        running -= 1;
        if (index % 3 === 0) throw new Error('no');
      })
      .catch(() => undefined),
  );
  await Promise.all(work);
  expect(most).toBe(2);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(await gate.run('key', async () => 'free')).toBe('free');
});
