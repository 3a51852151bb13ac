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
const table: readonly (readonly [string, boolean])[] = [
  ...Object.keys(WAYS).map((way) => [way, false] as const),
  ...STAY.map((way) => [way, true] as const),
];

/** The page that says it is done. @param answers of the calls, besides those of the way */
async function arrive(line: string, name: string, answers: Answers, stored = {}): Promise<OpenPage> {
  const { screen: id, answers: own, preview = false, go } = WAYS[name] as Way;
  const search = own['check-email-token'] ? '?token=of-ada' : '';
  const page = await openPage({ line, screen: id, answers: { ...answers, ...own }, search, stored, preview });
  await settle();
  await go(page);
  await settle();
  return page;
}

function close(page: OpenPage): void {
  page.unmount();
  page.container.remove();
}

const buttonsOf = ({ container }: OpenPage): readonly HTMLElement[] => [
  ...container.querySelectorAll<HTMLElement>('.actions :is(button, a)'),
];

/** The same browser after a reload. */
async function reloaded(line: string, page: OpenPage, answers: Answers): Promise<OpenPage> {
  const { pack } = page.running.model.get();
  const mark = page.world.location.mark();
  close(page);
  const again = await openPage({ line, screen: pack.id, answers, world: page.world, mark });
  await settle();
  return again;
}

describe.each(['renderbus', 'foxrenderfarm'])('%s', (line) => {
  test.each(table)('%s (reloaded: %s)', async (way, isReloaded) => {
    const answers: Answers = { session: sessionOf('2', BOB) };
    let count = 1;
    for (let at = 0; at < count; at += 1) {
      const first = await arrive(line, way, answers, { userId: '2' });
      const page = isReloaded ? await reloaded(line, first, answers) : first;
      const buttons = buttonsOf(page);
      count = buttons.length;
      expect(count).toBeGreaterThan(0);
      await page.user.click(buttons[at] as HTMLElement);
      await settle();
      const { pack, state } = page.running.model.get();
      expect({ at: pack.id, state, left: page.world.location.left }).toEqual({
        at: 'other-account',
        state: 'instead',
        left: [],
      });
      expect(page.sent('session').at(0)?.headers['account-id']).toBe(ADA);
      close(page);
    }
  });

  test.each(Object.keys(WAYS))('%s, with nobody signed in: sign-in', async (way) => {
    const page = await arrive(line, way, { session: OVER });
    await page.user.click(buttonsOf(page)[0] as HTMLElement);
    await settle();
    expect(page.running.model.get().pack.id).toBe('sign-in');
    close(page);
  });
});
