/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * A link to a third party asks for a fresh session when it begins and when it ends; both pages say so, in the sentence of the
 * account pages, and lead back there or to signing in again.
 */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import { goTo } from '../../src/screens/navigate.ts';
import { type OpenPage, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

const STALE = /this works only within 15 minutes of signing in\. Sign out, sign in again, then try once more\./;
const known = {
  'query-user': ok({ username: 'mei_lin', userId: '1', accountType: 1 }),
  'sign-out': ok(),
  session: recorded('session', '602'),
};

async function saysSo(page: OpenPage, on: string): Promise<void> {
  expect(await screen.findByRole('heading', { level: 1, name: 'Please sign in again first' })).toBeVisible();
  expect(screen.getByText(STALE)).toBeVisible();
  expect(page.running.model.get().pack.id).toBe(on);
  expect(screen.getByRole('link', { name: 'Back to your account' })).toHaveAttribute('href', '/console');
  await page.user.click(screen.getByRole('button', { name: 'Sign out and sign in again' }));
  await waitFor(() => expect(page.running.model.get().pack.id).toBe('sign-in'));
  page.unmount();
}

test.each([
  ['renderbus', 'wechat', 'wx-login'],
  ['renderbus', 'qq', 'qq-login'],
  ['foxrenderfarm', 'google', 'google-login'],
  ['foxrenderfarm', 'apple', 'apple-login'],
])('on %s, back from %s', async (line, provider, call) => {
  const page = await openPage({
    ...{ line, screen: 'oauth-callback', search: `?provider=${provider}&state=abc` },
    answers: { ...known, [call]: recorded(call, 'Session.Stale') },
  });
  await saysSo(page, 'oauth-callback');
});

test.each(['redirect', 'popup'])('before it leaves by %s', async (way) => {
  const page = await openPage({
    screen: 'console',
    answers: { ...known, 'third-token': recorded('third-token', 'Session.Stale') },
  });
  act(() => page.running.model.set(({ flow }) => ({ flow: { ...flow, provider: 'qq', purpose: 'bind', way } })));
  await act(async () => {
    await goTo(page.running, 'third-start');
  });
  await settle();
  await saysSo(page, 'third-start');
});
