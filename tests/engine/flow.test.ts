import type { Facts } from '../../src/engine/condition.ts';
import { pickOutcome, type Result } from '../../src/engine/flow.ts';
import type { Outcome } from '../../src/engine/whole.ts';

const facts: Facts = {
  field: () => undefined,
  flag: () => undefined,
  offer: () => false,
  flow: (name) => (name === 'email' ? 'a@b.c' : undefined),
  stored: () => undefined,
  line: () => undefined,
  query: () => undefined,
  visit: () => undefined,
  listed: () => false,
};
const answer = (code: string | number, data = {}): Result => ({ kind: 'answer', code, data, requestId: '' });

const outcomes: readonly Outcome[] = [
  { on: 'ok', where: { result: 3 }, state: 'register' },
  { on: 'ok', where: { registered: false }, state: 'unregistered' },
  { on: 'ok', state: 'done' },
  { on: ['Expired', '602'], state: 'expired' },
  { on: 'Empty', if: { flow: 'email' }, state: 'sent' },
  { on: 'Other', if: { flow: 'phone' }, state: 'never' },
  { on: 'offline', state: 'offline' },
  { on: 'otherwise', state: 'failed' },
];

test.each<[Result | undefined, string]>([
  [answer(200), 'done'],
  [answer(200, { result: 3 }), 'register'],
  [answer(200, { result: 1 }), 'done'],
  [answer(200, { registered: false }), 'unregistered'],
  [answer('Expired'), 'expired'],
  [answer(602), 'expired'],
  [answer('602'), 'expired'],
  [answer('Empty'), 'sent'],
  [answer('Other'), 'failed'],
  [{ kind: 'offline' }, 'offline'],
  [{ kind: 'timeout' }, 'failed'],
  [undefined, 'failed'],
])('%j ends in %s', (result, expected) => {
  expect(pickOutcome(outcomes, result, facts)).toMatchObject({ state: expected });
});

test('where no outcome fits the screen stays as it is', () => {
  expect(pickOutcome([{ on: 'ok', state: 'done' }], answer('X'), facts)).toEqual({ on: 'otherwise', stay: true });
});
