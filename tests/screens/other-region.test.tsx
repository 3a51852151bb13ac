/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * An account of the other region, met by a third party: the page says whether the same way works over there, leads to the
 * line's other site, and stays when told to. Over every line, each of its providers, each way and both languages.
 */
import '@testing-library/jest-dom';
import { readdirSync } from 'node:fs';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { siteName } from '../../src/engine/redirect.ts';
import { goTo } from '../../src/screens/navigate.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, openPage } from './page.tsx';
import { settle } from './settle.ts';

const LINES = readdirSync('lines').filter((name) => !name.startsWith('_'));
const NAMES: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  wechat: ['WeChat', '微信'],
  qq: ['QQ', 'QQ'],
  google: ['Google', 'Google'],
  apple: ['Apple', 'Apple'],
};
const CALLS = { wechat: 'wx-login', qq: 'qq-login', google: 'google-login', apple: 'apple-login' } as const;
type Provider = keyof typeof CALLS;

const LANGUAGES = ['en', 'zh'] as const;
type Language = (typeof LANGUAGES)[number];

const WORDS = {
  en: { title: 'Your account is on our other site', same: /the same way/, other: /no sign-in with/, stay: 'Cancel' },
  zh: { title: '您的账号在另一站点', same: /同样使用/, other: /没有.*登录/, stay: '取消' },
} as const;

interface Case {
  readonly line: string;
  readonly provider: Provider;
  readonly offered: boolean;
  readonly language: Language;
}

/** What the service answers; the address in it is none that a page may be led to. */
async function answerOf({ line, provider, offered }: Case): Promise<Result> {
  const zone = (await compiledLines())[line]?.server.line.zone;
  const data = { url: 'https://elsewhere.example/trap', provider, offered };
  return { kind: 'answer', code: zone === 'domestic' ? '627' : '628', data, requestId: 'r-1' };
}

/** Each way to come back from a provider: to the page itself, or to one that a popup or a frame handed over to. */
const WAYS = {
  async redirect({ line, provider, language }: Case, answer: Result): Promise<OpenPage> {
    return openPage({
      line,
      language,
      screen: 'oauth-callback',
      search: `?provider=${provider}&state=s-1`,
      stored: { thirdPartyState: 's-1' },
      answers: { [CALLS[provider]]: answer },
    });
  },
  async handed({ line, provider, language }: Case, answer: Result): Promise<OpenPage> {
    const answers = { [CALLS[provider]]: answer };
    const page = await openPage({ line, language, screen: 'sign-in', answers });
    act(() => page.running.model.set({ flow: { provider, state: 's-1', way: 'popup' } }));
    await act(async () => void (await goTo(page.running, 'oauth-callback', { with: ['provider', 'state'] })));
    return page;
  },
} as const;

const casesOf = async (line: string): Promise<readonly Case[]> => {
  const { providers = [] } = (await compiledLines())[line]?.server.line ?? {};
  return providers
    .filter((id): id is Provider => id in CALLS)
    .flatMap((provider) =>
      LANGUAGES.flatMap((language) => [true, false].map((offered) => ({ line, provider, offered, language }))),
    );
};

describe.each(LINES)('%s', (line) => {
  test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('%s', async (way) => {
    const cases = await casesOf(line);
    expect(cases.length).toBeGreaterThan(4);
    for (const each of cases) {
      const { provider, offered, language } = each;
      const words = WORDS[language];
      const name = NAMES[provider]?.[LANGUAGES.indexOf(language)] ?? '';
      const { url = '' } = (await compiledLines())[line]?.server.line.otherZone ?? {};
      const other = `${url}?lang=${language === 'zh' ? 'zh_CN' : 'en'}`;

      const page = await WAYS[way](each, await answerOf(each));
      const dialog = await screen.findByRole('dialog');
      expect(page.running.model.get()).toMatchObject({
        pack: { id: 'oauth-callback' },
        state: offered ? 'other-site' : 'other-way',
      });
      const link = within(dialog).getByRole('link', { name: new RegExp(siteName(url)) });
      expect({ each, href: link.getAttribute('href') }).toEqual({ each, href: other });
      expect({ each, tells: words.other.test(dialog.textContent ?? '') }).toEqual({ each, tells: !offered });
      if (!offered) expect(dialog).toHaveTextContent(name);
      page.pass(4000);
      expect(page.world.location.left).toEqual([]);
      page.pass(2000);
      await waitFor(() => expect(page.world.location.left).toEqual([other]));
      page.unmount();

      const stays = await WAYS[way](each, await answerOf(each));
      const asked = await screen.findByRole('dialog');
      await stays.user.click(within(asked).getByRole('button', { name: words.stay }));
      stays.pass(60_000);
      await settle();
      expect(stays.world.location.left).toEqual([]);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
      const text = screen.getByText(offered ? words.same : words.other);
      expect(text).toHaveTextContent(name);
      await stays.user.click(screen.getByRole('button', { name: new RegExp(siteName(url)) }));
      await waitFor(() => expect(stays.world.location.left).toEqual([other]));
      stays.unmount();
    }
  });
});
