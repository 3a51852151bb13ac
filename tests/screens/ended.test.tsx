/** @jest-environment ./tests/page-environment.cjs */
/**
 * A session that ends under a page: the sign-in page says so, once. Over every screen of an account and every way that a
 * session ends elsewhere; who just arrives, or pressed the button, is told nothing.
 */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { goTo } from '../../src/screens/navigate.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import { spoken } from '../spoken.ts';
import { accountScreensOf, OVER, whileSignedIn } from './account-pages.ts';
import { type Answers, goOn, type OpenPage, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

const SAYS: Readonly<Record<string, RegExp>> = { en: /You were signed out/, zh: /您已退出登录：/ };

/** Line → its screens of an account. */
async function accountScreens(): Promise<readonly (readonly [line: string, screen: string])[]> {
  const lines = ['renderbus', 'foxrenderfarm', 'pkdragon'];
  const all = await Promise.all(
    lines.map(async (line) => (await accountScreensOf(line)).map((id) => [line, id] as const)),
  );
  return all.flat();
}

const answering = (isSignedIn: () => boolean): Answers =>
  whileSignedIn(isSignedIn, {
    'query-user': recorded('query-user', 'ok'),
    'query-soft-type': recorded('query-soft-type', 'ok'),
    'mini-pro-activity': ok({ offered: true, bound: false, followOffered: true, followed: false, userId: '1' }),
    'invite-qrcode': ok({ ticket: 't', qr: 'https://line.example/t' }),
    'is-haved-bound-wx': ok({ state: -1 }),
    'sub-accounts': ok({ subAccounts: [], loginName: 'art@uuid' }),
    session: ok({ userId: '1', username: 'mei', accountType: 1 }),
  });

const atSignIn = (language: string): Promise<HTMLElement> =>
  screen.findByRole('heading', { level: 1, name: language === 'zh' ? /登录/ : 'Sign in' });

/** A page of an account, drawn while somebody was signed in. */
async function drawn(line: string, id: string, isSignedIn: () => boolean, language = 'en'): Promise<OpenPage> {
  const page = await openPage({ line, screen: id, language, answers: answering(isSignedIn), preview: true });
  page.world.store.write('userId', '1');
  page.world.store.keep('flow', {
    at: 1_000_000,
    values: { saved: 'email', subLoginName: 'art', row: '1', userId: '1' },
    of: '1',
  });
  page.unmount();
  const opened = await openPage({ line, screen: id, language, answers: answering(isSignedIn), world: page.world });
  await settle();
  return opened;
}

test('the data says which screens they are', async () => {
  const ids = (await accountScreens()).filter(([line]) => line === 'renderbus').map(([, id]) => id);
  expect(ids).toEqual(
    expect.arrayContaining(['console', 'change-email', 'change-password', 'bind-phone', 'software-select', 'managed']),
  );
});

describe('every screen of an account tells it at sign-in, once', () => {
  const each = async (check: (line: string, id: string) => Promise<void>): Promise<void> => {
    for (const [line, id] of await accountScreens()) {
      try {
        await check(line, id);
      } catch (error) {
        throw new Error(`${line} ${id}: ${error}`);
      }
    }
  };

  test('when it is opened or reloaded after the session ended elsewhere, or was over', () =>
    each(async (line, id) => {
      const page = await drawn(line, id, () => false);
      await atSignIn('en');
      expect(screen.getByRole('alert')).toHaveTextContent(SAYS.en as RegExp);
      // Another screen, or this one again, says it no more.
      await act(async () => void (await goTo(page.running, 'forgot-password')));
      expect(screen.queryByText(SAYS.en as RegExp)).not.toBeInTheDocument();
      page.unmount();
      const again = await openPage({ line, screen: 'sign-in', answers: answering(() => false), world: page.world });
      await settle();
      expect(screen.queryByText(SAYS.en as RegExp)).not.toBeInTheDocument();
      again.unmount();
    }));

  test('when another tab of the browser signs out', () =>
    each(async (line, id) => {
      let signedIn = true;
      // What a screen shows only for a while leads elsewhere by itself.
      const page = await drawn(line, id, () => signedIn);
      const { pack } = page.running.model.get();
      if (pack.screen.account !== true) return page.unmount();
      signedIn = false;
      page.world.store.remove('userId');
      act(() => {
        window.dispatchEvent(new StorageEvent('storage', { key: 'userId', oldValue: '1', newValue: null }));
      });
      await atSignIn('en');
      expect(screen.getByRole('alert')).toHaveTextContent(SAYS.en as RegExp);
      page.unmount();
    }));

  test('when it is looked at again after the session ended in another browser, and not before', () =>
    each(async (line, id) => {
      let signedIn = true;
      const page = await drawn(line, id, () => signedIn);
      const { pack } = page.running.model.get();
      if (pack.screen.account !== true) return page.unmount();
      const look = async (): Promise<void> => {
        act(() => page.world.clock.hide(true));
        const before = page.world.http.requests.length;
        await settle();
        expect(page.world.http.requests).toHaveLength(before);
        act(() => page.world.clock.hide(false));
        await settle();
      };
      await look();
      expect(page.running.model.get()).toMatchObject({ pack: { id: pack.id }, pending: undefined, failure: undefined });
      signedIn = false;
      await look();
      await atSignIn('en');
      expect(screen.getByRole('alert')).toHaveTextContent(SAYS.en as RegExp);
      page.unmount();
    }));

  test('in the language of the page', async () => {
    const page = await drawn('renderbus', 'change-password', () => false, 'zh');
    await atSignIn('zh');
    expect(screen.getByRole('alert')).toHaveTextContent(SAYS.zh as RegExp);
    page.unmount();
  });

  test('not to who just arrives', () =>
    each(async (line, id) => {
      const page = await openPage({ line, screen: id, answers: answering(() => false) });
      await atSignIn('en');
      await settle();
      expect(screen.queryByText(SAYS.en as RegExp)).not.toBeInTheDocument();
      page.unmount();
    }));
});

test.each(['Sign out', 'Sign out everywhere, here too'])('who pressed “%s” is told nothing', async (name) => {
  let signedIn = true;
  const end = (): Result => {
    signedIn = false;
    return ok();
  };
  const answers = { ...answering(() => signedIn), 'sign-out': end, 'end-all-sessions': end };
  const page = await openPage({ screen: 'console', answers });
  await page.user.click(await screen.findByRole('button', { name }));
  if (name !== 'Sign out') await goOn(page, name);
  await atSignIn('en');
  await settle();
  expect(screen.queryByText(SAYS.en as RegExp)).not.toBeInTheDocument();
  page.unmount();
});

test('a session that ended under a form tells it when the form is sent', async () => {
  let signedIn = true;
  const answers = { ...answering(() => signedIn), 'update-password': OVER };
  const page = await openPage({ screen: 'change-password', answers });
  await waitFor(() => expect(page.sent('query-user')).toHaveLength(1));
  await page.user.type(screen.getByLabelText('Current password', { selector: 'input' }), 'Abcdefg11');
  await page.user.type(screen.getByLabelText('New password', { selector: 'input' }), 'Abcdefg12');
  await page.user.type(screen.getByLabelText('Enter the new password again', { selector: 'input' }), 'Abcdefg12');
  signedIn = false;
  await page.user.click(screen.getByRole('button', { name: 'Save password' }));
  await atSignIn('en');
  expect(screen.getByRole('alert')).toHaveTextContent(SAYS.en as RegExp);
  page.unmount();
});

/** Registrations that leave an account waiting for its mail: screen, event, and what is stored before. */
const WAITING: readonly (readonly [screen: string, event: string, stored: Readonly<Record<string, string>>])[] = [
  ['register', 'register-email', {}],
  ['bind-account', 'register', { clientRSThirdToken: 't', thirdPartyBusiness: 'google' }],
];

describe.each(['foxrenderfarm', 'dragonforeign'])('who registered on %s and has not activated yet', (line) => {
  test.each(WAITING)(
    'by %s is signed in nowhere: the mail is awaited, and no session is said to have ended',
    async (id, event, stored) => {
      const answers: Answers = {
        'register-email': recorded('register-email', 'ok'),
        'third-register': recorded('third-register', 'ok--unactivated'),
        'rendering-register': recorded('rendering-register', 'ok'),
        'register-check': ok(),
        'is-blacklist-email': ok(),
        'is-bind-account': recorded('is-bind-account', 'ok'),
        activation: ok({ active: false }),
      };
      const first = await openPage({ line, screen: id, answers, preview: true });
      for (const [key, value] of Object.entries(stored)) first.world.store.write(key, value);
      first.unmount();
      const page = await openPage({ line, screen: id, answers, world: first.world });
      await settle();
      if (id === 'register') {
        act(() => page.running.model.set(({ values }) => ({ values: { ...values, email: 'mei@mail.example' } })));
        await act(() => runEvent(page.running, 'next'));
        await settle();
      }
      const typed = { email: 'mei@mail.example', username: 'mei_lin', 'new-password': 'Abcdefg12', agreement: true };
      act(() =>
        page.running.model.set(({ values, form }) => ({
          form: id === 'bind-account' ? 'new-email' : form,
          values: { ...values, ...typed, ...(line === 'foxrenderfarm' ? { 'business-type': 'animation' } : {}) },
        })),
      );
      await act(() => runEvent(page.running, event));
      await screen.findByRole('heading', { level: 1, name: spoken('screens.activate.states.sent.title', {}, line) });
      for (const key of ['loginType', 'userKey', 'userId', 'platform'])
        expect([key, page.world.store.read(key)]).toEqual([key, undefined]);
      expect(page.world.store.read('raySyncUserKey')).toBeDefined();
      page.unmount();
      const again = await openPage({ line, screen: 'activate', answers, world: page.world });
      await settle();
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
        spoken('screens.activate.states.sent.title', {}, line),
      );
      again.unmount();
      const console_ = await openPage({ line, screen: 'console', answers, world: page.world });
      await atSignIn('en');
      await settle();
      expect(screen.queryByText(SAYS.en as RegExp)).not.toBeInTheDocument();
      console_.unmount();
    },
  );
});
