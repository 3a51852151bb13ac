/** @jest-environment ./tests/page-environment.cjs */
/** An event that breaks, of the page's own fault: the visitor is told, and while a page is made its maker is as well. */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import { runEvent } from '../../src/screens/run-event.ts';
import { openPage } from './page.tsx';

test.each([
  ['in production the visitor alone is told', true, undefined],
  ['elsewhere whoever makes the page is told as well', false, 'No event is named nobody.'],
])('%s', async (_what, production, thrown) => {
  const { running } = await openPage({ screen: 'sign-in' });
  const told = await act(() => runEvent({ ...running, production }, 'nobody').catch(({ message }) => message));
  expect(told).toBe(thrown);
  expect(screen.getByRole('alert')).toBeVisible();
  expect(running.model.get().pending).toBeUndefined();
});
