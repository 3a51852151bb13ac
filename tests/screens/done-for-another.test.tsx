/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * A password is set, or an account activated, in a browser where somebody else is signed in: the page that says so leads
 * to one that names who is signed in and offers to sign out, and never on into that account. By every way and button, with
 * a reload and without.
 */
import { act, screen } from '@testing-library/react';
import { runEvent } from '../../src/screens/run-event.ts';
import { OVER, sessionOf } from './account-pages.ts';
import { type Answers, type OpenPage, ok, openPage } from './page.tsx';
import { settle } from './settle.ts';
import { typedInto } from './typed.ts';

const ADA = 'ada-1';
/** Whose session this browser has. */
const BOB = { username: 'bob_now', maskedName: 'bo****' };
const done = ok({ userId: ADA });
const link = (purpose: string, elsewhere = false) =>
  ok({ proof: 'proof-of-ada', purpose, contact: 'ad****@example.com', email: 'ada@example.com', elsewhere });

interface Way {
  readonly screen: string;
  readonly answers: Answers;
  /** Nothing runs as it opens: it stands where another page led to. */
  readonly preview?: boolean;
  /** Runs up to the page that says it is done. */
  go(page: OpenPage): Promise<void>;
}

const press = async (page: OpenPage, name: RegExp): Promise<void> => {
  await page.user.click(screen.getByRole('button', { name }));
  await settle();
};

async function setPassword(page: OpenPage): Promise<void> {
  const { pack } = page.running.model.get();
  act(() => page.running.model.set(({ values }) => ({ values: { ...values, ...typedInto(pack) } })));
  await press(page, /^Save|^Set/);
}

const WAYS: Readonly<Record<string, Way>> = {
  'a reset by link': {
    screen: 'reset-password',
    answers: { 'check-email-token': link('reset'), 'reset-user-password': done },
    go: setPassword,
  },
  'a reset of the account chosen among several': {
    screen: 'reset-password',
    answers: { 'check-email-token': link('reset'), 'reset-password': done },
    async go(page) {
      act(() => page.running.model.set(({ flow }) => ({ flow: { ...flow, chosen: ADA } })));
      await setPassword(page);
    },
  },
  'a link of the browser that registered': {
    screen: 'activate',
    answers: {
      'check-email-token': link('activate'),
      'active-email': ok({ userId: ADA, email: 'ada@example.com', username: 'ada' }),
      'activate-user': ok({ userId: ADA, username: 'ada' }),
    },
    go: (page) => press(page, /^Activate/),
  },
  'a link in another browser, which sets a password': {
    screen: 'activate',
    answers: {
      'check-email-token': link('activate', true),
      'reset-user-password': ok({ userId: ADA, activated: true }),
      'reset-password': ok({ userId: ADA, activated: true }),
    },
    async go(page) {
      await press(page, /^Set/);
      await setPassword(page);
    },
  },
  'a link followed elsewhere, while this page waits': {
    screen: 'activate',
    answers: { activation: ok({ active: true, userId: ADA }) },
    preview: true,
    async go(page) {
      Object.assign(page.running, { preview: false });
      act(() => page.running.model.set({ state: 'sent', flow: { email: 'ada@example.com' } }));
      await act(() => runEvent(page.running, 'look'));
    },
  },
};

/** Pages that say after a reload again that it is done; those of a link ask what has become of it. */
const STAY = ['a reset by link', 'a reset of the account chosen among several'];
const table = Object.keys(WAYS).flatMap((way) =>
  STAY.includes(way)
    ? ([
        [way, false],
        [way, true],
      ] as const)
    : ([[way, false]] as const),
);

/** What leads on from a page that says it is done, by the button's place among its buttons. */
async function buttonsOf(line: string, name: string, isReloaded: boolean): Promise<readonly OpenPage[]> {
  const way = WAYS[name] as Way;
  const { preview = false } = way;
  const pages: OpenPage[] = [];
  for (let at = 0; ; at += 1) {
    const answers: Answers = { session: sessionOf('2', BOB), ...way.answers };
    const search = way.answers['check-email-token'] ? '?token=of-ada' : '';
    let page = await openPage({ line, screen: way.screen, answers, search, stored: { userId: '2' }, preview });
    await settle();
    await way.go(page);
    await settle();
    if (isReloaded) {
      const { pack } = page.running.model.get();
      const mark = page.world.location.mark();
      page.unmount();
      page.container.remove();
      page = await openPage({ line, screen: pack.id, answers, world: page.world, mark });
      await settle();
    }
    const button = page.container.querySelectorAll<HTMLElement>('.actions :is(button, a)')[at];
    if (button === undefined) {
      page.unmount();
      page.container.remove();
      return pages;
    }
    await page.user.click(button);
    await settle();
    pages.push(page);
    page.container.remove();
  }
}

describe.each(['renderbus', 'foxrenderfarm'])('%s', (line) => {
  test.each(table)('%s (reloaded: %s)', async (way, isReloaded) => {
    const pages = await buttonsOf(line, way, isReloaded);
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      const { pack, state } = page.running.model.get();
      expect({ at: pack.id, state, left: page.world.location.left }).toEqual({
        at: 'other-account',
        state: 'instead',
        left: [],
      });
      expect(page.sent('session').at(0)?.headers['account-id']).toBe(ADA);
      page.unmount();
    }
  });

  test.each(Object.keys(WAYS))('%s, with nobody signed in: sign-in', async (name) => {
    const way = WAYS[name] as Way;
    const { preview = false } = way;
    const search = way.answers['check-email-token'] ? '?token=of-ada' : '';
    const page = await openPage({
      line,
      screen: way.screen,
      answers: { session: OVER, ...way.answers },
      search,
      preview,
    });
    await settle();
    await way.go(page);
    await page.user.click(page.container.querySelector('.actions button') as HTMLElement);
    await settle();
    expect(page.running.model.get().pack.id).toBe('sign-in');
    page.unmount();
  });
});
