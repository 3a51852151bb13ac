/** @jest-environment ./tests/page-environment.cjs */
/**
 * Without a connection the page stays, whatever is pressed that would leave it for another one, and says so in words that fit
 * it; once the connection is back, nothing is said of it any more.
 */
import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Windows } from '../../src/browser/window-steps.ts';
import { NO_WINDOWS } from '../../src/browser/windows.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import { compiledLines } from '../compiled-lines.ts';
import { spoken } from '../spoken.ts';
import { type OpenPage, ok, openPage, type PageOptions } from './page.tsx';
import { settle } from './settle.ts';

const LINES = ['renderbus', 'avica', 'foxrenderfarm', 'dragonforeign'] as const;

const PROFILE = ok({ username: 'mei_lin', loginName: 'mei_lin', userId: '1', accountType: 1 });

/** Opens a page whose connection is lost before anything else of the line was fetched. */
async function cutOff(options: PageOptions): Promise<OpenPage> {
  const page = await openPage(options);
  await settle();
  Object.assign(page.world.scripts, { data: () => Promise.reject(new Error('no network')) });
  act(() => page.world.http.connect(false));
  return page;
}

const words = async (line: string, screen: string, key: string, language = 'en'): Promise<unknown> => {
  const compiled = (await compiledLines())[line]?.languages[language];
  return compiled?.screens[screen]?.pack.messages[key] ?? compiled?.shell.messages[key];
};

/** Where the page is, and whether it was left, or is being left by a link that nothing held back. */
async function pressed(page: OpenPage, press: () => void): Promise<unknown> {
  const { location } = page.world;
  const { id } = page.running.model.get().pack;
  const path = location.path();
  let isFollowed = false;
  const look = (event: Event): void => {
    isFollowed = !event.defaultPrevented && (event.target as Element).closest('a') !== null;
    // jsdom follows no links.
    event.preventDefault();
  };
  window.addEventListener('click', look);
  press();
  await settle();
  window.removeEventListener('click', look);
  const { pack, failure } = page.running.model.get();
  return {
    id: pack.id === id,
    path: location.path() === path,
    left: location.left,
    isFollowed,
    failure: failure?.code,
  };
}

const STAYED = { id: true, path: true, left: [], isFollowed: false, failure: 'offline' };

const closed = (page: OpenPage): void => {
  page.unmount();
  page.container.remove();
};

describe.each(LINES)('on %s', (line) => {
  test('every button of a provider', async () => {
    const { providers } = (await compiledLines())[line]?.languages.en?.shell.line ?? { providers: [] };
    expect(providers.length).toBeGreaterThan(0);
    for (const { id } of providers) {
      const page = await cutOff({ line, screen: 'sign-in' });
      let isOpen = false;
      const windows: Windows = {
        ...NO_WINDOWS,
        take: (step, at) => (step === 'open' ? Promise.resolve(windows.open()) : NO_WINDOWS.take(step, at)),
        open() {
          isOpen = true;
          return ok();
        },
        close() {
          isOpen = false;
        },
      };
      Object.assign(page.world.windows, { now: () => windows, get: async () => windows });
      await page.user.type(screen.getByRole('textbox'), 'mei_lin');
      const label = String(await words(line, 'sign-in', `frame.providers.${id}`));
      const button = screen.getByRole('button', { name: label });
      expect([id, await pressed(page, () => fireEvent.click(button))]).toEqual([id, STAYED]);
      expect([id, isOpen, screen.getByRole('textbox')]).toEqual([
        id,
        false,
        expect.objectContaining({ value: 'mei_lin' }),
      ]);
      closed(page);
    }
  });

  test('every link, every language', async () => {
    for (const id of ['sign-in', 'register', 'forgot-password', 'console', 'reset-done'] as const) {
      const page = await cutOff({ line, screen: id, answers: { 'query-user': PROFILE } });
      const links = [...document.querySelectorAll<HTMLElement>('a[href]:not([href^="#"],[target])')];
      expect(links.length).toBeGreaterThan(2);
      for (const link of links) {
        act(() => page.running.model.set({ failure: undefined }));
        expect([id, link.textContent, await pressed(page, () => fireEvent.click(link))]).toEqual([
          id,
          link.textContent,
          STAYED,
        ]);
      }
      expect(page.world.location.reloads).toBe(0);
      closed(page);
    }
  }, 60_000);
});

test('a button that leaves for another page of ours', async () => {
  const before = await openPage({ screen: 'not-found', preview: true });
  before.world.store.keep('flow', { at: 1_000_000, values: { ended: 'linked', provider: 'qq' } });
  before.unmount();
  const page = await cutOff({ screen: 'third-success', answers: { 'query-user': PROFILE }, world: before.world });
  act(() => page.running.model.set({ state: 'linked', flow: { ended: 'linked', provider: 'qq' } }));
  const button = screen.getByRole('button', {
    name: String(await words('renderbus', 'third-success', 'screens.third-success.actions.continue')),
  });
  expect(await pressed(page, () => fireEvent.click(button))).toEqual(STAYED);
  closed(page);
});

test('with a connection a link is a link', async () => {
  const page = await openPage({ screen: 'sign-in' });
  const home = document.querySelector<HTMLElement>('a.home') as HTMLElement;
  expect(await pressed(page, () => fireEvent.click(home))).toMatchObject({ isFollowed: true, failure: undefined });
  closed(page);
});

test.each([
  ['sign-in', 'account'],
  ['forgot-password', 'email'],
])('what was said of it goes when the connection is back: %s', async (id) => {
  const page = await cutOff({ screen: id });
  await pressed(page, () => fireEvent.click(document.querySelector('a.home') as HTMLElement));
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  act(() => page.world.http.connect(true));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByText(spoken('frame.online'))).toBeInTheDocument();
  closed(page);
});

test('what was said of anything else stays', async () => {
  const page = await openPage({ screen: 'sign-in' });
  const failure = {
    code: 'Forbidden',
    shows: 'alert',
    key: 'errors.unreadable',
    params: {},
    entry: { shows: 'alert' },
    unknown: false,
  } as const;
  act(() => page.running.model.set({ failure }));
  act(() => page.world.http.connect(false));
  act(() => page.world.http.connect(true));
  expect(page.running.model.get().failure).toBe(failure);
  closed(page);
});

describe('what is said of what was entered', () => {
  const ENTRIES = /enter|填写/;
  const KEYS = [
    'frame.offline',
    'errors.offline',
    'errors.timeout',
    'errors.unreadable',
    'errors.InternalError',
    'errors.ServiceUnavailable',
  ];

  test('only on screens with fields, on every line and in every language', async () => {
    for (const [line, { languages }] of Object.entries(await compiledLines()))
      for (const [language, { shell, screens }] of Object.entries(languages))
        for (const { pack } of Object.values(screens))
          for (const key of KEYS) {
            const said = pack.messages[key] ?? shell.messages[key];
            if (said === undefined) continue;
            const hasFields = Object.values(pack.forms).some(({ fields }) => fields.length > 0);
            expect([line, language, pack.id, key, ENTRIES.test(String(said))]).toEqual([
              line,
              language,
              pack.id,
              key,
              hasFields,
            ]);
          }
  });

  test('who could not sign out is told that it may not have been done', async () => {
    const page = await openPage({
      screen: 'console',
      answers: { 'query-user': PROFILE, 'sign-out': { kind: 'offline' } },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText(/this may not have been done/)).toBeVisible();
    closed(page);
  });
});

/** What a row's button does, and the list that shows it. */
const DEEDS = {
  'end-session': 'sessions',
  unlink: 'third-links',
  'disable-sub-account': 'sub-accounts',
  'enable-sub-account': 'sub-accounts',
  'authorise-sub-account': 'sub-accounts',
  'turn-member-down': 'sub-accounts',
  'unbind-sub-account': 'sub-accounts',
} as const;

describe.each(Object.entries(DEEDS))('%s, whose answer is lost', (event, list) => {
  test.each(['offline', 'timeout', 'unreadable'] as const)(
    '%s: it says so, and the list is read again',
    async (kind) => {
      const pack = (await compiledLines()).renderbus?.languages.en?.screens.console?.pack;
      const call = String(pack?.events[event]?.call);
      const page = await openPage({
        screen: 'console',
        answers: { 'query-user': PROFILE, [call]: { kind }, [list]: ok() },
      });
      const before = page.sent(list).length;
      await act(async () => void (await runEvent(page.running, event)));
      expect(await screen.findByText(/so this may not have been done/)).toBeVisible();
      expect(page.sent(call)).toHaveLength(1);
      expect(page.sent(list).length).toBeGreaterThan(before);
      closed(page);
    },
  );
});
