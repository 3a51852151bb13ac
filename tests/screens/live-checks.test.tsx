/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Fields that are looked up when they are left: how often the service is asked, and what it says stays with the field.
 */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { openAccountPage } from './account-page.ts';
import { type OpenPage, ok, recorded } from './page.tsx';
import { settle } from './settle.ts';

/** What was asked on this page: the first question is the one of the page before. */
const looks = (page: OpenPage) => page.sent('register-check').slice(1);

const FREE = ok();
const TAKEN = recorded('register-check', 'Account.UserName.Existed');
const LOST: Result = { kind: 'offline' };

const input = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Username' });

async function leave(page: OpenPage, wait = 5000): Promise<void> {
  act(() => input().focus());
  act(() => input().blur());
  await act(async () => page.world.clock.pass(wait));
  await settle();
}

async function opened(typed: string, answer: Result): Promise<OpenPage> {
  const answers = { 'register-check': answer };
  const page = await openAccountPage({ answers });
  await page.user.type(input(), typed);
  return page;
}

test.each([
  ['a name that is free is asked about once', 'mei_lin', FREE, [1, 1], false],
  ['a name that is taken is asked about once', 'mei_lin', TAKEN, [1, 1], true],
  ['a name that nothing was learnt of is asked about each time', 'mei_lin', LOST, [1, 2], false],
  ['what is no name is never asked about', 'm', FREE, [0, 0], true],
])('%s', async (_what, typed, answer, asked, isWrong) => {
  const page = await opened(typed, answer);
  const times: number[] = [];
  for (let time = 0; time < asked.length; time += 1) {
    await leave(page);
    times.push(looks(page).length);
  }
  expect(times).toEqual(asked);
  expect(input().getAttribute('aria-invalid') === 'true').toBe(isWrong);
});

test('another name is asked about anew', async () => {
  const page = await opened('mei_lin', TAKEN);
  await leave(page);
  await page.user.type(input(), '_2');
  expect(input()).toBeValid();
  await leave(page);
  expect(looks(page).map(({ body }) => body)).toEqual([
    expect.objectContaining({ value: 'mei_lin' }),
    expect.objectContaining({ value: 'mei_lin_2' }),
  ]);
});

test('who comes back and leaves at once is asked about once', async () => {
  const page = await opened('mei_lin', FREE);
  await leave(page, 10);
  expect(looks(page)).toHaveLength(0);
  await leave(page);
  expect(looks(page)).toHaveLength(1);
});

test.each([
  ['is offered to who does nothing else', {}, true],
  ['comes not in between what the visitor waits for', { pending: 'register-email' }, false],
])('a captcha that a look wants %s', async (_what, doing, isOffered) => {
  const page = await opened('mei_lin', recorded('register-check', 'Account.Sign.GraphicVerificationRequired'));
  act(() => page.running.model.set(doing));
  await leave(page);
  expect(looks(page)).toHaveLength(1);
  expect(page.running.model.get().captcha !== undefined).toBe(isOffered);
});
