/** The second page of registering by e-mail, come to by the first. */
import { act } from '@testing-library/react';
import { runEvent } from '../../src/screens/run-event.ts';
import { type OpenPage, openPage } from './page.tsx';
import { settle } from './settle.ts';

export async function openAccountPage(options: Partial<Parameters<typeof openPage>[0]> = {}): Promise<OpenPage> {
  const page = await openPage({ line: 'foxrenderfarm', ...options, screen: 'register' });
  act(() => page.running.model.set(({ values }) => ({ values: { ...values, email: 'mei@example.com' } })));
  await act(() => runEvent(page.running, 'next'));
  await settle();
  return page;
}
