/** @jest-environment ./tests/page-environment.cjs */
/**
 * Links of two accounts in one tab, over every screen whose address carries a secret that the service is asked about: whatever
 * entry of the history is come to, its own link is asked about anew, and nothing of the other one is left.
 */
import { eventCalls } from '../../src/engine/event-calls.ts';
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import type { HttpRequest } from '../../src/browser/http.ts';
import type { Result } from '../../src/engine/flow.ts';
import { pathOf } from '../../src/screens/page.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type Answers, type OpenPage, ok, openPage } from './page.tsx';
import { settle } from './settle.ts';

interface Link {
  readonly line: string;
  readonly id: string;
  /** The call that asks about the link, and the parameter of the address that it sends. */
  readonly call: string;
  readonly query: string;
}

const LINES = ['renderbus', 'foxrenderfarm'];

/** Every such screen, of a line of each region. */
async function links(): Promise<readonly Link[]> {
  const lines = await compiledLines();
  return LINES.flatMap((line) => {
    const { screens } = (lines[line] as (typeof lines)[string]).languages.en as never as {
      screens: Record<string, { pack: ReturnType<OpenPage['running']['model']['get']>['pack'] }>;
    };
    return Object.entries(screens).flatMap(([id, { pack }]) => {
      if (pack.screen.carriesToken !== true) return [];
      const asks = Object.values(pack.events).flatMap((event) =>
        eventCalls(event).flatMap((call) =>
          Object.values(pack.calls[call]?.body ?? {}).flatMap((value) =>
            event.quiet && 'query' in value ? [{ line, id, call, query: value.query }] : [],
          ),
        ),
      );
      return asks.slice(0, 1);
    });
  });
}

/** The service knows whose each link is; a used one is over. */
function answering({ id, call, query }: Link, used: ReadonlySet<string>, gate?: Promise<void>): Answers {
  const purpose = id === 'activate' ? 'activate' : 'reset';
  return {
    [call]: async ({ body }): Promise<Result> => {
      await gate;
      const whose = (body as Record<string, string>)[query] as string;
      if (used.has(whose))
        return {
          kind: 'answer',
          code: call === 'qr-look' ? 'QrCode.Expired' : 'Account.Token.Expired',
          data: { used: true },
          requestId: '',
        };
      const named = { contact: `${whose}****`, email: `${whose}@mail.example`, account: `${whose}****` };
      return ok({ ...named, purpose, proof: `proof of ${whose}`, state: 1, signedIn: true, match: '47', line: 'x' });
    },
  };
}

const marks = new Map<string, string | undefined>();

/** Comes to the entry of somebody's link in the tab that `before` stood in. */
async function come(link: Link, whose: string, before: OpenPage | undefined, answers: Answers): Promise<OpenPage> {
  before?.unmount();
  const page = await openPage({
    line: link.line,
    screen: link.id,
    search: `?${link.query}=${whose}`,
    answers,
    ...(before === undefined ? {} : { world: before.world }),
    mark: marks.get(whose),
  });
  return page;
}

const keep = (page: OpenPage, whose: string): void => void marks.set(whose, page.world.location.mark());

const textOf = ({ container }: OpenPage): string => container.textContent ?? '';
const flowOf = ({ running }: OpenPage): string => JSON.stringify(running.model.get().flow);

beforeEach(() => marks.clear());

test('the data says which screens they are', async () => {
  const found = await links();
  expect(found.map(({ line, id }) => `${line} ${id}`)).toEqual(
    LINES.flatMap((line) => ['activate', 'qr-confirm', 'reset-password'].map((id) => `${line} ${id}`)),
  );
});

const each = async (check: (link: Link) => Promise<void>): Promise<void> => {
  for (const link of await links()) {
    marks.clear();
    await check(link);
  }
};

test('Back and Forward ask about the entry’s own link anew, name whose it is, and forget the other', () =>
  each(async (link) => {
    const answers = answering(link, new Set());
    let page: OpenPage | undefined;
    // Opened one after the other, then Back, Forward, Back.
    for (const whose of ['ada', 'bob', 'ada', 'bob', 'ada']) {
      page = await come(link, whose, page, answers);
      const other = whose === 'ada' ? 'bob' : 'ada';
      await waitFor(() => expect(textOf(page as OpenPage)).toContain(`${whose}****`));
      const asked = page.sent(link.call).map(({ body }) => (body as Record<string, string>)[link.query]);
      expect([link, asked]).toEqual([link, [whose]]);
      expect([link, textOf(page).includes(other), flowOf(page).includes(`proof of ${other}`)]).toEqual([
        link,
        false,
        false,
      ]);
      keep(page, whose);
    }
    page?.unmount();
  }));

test('until the service has answered, nothing is held of either', () =>
  each(async (link) => {
    const first = await come(link, 'ada', undefined, answering(link, new Set()));
    await settle();
    keep(first, 'ada');
    const second = await come(link, 'bob', first, answering(link, new Set()));
    await settle();
    keep(second, 'bob');
    let open: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      open = done;
    });
    const back = await come(link, 'ada', second, answering(link, new Set(), gate));
    await settle();
    expect([link, /proof of/.test(flowOf(back))]).toEqual([link, false]);
    await act(async () => open());
    await waitFor(() => expect(textOf(back)).toContain('ada****'));
    back.unmount();
  }));

test('one that was used meanwhile says so, and holds no proof', () =>
  each(async (link) => {
    const used = new Set<string>();
    const first = await come(link, 'ada', undefined, answering(link, used));
    await settle();
    keep(first, 'ada');
    const second = await come(link, 'bob', first, answering(link, used));
    await settle();
    used.add('ada');
    const back = await come(link, 'ada', second, answering(link, used));
    expect(await screen.findByRole('heading', { name: /expired|already been used/ })).toBeVisible();
    expect([link, /proof of/.test(flowOf(back)), textOf(back).includes('bob')]).toEqual([link, false, false]);
    expect(back.container.querySelector('form')).toBeNull();
    back.unmount();
  }));

test('a page that the browser kept whole holds nothing of its link until it is asked about again', () =>
  each(async (link) => {
    let gate: Promise<void> | undefined;
    let open: () => void = () => undefined;
    const base = answering(link, new Set());
    const answers: Answers = {
      [link.call]: async (request) => {
        await gate;
        return (base[link.call] as (each: typeof request) => Promise<Result>)(request);
      },
    };
    const first = await come(link, 'ada', undefined, answers);
    await waitFor(() => expect(textOf(first)).toContain('ada****'));
    const second = await openPage({ ...pick(link), search: `?${link.query}=bob`, answers, world: first.world });
    await settle();
    second.unmount();
    gate = new Promise((done) => {
      open = done;
    });
    const asked = first.sent(link.call).length;
    await act(async () => first.world.location.page('restore'));
    expect(first.sent(link.call)).toHaveLength(asked + 1);
    expect([link, /proof of/.test(flowOf(first))]).toEqual([link, false]);
    if (link.call === 'check-email-token') {
      expect([link, screen.queryByRole('button', { name: 'Activate account' })]).toEqual([link, null]);
      expect([link, textOf(first).includes('****')]).toEqual([link, false]);
    }
    await act(async () => open());
    await waitFor(() => expect(textOf(first)).toContain('ada****'));
    first.unmount();
  }));

const pick = ({ line, id }: Link) => ({ line, screen: id });

test('the language pressed before the page took over what the browser holds keeps the flow', () =>
  each(async (link) => {
    const first = await come(link, 'ada', undefined, answering(link, new Set()));
    await waitFor(() => expect(textOf(first)).toContain('ada****'));
    const { mark } = first.running.model.get().proven ?? {};
    first.unmount();
    if (mark === undefined) return;
    // Nothing has run by itself yet, and the browser forgot the entry.
    const again = await openPage({ ...pick(link), answers: {}, world: first.world, forgotten: true, preview: true });
    await again.user.click(screen.getByRole('link', { name: '中文' }));
    const path = pathOf(again.running.shell, link.id);
    expect([again.world.location.address, again.world.location.mark(), again.world.location.reloads]).toEqual([
      `${path}?lang=zh_CN`,
      mark,
      1,
    ]);
    again.unmount();
  }));

describe('a link that could not be checked', () => {
  const ways: Readonly<Record<string, Result>> = {
    'no connection': { kind: 'offline' },
    'time over': { kind: 'timeout' },
    nonsense: { kind: 'unreadable' },
    'a server that fails': { kind: 'answer', code: 'InternalError', data: {}, requestId: 'r-1' },
  };

  test.each(Object.keys(ways))('%s: the page says so, and a press checks it again before anything is done', (way) =>
    each(async (link) => {
      const well = answering(link, new Set())[link.call] as (request: HttpRequest) => Promise<Result>;
      let isBack = false;
      const page = await come(link, 'ada', undefined, {
        [link.call]: (request) => (isBack ? well(request) : (ways[way] as Result)),
      });
      await settle();
      expect([link.id, textOf(page)]).toEqual([link.id, expect.stringMatching(/could not check|could not look/i)]);
      isBack = true;
      for (const input of page.container.querySelectorAll('[type=password]')) await page.user.type(input, 'Foyer2026b');
      const buttons = [...page.container.querySelectorAll<HTMLElement>('main button')];
      const primary = buttons.find((button) => button.classList.contains('primary')) as HTMLElement;
      await page.user.click(primary);
      await settle();
      expect([link.id, page.sent(link.call).length]).toEqual([link.id, 2]);
      await waitFor(() => expect(textOf(page)).toContain('ada****'));
      // Nothing was done but asking.
      expect([link.id, page.world.http.requests.length]).toEqual([link.id, 2]);
      expect(
        [...page.container.querySelectorAll<HTMLInputElement>('[type=password]')].map(({ value }) => value),
      ).toEqual([...page.container.querySelectorAll('[type=password]')].map(() => 'Foyer2026b'));
      page.unmount();
    }),
  );
});
