/** @jest-environment ./tests/page-environment.cjs */
/** What a page of an account did is told where it was pressed, or where it leads; and who is signed in, where one registers. */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { compiledLines } from '../compiled-lines.ts';
import { spoken } from '../spoken.ts';
import { type Answers, goOn, type OpenPage, ok, openPage, recorded } from './page.tsx';

const ACCOUNT: Answers = {
  'query-user': recorded('query-user', 'ok'),
  session: ok({ userId: '1', username: 'mei', accountType: 1 }),
  sessions: ok({ sessions: [] }),
  'recent-changes': ok({ changes: [] }),
  'third-links': ok({ thirdLinks: [], linkable: ['wechat', 'qq', 'google', 'apple'] }),
  'check-user-and-present': ok({ coupons: [] }),
  'switch-platform': ok(),
  'sub-accounts': ok({ subAccounts: [] }),
};
const OVER: Result = { kind: 'answer', code: '602', data: {}, requestId: '' };

const status = (page: OpenPage, words: string | RegExp): Promise<HTMLElement> =>
  waitFor(() => {
    const found = [...page.container.querySelectorAll<HTMLElement>('[role=status], [role=alert]')];
    const told = found.find(({ textContent }) =>
      typeof words === 'string' ? textContent === words : words.test(textContent ?? ''),
    );
    if (told === undefined) throw new Error(`${words} among ${found.map(({ textContent }) => textContent)}`);
    return told;
  });

describe.each(['en', 'zh'])('in %s', (language) => {
  const say = (en: string, zh: string): string => (language === 'en' ? en : zh);

  const places: readonly (readonly [string, Record<string, unknown>])[] = [
    ['console', {}],
    ['account-saved', { saved: 'email' }],
  ];
  test.each(places)('%s: how many devices were signed out, each time', async (name, flow) => {
    let ended = 2;
    const answers = { ...ACCOUNT, 'end-all-sessions': () => ok({ ended, signedOut: false }) };
    const opened = await openPage({ screen: name, language, answers, preview: true });
    opened.world.store.keep('flow', { at: 1_000_000, values: flow });
    opened.unmount();
    const page = await openPage({ screen: name, language, answers, world: opened.world });
    const others = say('Sign out everywhere else', '退出其他所有设备');
    const button = await screen.findByRole('button', { name: others });
    const region = await status(page, '');
    const press = async (): Promise<void> => {
      await page.user.click(button);
      await goOn(page, others);
    };
    await press();
    expect(await status(page, say('Signed out on 2 other devices.', '已退出其他2台设备。'))).toBeVisible();
    ended = 1;
    await press();
    await status(page, say('Signed out on one other device.', '已退出其他1台设备。'));
    ended = 0;
    await press();
    await status(page, say('You were not signed in anywhere else.', '您没有登录其他设备。'));
    expect(button).toHaveFocus();
    // A live region that is there before it speaks.
    expect(page.container).toContainElement(region);
    page.unmount();
  });

  test.each([
    [
      'end-all-sessions',
      'Sign out everywhere, here too',
      '退出所有设备（含本机）',
      'You are signed out everywhere, on this device too.',
      '您已在所有设备（含本机）退出登录。',
      true,
    ],
    [
      'sign-out',
      'Sign out',
      '退出登录',
      spoken('screens.sign-in.says.done'),
      spoken('screens.sign-in.says.done', {}, 'renderbus', 'zh'),
      false,
    ],
  ] as const)('%s: told on the sign-in page, until another screen', async (call, en, zh, told, said, asks) => {
    const page = await openPage({
      screen: 'console',
      language,
      answers: { ...ACCOUNT, [call]: ok({ ended: 3, signedOut: true }), session: OVER },
    });
    await page.user.click(await screen.findByRole('button', { name: say(en, zh) }));
    if (asks) await goOn(page, say(en, zh));
    const alert = await status(page, say(told, said));
    expect(alert).toHaveClass('tone-success');
    expect(page.world.location.path()).toBe('/sso');
    page.unmount();
  });

  test('an ended session is not taken for a success', async () => {
    const page = await openPage({
      screen: 'console',
      language,
      answers: { ...ACCOUNT, 'end-all-sessions': OVER, session: OVER },
    });
    const all = say('Sign out everywhere, here too', '退出所有设备（含本机）');
    await page.user.click(await screen.findByRole('button', { name: all }));
    await goOn(page, all);
    expect(await status(page, /You were signed out: the session|您已退出登录：登录状态/)).toHaveClass('tone-warning');
    page.unmount();
  });

  test('who is signed in is told on every register page, with the way on', async () => {
    for (const line of Object.keys(await compiledLines())) {
      const page = await openPage({
        line,
        screen: 'register',
        language,
        answers: { session: ok({ username: 'mei', userId: '1' }) },
      });
      await screen.findByText('mei');
      expect(page.container.textContent).toContain(
        say(
          'You are signed in as mei. Registering here creates another account.',
          '您已登录账号mei。在此注册将创建另一个账号。',
        ),
      );
      await page.user.click(
        screen.getByRole('button', { name: say('Continue with your account', '继续使用当前账号') }),
      );
      await waitFor(() => expect([line, page.world.location.left.length]).toEqual([line, 1]));
      page.unmount();
      const alone = await openPage({ line, screen: 'register', language });
      await act(async () => {});
      expect(alone.sent('session')).toHaveLength(1);
      expect(alone.container.textContent).not.toContain(say('You are signed in', '您已登录账号'));
      alone.unmount();
    }
  });

  test('buttons that link are headed by what they do, those that sign in by what they do', async () => {
    for (const line of ['renderbus', 'foxrenderfarm']) {
      const page = await openPage({ line, screen: 'console', language, answers: ACCOUNT });
      expect(
        await screen.findByRole('region', { name: say('Link another way to sign in', '绑定更多登录方式') }),
      ).toBeVisible();
      expect(page.container.textContent).not.toMatch(/Or continue with/);
      page.unmount();
      const first = await openPage({ line, screen: 'sign-in', language });
      expect(first.container.querySelector('.providers')).toHaveTextContent(say('Or continue with', '其他登录方式'));
      first.unmount();
    }
  });
});
