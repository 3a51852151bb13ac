/** @jest-environment ./tests/page-environment.cjs */
/** What a code, a link or a token proved lives along its flow in one tab, and no longer: over every screen that uses a proof. */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import { goTo } from '../../src/screens/navigate.ts';
import { pathOf } from '../../src/screens/page.ts';
import { allFields, followed } from '../../src/screens/page-model.ts';
import { compiledLines } from '../compiled-lines.ts';
import { spoken } from '../spoken.ts';
import { type OpenPage, ok, openPage, type PageOptions } from './page.tsx';
import { settle } from './settle.ts';

const NOW = 1_000_000;
const MARK = 'entry';
const HALF_HOUR = 30 * 60_000;

interface User {
  readonly line: string;
  readonly id: string;
  /** Flow values and stored keys that the screen's calls send, and that are proofs. */
  readonly takes: readonly string[];
}

/** Every screen with a call that sends a proof, of a line of each region. */
async function users(): Promise<readonly User[]> {
  const lines = await compiledLines();
  return ['renderbus', 'foxrenderfarm'].flatMap((line) => {
    const { shell, screens } = (lines[line] as (typeof lines)[string]).languages.en as never as {
      shell: OpenPage['running']['shell'];
      screens: Record<string, { pack: ReturnType<OpenPage['running']['model']['get']>['pack'] }>;
    };
    return Object.entries(screens).flatMap(([id, { pack }]) => {
      const bodies = [
        ...Object.values(pack.calls).map(({ body }) => body),
        ...Object.values(pack.events).map((event) => event.with),
      ];
      const values = bodies.flatMap((body) => Object.values(body ?? {}));
      const sent = values.flatMap((value) => ('flow' in value ? value.flow : 'stored' in value ? value.stored : []));
      const takes = [...new Set(sent)].filter((name) => shell.proofs.includes(name));
      return takes.length === 0 ? [] : [{ line, id, takes }];
    });
  });
}

/** Proofs that were made in this tab, at the entry of the history that `MARK` is on. */
function prove({ world, running }: OpenPage, takes: readonly string[]): void {
  const names = takes.filter((name) => running.shell.stored.keys[name] === undefined);
  for (const name of takes) if (!names.includes(name)) world.store.write(name, `${name} of somebody`);
  const before = followed(running.model.get().pack);
  const values = Object.fromEntries([...names, 'contact'].map((name) => [name, `${name} of somebody`]));
  world.store.keep('flow', {
    at: NOW,
    path: world.location.path(),
    mark: MARK,
    values: { ...values, returnTo: '/elsewhere' },
    proven: { mark: MARK, since: NOW, names: [...names, 'contact'], ...(before && { pages: [before] }) },
  });
}

const held = ({ world, running }: OpenPage, takes: readonly string[]): readonly string[] =>
  takes.filter((name) =>
    running.shell.stored.keys[name] === undefined
      ? running.model.get().flow[name] !== undefined
      : world.store.read(name) !== undefined,
  );

/** Nothing answers, so that nothing but leaving ends a flow. */
const silent = new Proxy({}, { get: () => ({ kind: 'offline' }) }) as NonNullable<PageOptions['answers']>;

async function proven({ line, id, takes }: User): Promise<OpenPage> {
  const first = await openPage({ line, screen: id, answers: silent, preview: true });
  prove(first, takes);
  first.unmount();
  const page = await openPage({ line, screen: id, answers: silent, world: first.world, mark: MARK });
  await settle();
  return page;
}

/** The other screens that a visitor may open from here, one form and one notice. */
const ELSEWHERE = ['sign-in', 'not-found'];

test('the data says what proves something', async () => {
  const found = await users();
  expect(new Set(found.flatMap(({ takes }) => takes))).toEqual(new Set(['proof', 'rsAuthToken', 'clientRSThirdToken']));
  expect(found.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['register', 'activate', 'reset-password', 'bind-account', 'third-phone', 'third-verify']),
  );
});

describe('every screen that uses a proof', () => {
  const each = async (check: (user: User) => Promise<void>): Promise<void> => {
    for (const user of await users()) await check(user);
  };

  test('keeps it over a reload', () =>
    each(async (user) => {
      const page = await proven(user);
      expect([user.line, user.id, held(page, user.takes)]).toEqual([user.line, user.id, user.takes]);
      page.unmount();
    }));

  test('keeps it over a reload for which the browser forgot the entry, and on no other page', () =>
    each(async (user) => {
      const page = await proven(user);
      page.unmount();
      const again = await openPage({ ...user, screen: user.id, answers: silent, world: page.world, forgotten: true });
      await settle();
      expect([user.line, user.id, held(again, user.takes)]).toEqual([user.line, user.id, user.takes]);
      again.unmount();
      const other = await openPage({
        ...user,
        screen: 'not-found',
        answers: silent,
        world: page.world,
        forgotten: true,
      });
      await settle();
      expect([user.line, user.id, held(other, user.takes)]).toEqual([user.line, user.id, []]);
      other.unmount();
    }));

  test('forgets it, and all that came with it, when its address is opened anew', () =>
    each(async (user) => {
      const page = await proven(user);
      page.unmount();
      const again = await openPage({ ...user, screen: user.id, answers: silent, world: page.world });
      await settle();
      expect([user.id, held(again, user.takes), again.running.model.get().flow.contact]).toEqual([
        user.id,
        [],
        undefined,
      ]);
      expect(again.running.model.get().flow.returnTo).toBe('/elsewhere');
      again.unmount();
    }));

  test('forgets it once another page was opened in the tab, also when Back leads here again', () =>
    each(async (user) => {
      const page = await proven(user);
      page.unmount();
      const other = ELSEWHERE.find((id) => id !== user.id) as string;
      const left = await openPage({ line: user.line, screen: other, answers: silent, world: page.world });
      await settle();
      left.unmount();
      const back = await openPage({ ...user, screen: user.id, answers: silent, world: page.world, mark: MARK });
      await settle();
      expect([user.id, held(back, user.takes)]).toEqual([user.id, []]);
      back.unmount();
    }));

  test('forgets it when a link leads to a screen that is no step of the flow', () =>
    each(async (user) => {
      const page = await proven(user);
      const other = ELSEWHERE.find((id) => id !== user.id) as string;
      await act(async () => void (await goTo(page.running, other)));
      expect([user.id, held(page, user.takes)]).toEqual([user.id, []]);
      await act(async () => page.world.location.back());
      await settle();
      expect([user.id, held(page, user.takes)]).toEqual([user.id, []]);
      page.unmount();
    }));

  test('keeps it on the way to a step of the flow, and on the way back', () =>
    each(async (user) => {
      const page = await proven(user);
      const name = user.takes.find((each) => page.running.model.get().flow[each] !== undefined);
      if (name === undefined) return page.unmount();
      await act(async () => void (await goTo(page.running, 'sign-in', { with: [name] })));
      expect([user.id, held(page, user.takes)]).toEqual([user.id, user.takes]);
      await act(async () => page.world.location.back());
      await settle();
      expect([user.id, held(page, user.takes)]).toEqual([user.id, user.takes]);
      page.unmount();
    }));

  test('forgets it after thirty minutes, while its page stays open', () =>
    each(async (user) => {
      const page = await proven(user);
      await act(async () => page.pass(HALF_HOUR - 1000));
      expect([user.id, held(page, user.takes)]).toEqual([user.id, user.takes]);
      await act(async () => page.pass(1000));
      expect([user.id, held(page, user.takes)]).toEqual([user.id, []]);
      page.unmount();
    }));

  test('forgets it when it is reloaded after thirty minutes', () =>
    each(async (user) => {
      let page = await proven(user);
      for (const [more, kept] of [
        [HALF_HOUR - 1000, user.takes],
        [1000, []],
      ] as const) {
        page.pass(more);
        page.unmount();
        page = await openPage({ ...user, screen: user.id, answers: silent, world: page.world, mark: MARK });
        await settle();
        expect([user.id, held(page, user.takes)]).toEqual([user.id, kept]);
      }
      page.unmount();
    }));

  test('forgets it when it comes back from the browser’s cache after another page was opened', () =>
    each(async (user) => {
      const page = await proven(user);
      page.world.store.keep('flow', { at: NOW, values: {} });
      await act(async () => page.world.location.page('restore'));
      expect([user.id, held(page, user.takes)]).toEqual([user.id, []]);
      page.unmount();
    }));
});

describe('a link', () => {
  const answers = (used: readonly string[] = []): NonNullable<PageOptions['answers']> => ({
    'check-email-token': ({ body }) => {
      const { token } = body as { token: string };
      if (used.includes(token))
        return { kind: 'answer', code: 'Account.Token.Expired', data: { used: true }, requestId: '' };
      return ok({ proof: `proof-${token}`, email: `${token}@mail.example`, contact: `${token}****`, purpose: 'reset' });
    },
    'reset-user-password': ok(),
    'reset-password': ok(),
  });
  const line = 'foxrenderfarm';

  test('opened after another one in the same tab is checked anew, and its account alone gets the password', async () => {
    const first = await openPage({ line, screen: 'reset-password', search: '?token=ada', answers: answers() });
    expect(await screen.findByText('ada****')).toBeVisible();
    first.unmount();
    const second = await openPage({
      line,
      screen: 'reset-password',
      search: '?token=bob',
      answers: answers(),
      world: first.world,
    });
    expect(await screen.findByText('bob****')).toBeVisible();
    expect(screen.queryByText('ada****')).not.toBeInTheDocument();
    await second.user.type(screen.getByLabelText('New password', { selector: 'input' }), 'Abcdefg12');
    await second.user.type(screen.getByLabelText('Enter the new password again', { selector: 'input' }), 'Abcdefg12');
    await second.user.click(screen.getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(second.sent('reset-user-password')).toHaveLength(1));
    expect(second.sent('reset-user-password')[0]?.body).toMatchObject({ proof: 'proof-bob' });
  });

  test('opened after one that was used up is taken; the used one says so and shows no form', async () => {
    const first = await openPage({ line, screen: 'reset-password', search: '?token=ada', answers: answers(['ada']) });
    expect(await screen.findByRole('heading', { name: spoken('screens.reset-done.states.used.title') })).toBeVisible();
    expect(screen.queryByLabelText('New password', { selector: 'input' })).not.toBeInTheDocument();
    first.unmount();
    await openPage({
      line,
      screen: 'reset-password',
      search: '?token=bob',
      answers: answers(['ada']),
      world: first.world,
    });
    expect(await screen.findByText('bob****')).toBeVisible();
  });

  test.each(['reset-password', 'activate'])('of another kind is none for %s', async (id) => {
    const purpose = id === 'activate' ? 'reset' : 'activate';
    await openPage({
      line,
      screen: id,
      search: '?token=ada',
      answers: { 'check-email-token': ok({ proof: 'p', email: 'a@mail.example', contact: 'a****', purpose }) },
    });
    expect(await screen.findByRole('heading', { name: /has expired/ })).toBeVisible();
  });

  test('without a link and without a proof there is no form for a new password', async () => {
    const page = await openPage({ line, screen: 'reset-password' });
    await waitFor(() => expect(page.world.location.path()).toBe(pathOf(page.running.shell, 'forgot-password')));
  });
});

test('a phone code that recovers one of several accounts names it, and survives a reload of the choice', async () => {
  const accounts = [
    { id: '1', userId: '1', username: 'mei_lin', accountType: 1, brand: 'Renderbus' },
    { id: '2', userId: '2', username: 'mei_studio', accountType: 1, brand: 'Renderbus' },
  ];
  const answers: NonNullable<PageOptions['answers']> = {
    'check-verify-code': ok({ proof: 'p', accounts, multiple: true, contact: '+86****5678' }),
  };
  const page = await openPage({ screen: 'forgot-password', answers });
  await page.user.type(screen.getByRole('textbox', { name: 'Phone number' }), '13612345678');
  await page.user.type(screen.getByRole('textbox', { name: /code/i }), '123456');
  await page.user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('mei_studio')).toBeVisible();
  const mark = page.world.location.mark();
  page.unmount();
  const again = await openPage({ screen: 'choose-account', answers, world: page.world, mark });
  const row = (await screen.findByText('mei_studio')).closest('tr, li') as HTMLElement;
  await again.user.click(row.querySelector('button') as HTMLElement);
  await screen.findByRole('heading', { level: 1, name: 'Set a new password' });
  expect(screen.getByText('mei_studio').parentElement).toHaveTextContent('+86****5678');
  expect(allFields(again.running.model.get().pack).has('new-password')).toBe(true);
});
