/** Which of a code's sentences is said: the precise one belongs to screens that show its field. */
import { type FailureContext, readFailure } from '../../src/engine/failures.ts';
import type { Result } from '../../src/engine/flow.ts';

const result: Result = { kind: 'answer', code: 'Too.Often', data: {}, requestId: 'r-1' };
const context = (fields: readonly string[]): FailureContext => ({
  errors: () => ({ shows: 'alert', field: 'code' }),
  has: (key) => ['errors.Too.Often', 'errors.Too.Often.code'].includes(key),
  fields,
  language: 'en',
});

test('a screen with the field says the precise sentence, where the entry wants it shown', () => {
  expect(readFailure(result, context(['phone', 'code']))).toMatchObject({
    key: 'errors.Too.Often.code',
    shows: 'alert',
    unknown: false,
  });
});

test('a screen without the field says the general one', () => {
  expect(readFailure(result, context(['account', 'password']))).toMatchObject({
    key: 'errors.Too.Often',
    shows: 'alert',
    unknown: false,
  });
});
