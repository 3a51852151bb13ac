/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * A page that was drawn for an account while another one is signed in now: it leads to a page that names that one and offers
 * both ways on, and forgets what was typed. Over every event, of every screen and line, that is sent in an account's name.
 */
import '@testing-library/jest-dom';
import { readdirSync } from 'node:fs';
import { act, screen, waitFor } from '@testing-library/react';
import { eventCalls } from '../../src/engine/event-calls.ts';
import type { Pack } from '../../src/engine/pack.ts';
import { initialValues } from '../../src/screens/page-model.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import { compiledLines } from '../compiled-lines.ts';
import { OTHER, OVER, sessionOf } from './account-pages.ts';
import { chosen } from './chosen.ts';
import { type Answers, type OpenPage, ok, openPage } from './page.tsx';
import { settle } from './settle.ts';
import { typedInto } from './typed.ts';

const LINES = readdirSync('lines').filter((name) => !name.startsWith('_'));
const WORDS = {
  en: { title: 'Another account is signed in', goOn: 'Continue with this account', leave: /Sign out and use another/ },
  zh: { title: '当前登录的是其他账号', goOn: '继续使用此账号', leave: '退出并登录其他账号' },
} as const;

const BOB = { username: 'bob_now', maskedName: 'bo****' };
/** Whoever is signed in now. */
const NOW = {
  session: sessionOf('2', BOB),
  'query-user': ok({ username: 'bob_now', userId: '2', accountType: 1 }),
  sessions: ok({ sessions: [] }),
} satisfies Answers;

const SECRETS = ['ada_before', 'only-of-ada', 'mei.lin@example.com'];

interface Place {
  readonly id: string;
  readonly event: string;
  readonly call: string;
}

/** Events of a line's screens whose call names the account that the page was drawn for. */
async function placesOf(line: string): Promise<readonly Place[]> {
  const { server, languages } = (await compiledLines())[line] as Awaited<ReturnType<typeof compiledLines>>[string];
  const screens = Object.entries(languages.en?.screens ?? {}) as unknown as [string, { readonly pack: Pack }][];
  // The page that they lead to asks in the account's name, too: tests/screens/by-address.test.tsx has its answers.
  const others = screens.filter(([id]) => id !== 'other-account');
  return others.flatMap(([id, { pack }]) =>
    Object.entries(pack.events).flatMap(([event, each]) =>
      eventCalls(each)
        .filter((call) => [...(server.calls[call]?.headers ?? []), ...(each.headers ?? [])].includes('account'))
        .map((call) => ({ id, event, call })),
    ),
  );
}

/** A page drawn for Ada, with what she typed, in a browser where Bob is signed in now. */
async function drawn(
  line: string,
  { id, event, call }: Place,
  answers: Answers = {},
  language: 'en' | 'zh' = 'en',
): Promise<OpenPage> {
  const page = await openPage({
    line,
    language,
    screen: id,
    // The session itself is asked for with or without a name.
    answers: { ...NOW, ...(call === 'session' ? {} : { [call]: OTHER }), ...answers },
    stored: { userId: '1' },
    preview: true,
  });
  const { pack } = page.running.model.get();
  const forms = pack.screen.kind === 'form' ? Object.entries(pack.screen.forms) : [];
  const form = forms.find(([, each]) => each.event === event)?.[0];
  act(() =>
    page.running.model.set({
      values: { ...initialValues(pack), ...typedInto(pack) },
      flow: {
        userId: '1',
        username: 'ada_before',
        row: 'only-of-ada',
        provider: 'google',
        state: 's',
        ...chosen(pack, event, call),
      },
      ...(form === undefined ? {} : { form }),
    }),
  );
  // Another tab stored who signed in there, which this one has not heard of.
  page.world.store.write('userId', '2');
  Object.assign(page.running, { preview: false });
  return page;
}

async function happen(page: OpenPage, event: string): Promise<void> {
  await act(() => runEvent(page.running, event));
  await settle();
}

describe.each(LINES)('%s', (line) => {
  test('each leads to the page that names who is signed in, and nothing typed is left', async () => {
    const places = await placesOf(line);
    expect(places.length).toBeGreaterThan(50);
    for (const place of places) {
      const page = await drawn(line, place);
      await happen(page, place.event);
      const { pack, state, flow, failure } = page.running.model.get();
      expect({ place, at: pack.id, state, failure }).toEqual({
        place,
        at: 'other-account',
        // Where a password was set or an account activated, the page says that it was another one's.
        state: place.event === 'sign-in-as' ? 'instead' : 'known',
        failure: undefined,
      });
      expect(page.container).toHaveTextContent('bo****');
      expect(page.container).not.toHaveTextContent('bob_now');
      for (const secret of SECRETS) expect(JSON.stringify(flow)).not.toContain(secret);
      const kept = Object.keys(page.running.shell.line.routes).map((id) => page.world.store.kept(`typed:${id}`));
      expect({ place, kept: kept.filter((each) => each !== undefined) }).toEqual({ place, kept: [] });
      for (const secret of SECRETS) expect(JSON.stringify(page.world.store.kept('flow'))).not.toContain(secret);
      // What is stored is of whoever signed in now.
      expect(page.world.store.read('userId')).toBe('2');
      page.unmount();
    }
  });
});

const PLACE: Place = { id: 'change-email', event: 'change', call: 'change-email' };

describe.each(['renderbus', 'foxrenderfarm'])('on %s, the ways on', (line) => {
  test.each(['en', 'zh'] as const)('as whoever is signed in now: the account page (%s)', async (language) => {
    const page = await drawn(line, PLACE, {}, language);
    await happen(page, PLACE.event);
    expect(screen.getByRole('heading', { level: 1, name: WORDS[language].title })).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: WORDS[language].goOn }));
    await waitFor(() => expect(page.running.model.get().pack.id).toBe('console'));
    await waitFor(() => expect(page.running.model.get().flow.username).toBe('bob_now'));
    expect(page.sent('sign-out')).toEqual([]);
  });

  test.each(['en', 'zh'] as const)(
    'as the other: signed out, in the name of who was named, at sign-in (%s)',
    async (language) => {
      let signedIn = true;
      const answers: Answers = {
        session: (request) => (signedIn ? NOW.session(request) : OVER),
        'sign-out': () => {
          signedIn = false;
          return ok();
        },
      };
      const page = await drawn(line, PLACE, answers, language);
      await happen(page, PLACE.event);
      await page.user.click(screen.getByRole('button', { name: WORDS[language].leave }));
      await waitFor(() => expect(page.running.model.get().pack.id).toBe('sign-in'));
      expect(page.sent('sign-out').map(({ headers }) => headers['account-id'])).toEqual(['2']);
      expect(page.world.store.read('userId')).toBeUndefined();
      page.unmount();
    },
  );

  test('without a session it is sign-in', async () => {
    const page = await openPage({ line, screen: 'other-account' });
    await settle();
    expect(page.running.model.get().pack.id).toBe('sign-in');
    page.unmount();
  });

  test('an answer that does not come is tried again', async () => {
    let isOffline = true;
    const answers: Answers = { ...NOW, session: (request) => (isOffline ? { kind: 'offline' } : NOW.session(request)) };
    const page = await drawn(line, PLACE, answers);
    await happen(page, PLACE.event);
    expect(page.running.model.get().state).toBe('failed');
    isOffline = false;
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(page.running.model.get().state).toBe('known');
    page.unmount();
  });

  test('a third one who signs in meanwhile is named instead', async () => {
    let now = sessionOf('2', BOB);
    const answers: Answers = { session: (request) => now(request), sessions: (request) => now(request) };
    const page = await drawn(line, PLACE, answers);
    await happen(page, PLACE.event);
    expect(page.container).toHaveTextContent('bo****');
    now = sessionOf('3', { username: 'cat', maskedName: 'ca****' });
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'userId', oldValue: '2', newValue: '3' })));
    await settle();
    expect(page.container).toHaveTextContent('ca****');
    page.unmount();
  });
});
