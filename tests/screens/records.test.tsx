/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Every list of every screen and state: it says "none" only when the service said so. On its way it says that; when it did
 * not come it says that, too, and is asked for again by a press. What a row's button did is told, and the focus stays.
 */
import { eventCalls } from '../../src/engine/event-calls.ts';
import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import type { Pack } from '../../src/engine/pack.ts';
import type { RecordsBlock } from '../../src/generated/config.ts';
import { compiledLines } from '../compiled-lines.ts';
import { spoken } from '../spoken.ts';
import { goOn, ok, openPage, recorded } from './page.tsx';

/** Lines that between them show every list: one by phone, one by e-mail. */
const LINES = ['renderbus', 'foxrenderfarm'] as const;
const PROFILE = { username: 'mei_lin', loginName: 'mei_lin', userId: '1', accountType: 1, phone: '' };

interface List {
  readonly pack: Pack;
  readonly state: string;
  readonly call: string;
  readonly block: RecordsBlock;
}

function listsOf(pack: Pack): List[] {
  if (pack.screen.kind !== 'notice') return [];
  return Object.entries(pack.screen.states).flatMap(([state, { blocks = [] }]) =>
    blocks.flatMap((block): List[] => {
      if (block.block !== 'records') return [];
      const [call = ''] = eventCalls(pack.events[block.event] ?? {});
      return [{ pack, state, call, block }];
    }),
  );
}

describe.each(LINES)('on %s', (line) => {
  test('none is said only where there is none', async () => {
    const packs = Object.values((await compiledLines())[line]?.languages.en?.screens ?? {}).map(({ pack }) => pack);
    const seen: string[] = [];
    const wrong: string[] = [];
    for (const { pack, state, call, block } of packs.flatMap(listsOf)) {
      const { id } = pack;
      let answer: (result: Result) => void = () => {};
      const page = await openPage({
        line,
        screen: id,
        answers: {
          'query-user': ok(PROFILE),
          [call]: () =>
            new Promise<Result>((done) => {
              answer = done;
            }),
        },
      });
      // Wherever the page would go on to by itself.
      await act(async () => page.running.model.set({ pack, state, flow: {}, pending: undefined }));
      const said = (rest: string): string => String(pack.messages[`screens.${id}.records.${block.id}.${rest}`]);
      const list = screen.queryByRole('region', { name: said('title') });
      if (list !== null) {
        const name = `${id} ${state} ${block.id}`;
        seen.push(name);
        const expectIt = async (when: string, sentence: string): Promise<void> => {
          try {
            await waitFor(() => expect(within(list).getByText(sentence)).toBeVisible());
            if (sentence !== said('empty')) expect(within(list).queryByText(said('empty'))).toBeNull();
          } catch {
            wrong.push(`${name}, ${when}: ${list.textContent}`);
          }
        };
        await expectIt('on its way', spoken('widgets.records.loading', {}, line));
        await act(async () => answer({ kind: 'offline' }));
        await expectIt('not come', 'This could not be loaded. Please check your connection and try again.');
        await page.user.click(within(list).getByRole('button', { name: 'Try again' }));
        await expectIt('asked for again', spoken('widgets.records.loading', {}, line));
        await act(async () => answer(recordedEmpty(call)));
        await expectIt('none', said('empty'));
      }
      page.unmount();
      page.container.remove();
    }
    expect(wrong).toEqual([]);
    expect(seen.length).toBeGreaterThanOrEqual(10);
  }, 120_000);
});

/** The recorded answer with its lists empty. */
function recordedEmpty(call: string): Result {
  const answer = recorded(call, 'ok');
  if (answer.kind !== 'answer') return answer;
  const data = Object.entries(answer.data).map(([key, value]) => [key, Array.isArray(value) ? [] : value]);
  return { ...answer, data: Object.fromEntries(data) };
}

test('what a row’s button did is told, and the focus goes to the list', async () => {
  let linked = recorded('third-links', 'ok--linked');
  const page = await openPage({
    screen: 'console',
    answers: {
      'query-user': ok(PROFILE),
      'third-links': () => linked,
      'unlink-third': () => {
        linked = recordedEmpty('third-links');
        return ok();
      },
    },
  });
  const list = await screen.findByRole('region', { name: 'Other ways to sign in' });
  const [unlink] = await within(list).findAllByRole('button', { name: /^Unlink: / });
  await page.user.click(unlink as HTMLElement);
  await goOn(page, 'Unlink');
  expect(await screen.findByText(/^\S+ no longer signs you in\.$/)).toHaveAttribute('role', 'status');
  expect(within(list).getByRole('heading')).toHaveFocus();
  page.unmount();
});

test('a refusal of what was pressed far below comes into view', async () => {
  const seen: Element[] = [];
  const into = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this);
    return Promise.resolve();
  });
  const page = await openPage({
    screen: 'console',
    answers: {
      'query-user': ok(PROFILE),
      'third-links': recorded('third-links', 'ok--linked'),
      'unlink-third': recorded('unlink-third', 'ThirdParty.Last.Way'),
    },
  });
  const list = await screen.findByRole('region', { name: 'Other ways to sign in' });
  const [unlink] = await within(list).findAllByRole('button', { name: /^Unlink: / });
  await page.user.click(unlink as HTMLElement);
  await goOn(page, 'Unlink');
  const alert = await screen.findByRole('alert');
  expect(seen).toEqual([alert]);
  into.mockRestore();
  page.unmount();
});
