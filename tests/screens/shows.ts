/** Fields that come only once a code proved something. */
import { act } from '@testing-library/react';
import type { OpenPage } from './page.tsx';

/** Has the page show a field: where it waits for a proof, there is one. */
export function showField({ running, container }: OpenPage, field: string): void {
  if (container.querySelector(`[name="${field}"]:not([type=hidden])`) !== null) return;
  const proof = Object.fromEntries(running.shell.proofs.map((name) => [name, 'given']));
  act(() => running.model.set(({ flow }) => ({ flow: { ...proof, ...flow } })));
}
