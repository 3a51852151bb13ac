/** @jest-environment ./tests/page-environment.cjs */
/** What is said of a field is said of the value that was judged: over late answers, values that hang on others, and what a new answer leaves. */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { loadLateWidgets } from '../../src/widgets/late.tsx';
import { openAccountPage } from './account-page.ts';
import { type OpenPage, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

beforeAll(loadLateWidgets);

const box = (name: string): HTMLInputElement => document.querySelector(`[name="${name}"]`) as HTMLInputElement;
const held = ({ running }: OpenPage) => running.model.get();

/** An answer that comes when it is told to, once its question was asked: a call starts some time after the press. */
function late(): { readonly answer: () => Promise<Result>; come(result: Result): Promise<void> } {
  const asked: ((result: Result) => void)[] = [];
  return {
    answer: () => new Promise((resolve) => asked.push(resolve)),
    async come(result) {
      const resolve = await waitFor(() => {
        const first = asked.shift();
        if (first === undefined) throw new Error('nothing was asked yet');
        return first;
      });
      await act(async () => resolve(result));
    },
  };
}

const filled = {
  username: 'mei_lin',
  'new-password': 'Abcdefg12',
  'business-type': 'animation',
  agreement: true,
};

/** A registration under way, whose answer is awaited. */
async function registering(): Promise<{ readonly page: OpenPage; come(result: Result): Promise<void> }> {
  const { answer, come } = late();
  const page = await openAccountPage({
    answers: { 'register-check': ok(), 'is-blacklist-email': ok(), 'register-email': answer },
  });
  act(() => page.running.model.set({ values: { ...held(page).values, ...filled } }));
  await page.user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(page.sent('register-email')).toHaveLength(1));
  return { page, come };
}

test('a late answer about a value that is another by now stands above the form and takes nobody’s cursor', async () => {
  const { page, come } = await registering();
  await page.user.type(box('username'), '_2');
  await page.user.click(box('new-password'));
  await come(recorded('register-email', 'Account.UserName.Existed'));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Username already exists'));
  await settle();
  expect(box('username')).toBeValid();
  expect(box('new-password')).toHaveFocus();
});

test('the same answer about the value that was sent stands at its field, and the cursor goes there', async () => {
  const { come } = await registering();
  await come(recorded('register-email', 'Account.UserName.Existed'));
  await waitFor(() => expect(box('username')).toBeInvalid());
  await waitFor(() => expect(box('username')).toHaveFocus());
});

test('a refusal of a pair that was changed meanwhile marks neither half; one that was not points to its reason', async () => {
  const { answer, come } = late();
  const page = await openPage({ line: 'foxrenderfarm', screen: 'sign-in', answers: { 'sign-in': answer } });
  const send = async (): Promise<void> => {
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(held(page).pending).toBeDefined());
  };
  await page.user.type(box('account'), 'mei_lin');
  await page.user.type(box('password'), 'Abcdefg12');
  await send();
  await page.user.type(box('password'), '3');
  await come(recorded('sign-in', 'Account.SignIn.Failed'));
  await waitFor(() => expect(screen.getByRole('alert')).toBeVisible());
  expect(box('password')).toBeValid();
  await page.user.clear(box('password'));
  await page.user.type(box('password'), 'Abcdefg12');
  await send();
  await come(recorded('sign-in', 'Account.SignIn.Failed'));
  await waitFor(() => expect(box('password')).toBeInvalid());
  expect(box('password')).toHaveAccessibleDescription(
    expect.stringContaining(screen.getByRole('alert').textContent?.slice(0, 20) ?? '?'),
  );
});

test('what a live check said hangs on what it was told: another business type, and the code is checked again', async () => {
  let verdict: Result = recorded('check-invite-code', '5002');
  const page = await openAccountPage({
    answers: { 'check-invite-code': () => verdict, 'register-check': ok() },
  });
  act(() => page.running.model.set({ values: { ...held(page).values, 'business-type': 'animation' } }));
  await page.user.type(box('inviter-code'), 'STILL2026');
  await page.user.tab();
  await page.pass(1000);
  await waitFor(() => expect(held(page).checks['inviter-code']).toBe('failed'));
  verdict = ok();
  const other = screen.getAllByRole('radio').find((radio) => !(radio as HTMLInputElement).checked) as HTMLElement;
  await page.user.click(other);
  await settle();
  expect(box('inviter-code')).toBeValid();
  await page.pass(1000);
  await waitFor(() => expect(held(page).checks['inviter-code']).toBe('passed'));
});

test('what a live check found is still said after another answer, until its own value changes', async () => {
  const page = await openAccountPage({
    answers: {
      'register-check': recorded('register-check', 'Account.UserName.Existed'),
      'is-blacklist-email': ok(),
      'register-email': recorded('register-email', 'Password.Too.Common'),
    },
  });
  act(() => page.running.model.set({ values: { ...held(page).values, ...filled, username: undefined } }));
  await page.user.type(box('username'), 'foyer_master');
  await page.user.tab();
  await page.pass(1000);
  await waitFor(() => expect(box('username')).toBeInvalid());
  await page.user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(page.sent('register-email')).toHaveLength(1));
  await waitFor(() => expect(box('new-password')).toBeInvalid());
  expect(box('username')).toBeInvalid();
  await page.user.type(box('username'), '2');
  expect(box('username')).toBeValid();
});

test('a check that could not be made is no longer told once the connection is back', async () => {
  const page = await openAccountPage({
    answers: { 'register-check': { kind: 'offline' } },
  });
  await page.user.type(box('username'), 'mei_lin');
  await page.user.tab();
  await page.pass(1000);
  await waitFor(() => expect(held(page).checks.username).toBe('unchecked'));
  act(() => page.world.http.connect(false));
  act(() => page.world.http.connect(true));
  expect(held(page).checks.username).toBeUndefined();
});
