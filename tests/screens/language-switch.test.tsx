/** @jest-environment ./tests/page-environment.cjs */
/** Another language takes the place of the page in the history: Back leads to the page before, not to the other language. */
import '@testing-library/jest-dom';
import { act, createEvent, fireEvent, screen, within } from '@testing-library/react';
import { goTo } from '../../src/screens/navigate.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, openPage } from './page.tsx';

const link = (): HTMLElement =>
  within(screen.getByRole('navigation', { name: 'Language' })).getByRole('link', { name: '中文' });

async function press({ user }: OpenPage): Promise<void> {
  await user.click(link());
}

test('on every line', async () => {
  for (const line of Object.keys(await compiledLines())) {
    const page = await openPage({ line, screen: 'sign-in' });
    const before = page.world.location.path();
    await act(async () => void (await goTo(page.running, 'register')));
    const { location } = page.world;
    const path = location.path();
    await press(page);
    expect([line, location.address, location.reloads, location.left]).toEqual([line, `${path}?lang=zh_CN`, 1, []]);
    act(() => location.back());
    expect([line, location.path(), location.search()]).toEqual([line, before, '']);
    page.unmount();
  }
});

test('what the address carried goes along, once', async () => {
  const page = await openPage({ screen: 'register', search: '?inviteId=A1&lang=en' });
  await press(page);
  expect(page.world.location.search()).toBe('?inviteId=A1&lang=zh_CN');
  page.unmount();
});

test('a flow keeps its entry', async () => {
  const page = await openPage({ screen: 'register', mark: 'flow-1' });
  await press(page);
  expect(page.world.location.mark()).toBe('flow-1');
  page.unmount();
});

test.each([['ctrlKey'], ['metaKey'], ['shiftKey']])('with %s it is a link like any other', async (key) => {
  const page = await openPage({ screen: 'register' });
  const pressed = createEvent.click(link(), { [key]: true });
  // jsdom follows no links.
  link().addEventListener('click', (event) => event.defaultPrevented || event.preventDefault());
  fireEvent(link(), pressed);
  expect([page.world.location.reloads, page.world.location.address]).toEqual([0, '/sso/register']);
  expect(link()).toHaveAttribute('href', '/sso/register?lang=zh_CN');
  page.unmount();
});
