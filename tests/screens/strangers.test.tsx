/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Pages opened by their address, by somebody for whom nothing was done: none of them claims that something was.
 */
import { waitFor } from '@testing-library/react';
import type { NoticeState } from '../../src/generated/config.ts';
import { loadData } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';
import { compiledLines } from '../compiled-lines.ts';
import { ok, openPage } from './page.tsx';
import { settle } from './settle.ts';

/** Every screen with states, of every line. */
async function screensWithStates() {
  const { lines } = resolveAll(await loadData('.'));
  return Object.values(lines).flatMap((line) =>
    Object.entries(line.screens).flatMap(([screen, data]) =>
      'initial' in data && line.line.routes[screen] ? [{ line: line.name, screen, initial: data.initial, data }] : [],
    ),
  );
}

test('no screen of any line begins with a success', async () => {
  const all = await screensWithStates();
  expect(all.length).toBeGreaterThan(100);
  const claims = all.filter(
    ({ data, initial }) => (data.states as Readonly<Record<string, NoticeState>>)[initial]?.tone === 'success',
  );
  expect(claims.map(({ line, screen }) => `${line}/${screen}`)).toEqual([]);
});

test('nor does one end with it when a stranger opens its address, nor says its sentence of success', async () => {
  const all = await screensWithStates();
  const lines = await compiledLines();
  for (const { line, screen, data } of all) {
    for (const language of ['en', 'zh']) {
      if (!lines[line]?.languages[language]) continue;
      const page = await openPage({ line, screen, language });
      await waitFor(() => expect(page.running.model.get().pending).toBeUndefined());
      const { pack, state } = page.running.model.get();
      const where = [line, language, screen, pack.id, state];
      const shown = 'states' in pack.screen ? (pack.screen.states as Readonly<Record<string, NoticeState>>)[state] : {};
      expect([...where, shown && 'tone' in shown ? shown.tone : undefined]).toEqual([
        ...where,
        expect.not.stringContaining('success'),
      ]);
      const messages = lines[line]?.languages[language]?.screens[screen]?.pack.messages ?? {};
      const text = page.container.textContent ?? '';
      for (const [name, each] of Object.entries(data.states as Readonly<Record<string, NoticeState>>)) {
        const title = messages[`screens.${screen}.states.${name}.title`];
        if (each.tone === 'success' && typeof title === 'string' && !title.includes('{'))
          expect([...where, text]).toEqual([...where, expect.not.stringContaining(title)]);
      }
      page.unmount();
    }
  }
}, 300000);

test('a reset link that was sent is told to whoever asked for it', async () => {
  const page = await openPage({ screen: 'forgot-password', answers: { 'send-reset-link': ok({}) } });
  page.running.model.set({ flow: { email: 'mei@mail.example' } });
  const { goTo } = await import('../../src/screens/navigate.ts');
  await goTo(page.running, 'reset-sent');
  await waitFor(() => expect(page.running.model.get().state).toBe('sent'));
});

const PROVIDER_PAGES = {
  wechat: 'wechat',
  qq: 'qq',
  google: 'google',
  dingtalk: 'dingtalk',
  'dingtalk-code': 'dingtalk',
};
const FORBIDDEN = { kind: 'answer', code: 'Forbidden', data: {}, requestId: 'r-1' } as const;

test('a provider’s page on a line without that provider says so, and leads to sign-in', async () => {
  const lines = await compiledLines();
  let count = 0;
  for (const [line, { server, languages }] of Object.entries(lines)) {
    for (const [screen, provider] of Object.entries(PROVIDER_PAGES)) {
      if (server.line.providers.includes(provider as never)) continue;
      for (const language of Object.keys(languages)) {
        const page = await openPage({ line, screen, language, answers: { 'third-token': FORBIDDEN } });
        const where = [line, screen, language];
        await waitFor(() => expect([...where, page.running.model.get().state]).toEqual([...where, 'unoffered']));
        // A brand of two words keeps them on one line.
        const spaced = (text: unknown) => String(text).replace(/\s/g, ' ');
        const heading = spaced(page.container.querySelector('h1')?.textContent);
        expect(heading).toContain(spaced(server.messages[language]?.['line.brand']));
        const buttons = page.container.querySelectorAll('main .actions button');
        expect([...where, buttons.length]).toEqual([...where, 1]);
        await page.user.click(buttons[0] as HTMLElement);
        await waitFor(() => expect(page.running.model.get().pack.id).toBe('sign-in'));
        count += 1;
        page.unmount();
      }
    }
  }
  expect(count).toBeGreaterThan(20);
}, 300000);

describe('a language chosen before, whose cookie is gone', () => {
  async function arriving(search: string, language: string, stored: string) {
    const before = await openPage({ screen: 'sign-in', preview: true });
    before.unmount();
    const { world } = before;
    world.store.write('language', stored);
    return openPage({ screen: 'sign-in', language, search, world });
  }
  test('is asked for once, with what the address carries', async () => {
    const page = await arriving('?comefrom=x', 'en', 'zh');
    await waitFor(() => expect(page.world.location.reloads).toBe(1));
    expect(new URLSearchParams(page.world.location.search()).get('lang')).toBe('zh_CN');
    expect(new URLSearchParams(page.world.location.search()).get('comefrom')).toBe('x');
  });
  test.each([
    ['the address asks for another', '?lang=en', 'en', 'zh'],
    ['the page has it', '', 'zh', 'zh'],
    ['the line has it no more', '', 'en', 'fr'],
  ])('is left alone where %s', async (_name, search, language, stored) => {
    const page = await arriving(search, language, stored);
    await waitFor(() => expect(page.world.store.read('language')).toBeDefined());
    await settle();
    expect(page.world.location.reloads).toBe(0);
  });
});
