/** @jest-environment ./tests/page-environment.cjs */
/** What heads a page, and names its tab, is what happens on it: where a page stopped on the way, and where one activates. */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import type { Pack } from '../../src/engine/pack.ts';
import { goTo } from '../../src/screens/navigate.ts';
import { compiledLines } from '../compiled-lines.ts';
import { ok, openPage } from './page.tsx';

interface Place {
  readonly line: string;
  readonly language: string;
  readonly pack: Pack;
}

/** Every screen of every line, in every language. */
async function everywhere(): Promise<readonly Place[]> {
  return Object.entries(await compiledLines()).flatMap(([line, { languages }]) =>
    Object.entries(languages).flatMap(([language, { screens }]) =>
      Object.values(screens).map(({ pack }) => ({ line, language, pack })),
    ),
  );
}

test('a page that passes visitors on is named after what it stopped at, in every state', async () => {
  const wrong: string[] = [];
  let walked = 0;
  for (const { line, language, pack } of await everywhere()) {
    const { screen: data } = pack;
    if (data.kind !== 'transit') continue;
    const page = await openPage({ line, language, screen: pack.id, preview: true });
    for (const [state, { params = {} }] of Object.entries(data.states)) {
      await act(async () => page.running.model.set({ state, flow: params as Record<string, unknown> }));
      const heading = page.container.querySelector('.notice h1')?.textContent ?? '';
      const [first] = page.world.location.title.split(' | ');
      walked += 1;
      const wanted = state === data.initial ? pack.title : heading;
      if (wanted === '' || !page.world.location.title.startsWith(wanted))
        wrong.push(`${line} ${language} ${pack.id} ${state}: ${first}, not ${wanted}`);
    }
    page.unmount();
    page.container.remove();
  }
  expect(wrong).toEqual([]);
  expect(walked).toBeGreaterThan(7 * 2 * 10);
});

test.each([
  ['en', 'Waiting for authorization'],
  ['zh', '等待主账号授权'],
])('a member who waits for the master reads so in the tab, in %s', async (language, title) => {
  const page = await openPage({
    screen: 'oauth-callback',
    language,
    search: '?provider=dingtalk&state=s-1',
    answers: { 'third-sign-in': { kind: 'answer', code: 'DingTalk.Account.Waiting', data: {}, requestId: 'r' } },
  });
  await screen.findByRole('heading', { level: 1, name: title });
  await waitFor(() => expect(page.world.location.title).toContain(title));
  await act(async () => void (await goTo(page.running, 'sign-in')));
  expect(page.world.location.title).not.toContain(title);
  page.unmount();
});

test('activating in another browser is told to be that: heading, tab and sentence', async () => {
  for (const { line, language, pack } of await everywhere()) {
    if (pack.id !== 'reset-password') continue;
    const say = (en: string, zh: string): string => (language === 'en' ? en : zh);
    const page = await openPage({
      line,
      language,
      screen: 'activate',
      search: '?token=t-1',
      answers: {
        'check-email-token': ok({ purpose: 'activate', elsewhere: true, proof: 'p', contact: 'me****@example.com' }),
      },
    });
    await page.user.click(await screen.findByRole('button', { name: say('Set the password', '设置密码') }));
    const heading = await screen.findByRole('heading', { level: 1, name: say('Activate your account', '激活账号') });
    expect(heading.nextElementSibling).toHaveTextContent(say('activates your account', '账号即会激活'));
    expect(page.container).toHaveTextContent(say('You are activating the account of', '正在激活'));
    expect(page.world.location.title).toContain(say('Activate your account', '激活账号'));
    page.unmount();
    page.container.remove();

    // A reset is one.
    const other = await openPage({
      line,
      language,
      screen: 'reset-password',
      search: '?token=t-2',
      answers: { 'check-email-token': ok({ purpose: 'reset', proof: 'p', contact: 'me****@example.com' }) },
    });
    await screen.findByText('me****@example.com');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(say('Set a new password', '设置新密码'));
    expect(other.world.location.title).toContain(say('Set a new password', '设置新密码'));
    expect(screen.getByRole('button', { name: say('Save password', '保存密码') })).toBeVisible();
    other.unmount();
    other.container.remove();
  }
});
