/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Where a visit goes back to is that visit's own: reloads, Back, ways between our pages and callbacks keep it; a page opened
 * from elsewhere, signing out, and going back there forget it.
 */
import { act, screen, waitFor } from '@testing-library/react';
import { goTo } from '../../src/screens/navigate.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, ok, openPage, type PageOptions } from './page.tsx';
import { settle } from './settle.ts';

const FROM: Readonly<Record<string, string>> = {
  renderbus: 'https://www.renderbus.example/jobs',
  foxrenderfarm: 'https://www.foxrenderfarm.example/jobs',
};
const HOME = 'https://line.example/console';
const RETURN = '/sso/render/software-select';
const LINES = ['renderbus', 'foxrenderfarm'] as const;

const search = (source: string): string => `?source_url=${encodeURIComponent(source)}`;
/** A visit that came from one of the service's sites and has somewhere to come back to; its page is gone, its tab is there. */
async function begun(line: string): Promise<OpenPage> {
  const page = await openPage({ line, screen: 'sign-in', search: search(FROM[line] ?? '') });
  act(() => page.running.model.set({ flow: { returnTo: RETURN, email: 'mei.lin@example.com' } }));
  await act(() => goTo(page.running, 'forgot-password'));
  page.unmount();
  page.container.remove();
  return page;
}

/** Opens a page in the tab of another one, and what it holds of the visit: the address to come back to, its source, the rest. */
async function heldAt({ world }: OpenPage, options: PageOptions) {
  const page = await openPage({ world, preview: options.screen !== 'sign-in', ...options });
  // A page that is looked at is alive.
  if (options.screen !== 'sign-in')
    await act(async () => (await import('../../src/screens/come-alive.ts')).comeAlive(page.running));
  await settle();
  const { returnTo, email } = page.running.model.get().flow;
  const held = { source: page.world.store.read('source_url'), returnTo, email };
  page.unmount();
  page.container.remove();
  return held;
}

describe.each(LINES)('on %s', (line) => {
  const source = FROM[line] ?? '';
  const email = 'mei.lin@example.com';

  test('every screen, opened from elsewhere, begins a visit anew; a callback goes on with the one that was left', async () => {
    const screens = Object.values((await compiledLines())[line]?.languages.en?.screens ?? {});
    const kept: string[] = [];
    for (const { pack } of screens) {
      const held = await heldAt(await begun(line), { line, screen: pack.id, fresh: true });
      if (held.source === source && held.returnTo === RETURN) kept.push(pack.id);
      else expect([pack.id, held]).toEqual([pack.id, { source: undefined, returnTo: undefined, email }]);
    }
    expect(kept).toEqual(['oauth-callback']);
    expect(screens.length).toBeGreaterThan(25);
  }, 120_000);

  test.each<[string, Partial<PageOptions>, { source: string | undefined; returnTo: string | undefined }]>([
    ['reloaded, come back to, or opened by a link of ours', {}, { source, returnTo: RETURN }],
    ['in the other language', { language: 'zh', search: '?lang=zh_CN' }, { source, returnTo: RETURN }],
    ['typed, or by a link from elsewhere', { fresh: true }, { source: undefined, returnTo: undefined }],
    [
      'from another page of the service',
      { fresh: true, search: search(`${source}/2`) },
      { source: `${source}/2`, returnTo: undefined },
    ],
  ])('sign-in %s', async (_, options, expected) => {
    expect(await heldAt(await begun(line), { line, screen: 'sign-in', ...options })).toEqual({ ...expected, email });
  });

  test('a reload after a visit began anew brings nothing back', async () => {
    const page = await begun(line);
    await heldAt(page, { line, screen: 'sign-in', fresh: true });
    expect(await heldAt(page, { line, screen: 'sign-in' })).toEqual({ source: undefined, returnTo: undefined, email });
  });

  test('it is gone to once; come back to its own address, once more', async () => {
    const answers = { session: ok({ username: 'mei_lin' }) };
    const { world } = await begun(line);
    world.store.keep('flow', undefined);
    for (const [options, expected] of [
      [{}, source],
      [{}, HOME],
      [{ search: search(source) }, source],
      [{ search: search(source) }, source],
      [{ fresh: true }, HOME],
    ] as const) {
      const page = await openPage({ line, screen: 'sign-in', world, answers, ...options });
      await waitFor(() => expect(page.world.location.left).toHaveLength(1));
      const [left] = page.world.location.left;
      expect(left === source ? source : new URL(String(left)).pathname).toBe(expected === HOME ? '/console' : source);
      page.unmount();
      page.container.remove();
    }
  });

  test('signing out forgets it', async () => {
    const { world } = await begun(line);
    const profile = { username: 'mei_lin', loginName: 'mei_lin', userId: '1', accountType: 1 };
    const page = await openPage({
      line,
      screen: 'console',
      world,
      answers: { 'query-user': ok(profile), 'sign-out': ok() },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(page.running.model.get().pack.id).toBe('sign-in'));
    expect([world.store.read('source_url'), page.running.model.get().flow.returnTo]).toEqual([undefined, undefined]);
    page.unmount();
  });

  test('who has to sign in first still goes where this very address said', async () => {
    const answers = { 'query-user': { kind: 'answer', code: '602', data: {}, requestId: '' } } as const;
    const page = await openPage({ line, screen: 'change-email', search: search(source), fresh: true, answers });
    await waitFor(() => expect(page.running.model.get().pack.id).toBe('sign-in'));
    expect(page.world.store.read('source_url')).toBe(source);
    page.unmount();
  });
});
