/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * A link that was sent again is told: the page says so, and whoever listens hears it. What the page waits for goes on.
 */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import { compiledLines } from '../compiled-lines.ts';
import { ok, openPage } from './page.tsx';

test.each([
  ['activate', 'send-active-link'],
  ['reset-sent', 'send-reset-link'],
])('on %s', async (name, call) => {
  const answers = { [call]: ok(), activation: ok({ active: false }) };
  const page = await openPage({ line: 'foxrenderfarm', screen: name, answers });
  const pack = (await compiledLines()).foxrenderfarm?.languages.en?.screens[name]?.pack;
  // Wherever the page would go on to by itself.
  await act(async () =>
    page.running.model.set({ ...(pack && { pack }), state: 'sent', flow: { email: 'mei@example.com' }, timers: {} }),
  );
  await page.user.click(await screen.findByRole('button', { name: /again/i }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Sent again: check your email' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(page.sent(call)).toHaveLength(1);
  if (name !== 'activate') return;
  const before = page.sent('activation').length;
  await act(async () => page.pass(10_000));
  await waitFor(() => expect(page.sent('activation').length).toBeGreaterThan(before));
  page.unmount();
});
