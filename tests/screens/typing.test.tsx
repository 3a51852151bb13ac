/** @jest-environment ./tests/page-environment.cjs */
/** What typing keeps for a reload, and which parts a page fetches before it can be typed in. */
import { act, screen } from '@testing-library/react';
import { bundlesOf } from '../../src/screens/bundles.ts';
import { compiledLines } from '../compiled-lines.ts';
import { ok, openPage } from './page.tsx';

const packOf = async (line: string, id: string) => {
  const pack = (await compiledLines())[line]?.languages.en?.screens[id]?.pack;
  if (pack === undefined) throw new Error(`${line} has no ${id}.`);
  return pack;
};

const open = async () => {
  const page = await openPage({ screen: 'sign-in' });
  const kept = () => page.world.store.kept('typed:sign-in') as { values: unknown } | undefined;
  return { ...page, kept, account: screen.getByRole('textbox', { name: 'Username, phone or email' }) };
};

test('the store is written once typing pauses, not for every key', async () => {
  const page = await open();
  await page.user.type(page.account, 'mei_lin');
  expect(page.kept()?.values ?? {}).not.toHaveProperty('account');
  page.pass(300);
  expect(page.kept()?.values).toMatchObject({ account: 'mei_lin' });
  page.unmount();
});

test('a page that is left keeps what was typed at once, secrets excepted', async () => {
  const page = await open();
  await page.user.type(page.account, 'mei_lin');
  await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Render2026x');
  act(() => page.world.location.page('hide'));
  expect(page.kept()?.values).toMatchObject({ account: 'mei_lin' });
  expect(JSON.stringify(page.kept())).not.toContain('Render2026x');
  page.unmount();
});

test('what was forgotten is not written again', async () => {
  const page = await openPage({
    screen: 'forgot-password',
    answers: { 'forgot-password': ok(), 'forgot-password-email': ok() },
  });
  const { forgetTyped } = await import('../../src/screens/memory.ts');
  await page.user.type(screen.getAllByRole('textbox')[0] as HTMLElement, 'mei_lin');
  forgetTyped(page.running, 'forgot-password');
  page.pass(1000);
  expect(page.world.store.kept('typed:forgot-password')).toBeUndefined();
  page.unmount();
});

test('a page fetches with itself only what its first form needs', async () => {
  const signIn = await packOf('renderbus', 'sign-in');
  expect(bundlesOf(signIn, 'first')).toEqual([]);
  expect(bundlesOf(signIn, 'all')).toEqual(['late-widgets']);
  expect(bundlesOf(await packOf('renderbus', 'register'), 'first')).toEqual(['late-widgets']);
});
