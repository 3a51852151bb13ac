/** @jest-environment ./tests/page-environment.cjs */
/** What the tests of pages wait for. */
import '@testing-library/react';

test('a digest that a busy machine makes late is waited for', async () => {
  const digest = jest
    .spyOn(crypto.subtle, 'digest')
    .mockImplementation(() => new Promise((done) => setTimeout(done, 2500, new ArrayBuffer(0))));
  const { settle } = require('./settle.ts') as typeof import('./settle.ts');
  let made = false;
  void crypto.subtle.digest('SHA-256', new Uint8Array()).then(() => {
    made = true;
  });
  await settle();
  expect(digest).toHaveBeenCalledTimes(1);
  expect(made).toBe(true);
});
