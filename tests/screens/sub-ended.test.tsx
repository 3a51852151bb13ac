/** @jest-environment ./tests/page-environment.cjs */
/**
 * A sub account whose session ends under a page, above all because its master disabled it, unbound it or set its password: it
 * comes to the sub account form, which says why and whom to ask. Over every screen of an account on every line.
 */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import { compiledLines } from '../compiled-lines.ts';
import { accountScreensOf, OTHER, OVER, sessionOf, whileSignedIn } from './account-pages.ts';
import { type Answers, type OpenPage, ok, openPage } from './page.tsx';
import { settle } from './settle.ts';

const LINES = ['renderbus', 'foxrenderfarm', 'pkdragon', 'dragonforeign', 'avica', 'ip', 'dayan'] as const;
const SAYS: Readonly<Record<string, RegExp>> = {
  en: /You were signed out.*ask your master account/,
  zh: /您已退出登录.*请联系主账号/,
};
const NAME = 'artist@6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13';

const PROFILE = ok({ username: 'artist', loginName: NAME, userId: '1', accountType: 2, hasPassword: true });

const answering = (isSignedIn: () => boolean): Answers =>
  whileSignedIn(isSignedIn, {
    'query-user': PROFILE,
    'query-soft-type': ok({ softTypes: [], software: [], businessType: 0, userId: '1', accountType: 2 }),
    'mini-pro-activity': ok({ offered: false, bound: false, followed: false, userId: '1', accountType: 2 }),
    'sub-accounts': ok({ subAccounts: [], loginName: NAME }),
    agreements: ok({ agreements: [], versions: {}, due: true, userId: '1', accountType: 2 }),
    session: ok({ userId: '1', username: 'artist', accountType: 2 }),
  });

/** Who signed in before, as the answers of a sign-in are stored: by password, or by DingTalk, which leaves no name. */
const KINDS = {
  password: { loginType: '3', subAccountName: NAME },
  dingtalk: { loginType: '8' },
} as const;

async function drawn(
  line: string,
  id: string,
  isSignedIn: () => boolean,
  { kind = 'password', language = 'en' }: { kind?: keyof typeof KINDS; language?: string } = {},
): Promise<OpenPage> {
  const answers = answering(isSignedIn);
  const before = await openPage({ line, screen: 'not-found', language, answers, preview: true });
  const stored = { userId: '1', accountType: '2', ...KINDS[kind] };
  for (const [key, value] of Object.entries(stored)) before.world.store.write(key, value);
  before.world.store.keep('flow', { at: 1_000_000, values: { subLoginName: 'art', row: '1', userId: '1' }, of: '1' });
  before.unmount();
  const page = await openPage({ line, screen: id, language, answers, world: before.world });
  await settle();
  return page;
}

/** What became of a page: the sub account form, why, and nothing left of who was there. */
async function landed(page: OpenPage, kind: keyof typeof KINDS = 'password', language = 'en'): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: language === 'zh' ? '子账号登录' : 'Sub account sign-in' });
  await settle();
  const { pack, form, flow } = page.running.model.get();
  expect([pack.id, form]).toEqual(['sub-account', 'sub-account']);
  expect(screen.getByRole('alert')).toHaveTextContent(SAYS[language] as RegExp);
  expect(page.running.model.get().values['login-name'] ?? '').toBe(kind === 'password' ? NAME : '');
  for (const key of ['accountType', 'loginType', 'userKey', 'userId'])
    expect([key, page.world.store.read(key)]).toEqual([key, undefined]);
  expect(flow.userId).toBeUndefined();
}

async function each(line: string, check: (id: string) => Promise<void>): Promise<void> {
  for (const id of await accountScreensOf(line)) {
    try {
      await check(id);
    } catch (error) {
      throw new Error(`${line} ${id}: ${error}`);
    }
  }
}

describe.each(LINES)('a sub account of %s', (line) => {
  test.each(['password', 'dingtalk'] as const)('signed in by %s, any page opened or reloaded afterwards', (kind) =>
    each(line, async (id) => {
      const page = await drawn(line, id, () => false, { kind });
      await landed(page, kind);
      // Who knows no password comes in another way, where the line has it.
      const providers: readonly string[] = (await compiledLines())[line]?.server.line.providers ?? [];
      const offered = screen.queryByRole('link', { name: 'Sign in with DingTalk' });
      expect(offered !== null).toBe(providers.includes('dingtalk'));
      page.unmount();
    }),
  );
});

describe.each(['renderbus', 'foxrenderfarm'])('a sub account of %s at a page', (line) => {
  test('looked at again, and after another tab came to know it first', () =>
    each(line, async (id) => {
      for (const way of ['seen-again', 'elsewhere'] as const) {
        let signedIn = true;
        const page = await drawn(line, id, () => signedIn);
        if (page.running.model.get().pack.screen.account === true) {
          signedIn = false;
          if (way === 'seen-again') {
            act(() => page.world.clock.hide(true));
            act(() => page.world.clock.hide(false));
          } else {
            for (const key of ['userId', 'accountType']) page.world.store.remove(key);
            act(() => {
              window.dispatchEvent(new StorageEvent('storage', { key: 'userId', oldValue: '1', newValue: null }));
            });
          }
          await landed(page);
        }
        page.unmount();
      }
    }));
});

test('in the language of the page', async () => {
  const page = await drawn('renderbus', 'console', () => false, { language: 'zh' });
  await landed(page, 'password', 'zh');
  page.unmount();
});

describe.each(LINES)('a code for a phone of an account of %s', (line) => {
  const EVENTS = ['send-bind-code', 'send-change-code', 'send-bind-voice', 'send-change-voice'] as const;

  /** The page with a phone typed, and a service that answers the request for a code so. */
  async function asked(event: string, answer: Result): Promise<OpenPage> {
    const session = sessionOf(answer === OTHER ? '2' : '1', { username: 'artist', accountType: 2 });
    const answers = { ...answering(() => true), session, 'send-verify-code': answer };
    const page = await openPage({ line, screen: 'bind-phone', answers, stored: { userId: '1', accountType: '2' } });
    await settle();
    act(() =>
      page.running.model.set(({ values }) => ({ validators: {}, values: { ...values, phone: '+8613800138000' } })),
    );
    await act(() => runEvent(page.running, event));
    await settle();
    return page;
  }

  test.each(EVENTS)('%s says whose page it is, and a session that is over leads to sign-in', async (event) => {
    const page = await asked(event, OVER);
    expect(page.sent('send-verify-code').map(({ headers }) => headers['account-id'])).toEqual(['1']);
    const { pack, form, values } = page.running.model.get();
    expect([pack.id, form, values.phone]).toEqual(['sub-account', 'sub-account', undefined]);
    expect(screen.getByRole('alert')).toHaveTextContent(SAYS.en as RegExp);
    expect(JSON.stringify(page.world.store.kept('typed:bind-phone') ?? {})).not.toContain('138');
    page.unmount();
  });

  test('another account signed in meanwhile: the page that names it says so', async () => {
    const page = await asked('send-bind-code', OTHER);
    expect(await screen.findByText('Another account is signed in')).toBeInTheDocument();
    expect(page.running.model.get().pack.id).toBe('other-account');
    page.unmount();
  });
});

test('a visitor who asks for a code names no account', async () => {
  const answers = { ...answering(() => false), 'send-verify-code': ok() };
  const page = await openPage({ screen: 'sign-in', answers });
  act(() =>
    page.running.model.set(({ values, flow }) => ({
      validators: {},
      values: { ...values, phone: '+8613800138000' },
      flow: { ...flow, userId: '1' },
    })),
  );
  await act(() => runEvent(page.running, 'send-code'));
  expect(page.sent('send-verify-code').map(({ headers }) => headers['account-id'])).toEqual([undefined]);
  page.unmount();
});
