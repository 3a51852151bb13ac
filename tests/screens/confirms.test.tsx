/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Every button of every screen, state and line whose event makes a call that takes something away: a press asks and sends
 * nothing, Cancel and Escape keep everything and give the focus back, and going on sends the call once.
 */
import { eventCalls } from '../../src/engine/event-calls.ts';
import '@testing-library/jest-dom';
import { readdirSync } from 'node:fs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { keepPress, LIVE } from '../../src/browser/early.ts';
import type { Pack } from '../../src/engine/pack.ts';
import type { Call } from '../../src/engine/whole.ts';
import type { NoticeState, QrState } from '../../src/generated/config.ts';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, ok, openPage } from './page.tsx';

/** Who may press everything. */
const FLOW = { accountType: 1, userId: '1', username: 'mei_lin' };

interface Press {
  readonly pack: Pack;
  readonly state: string;
  readonly event: string;
  readonly confirm: string | undefined;
  /** Key of the button's text. */
  readonly label: string;
  readonly takes: readonly string[];
  /** The list that its row stands in. */
  readonly rows?: { readonly from: string; readonly row: Readonly<Record<string, unknown>> };
}

/** Calls that an event leads to and that take something away. */
function takenBy(pack: Pack, calls: Readonly<Record<string, Call>>, name: string, seen: string[] = []): string[] {
  const event = pack.events[name];
  if (event === undefined || seen.includes(name)) return [];
  const next = event.outcomes.flatMap((each) => [...('then' in each ? [each.then] : []), ...(each.also ?? [])]);
  const own = eventCalls(event).filter((call) => calls[call]?.takes === true);
  return [...own, ...next.flatMap((each) => takenBy(pack, calls, each, [...seen, name]))];
}

function pressesOf(pack: Pack, calls: Readonly<Record<string, Call>>): Press[] {
  if (!('initial' in pack.screen)) return [];
  const states = Object.entries<NoticeState | QrState>(pack.screen.states);
  return states.flatMap(([state, { actions = [], blocks = [] }]) => {
    const buttons = actions.flatMap(({ id, event, confirm }): Omit<Press, 'takes'>[] =>
      event === undefined ? [] : [{ pack, state, event, confirm, label: `screens.${pack.id}.actions.${id}` }],
    );
    const rows = blocks.flatMap((block): Omit<Press, 'takes'>[] => {
      if (block.block !== 'records') return [];
      const { id, from, columns, rowEvents = [] } = block;
      const cells = columns.map((column) => {
        if (typeof column === 'string') return [column, 'mei'];
        return [column.name, 'words' in column ? column.words?.[0] : 1];
      });
      return rowEvents.map((each) => {
        const { event, where = {}, confirm } = typeof each === 'string' ? { event: each } : each;
        const row = { ...Object.fromEntries(cells), ...where, id: 'r-1' };
        const label = `screens.${pack.id}.records.${id}.events.${event}`;
        return { pack, state, event, confirm, label, rows: { from, row } };
      });
    });
    return [...buttons, ...rows]
      .map((each) => ({ ...each, takes: takenBy(pack, calls, each.event) }))
      .filter(({ takes }) => takes.length > 0);
  });
}

const lines = readdirSync('lines').filter((name) => !name.startsWith('_'));

/** States of a screen that offer the same press, in data, behave alike: one of them is walked. */
const alike = ({ pack, event, confirm, label, rows }: Press): string =>
  JSON.stringify([pack.id, event, confirm, label, rows]);

async function everyPress(line: string): Promise<{ language: string; presses: readonly Press[] }> {
  const { server, languages } = (await compiledLines())[line] as CompiledLine;
  const { default: language } = server.line.languages;
  const packs = Object.values(languages[language]?.screens ?? {}).map(({ pack }) => pack);
  return { language, presses: packs.flatMap((pack) => pressesOf(pack, server.calls)) };
}

/** The page in the state of a press, with the row that offers it. */
async function openAt(line: string, language: string, { pack, state, rows }: Press): Promise<OpenPage> {
  const answers = Object.fromEntries(Object.keys(pack.calls).map((call) => [call, ok({ signedOut: false })]));
  const page = await openPage({ line, language, screen: pack.id, preview: true, answers });
  const flow = { ...FLOW, ...(rows && { [rows.from]: [rows.row] }) };
  await act(async () => page.running.model.set({ state, flow }));
  return page;
}

const textIn = (pack: Pack, key: string): string => String(pack.messages[key]);
/** The button; one of a row is named by which row it is about, too. */
const buttonOf = ({ pack, label, rows }: Press): HTMLElement => {
  const name = textIn(pack, label);
  return screen.getByRole('button', { name: rows === undefined ? name : new RegExp(`^${name}[:：]`) });
};
const sentBy = (page: OpenPage, { takes }: Press): number => takes.flatMap((call) => page.sent(call)).length;

/** The question that is asked, with its two buttons. */
function asked({ pack, confirm, label }: Press) {
  const dialog = screen.getByRole('alertdialog');
  const own = `confirms.${confirm}.action`;
  return {
    dialog,
    cancel: within(dialog).getByRole('button', { name: textIn(pack, 'widgets.confirm.cancel') }),
    goOn: within(dialog).getByRole('button', { name: textIn(pack, pack.messages[own] === undefined ? label : own) }),
  };
}

async function walk(line: string, language: string, press: Press): Promise<void> {
  const page = await openAt(line, language, press);
  const button = buttonOf(press);
  const nothing = async (how: string): Promise<void> => {
    expect([how, screen.queryByRole('alertdialog')]).toEqual([how, null]);
    expect(button).toHaveFocus();
    await act(async () => {});
    expect([how, sentBy(page, press)]).toEqual([how, 0]);
  };
  try {
    await page.user.click(button);
    const { dialog, cancel } = asked(press);
    expect(dialog).toHaveAccessibleName(expect.stringMatching(/\S[?？]$/));
    expect(dialog).toHaveAccessibleDescription(expect.stringMatching(/\S[.。]$/));
    expect(dialog.textContent).not.toMatch(/[{}<>]|undefined/);
    expect(cancel).toHaveFocus();
    expect(sentBy(page, press)).toBe(0);
    await page.user.click(cancel);
    await nothing('Cancel');

    // As in a browser where a press gives no focus.
    button.blur();
    fireEvent.click(button);
    fireEvent(asked(press).dialog, new Event('cancel', { cancelable: true }));
    await nothing('Escape');

    await page.user.keyboard('{Enter}');
    expect(asked(press).cancel).toHaveFocus();
    await page.user.keyboard('{Enter}');
    await nothing('Enter twice');

    await page.user.click(button);
    const { goOn } = asked(press);
    fireEvent.click(goOn);
    fireEvent.click(goOn);
    await waitFor(() => expect(sentBy(page, press)).toBe(1));
    await act(async () => {});
    expect(sentBy(page, press)).toBe(1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  } finally {
    page.unmount();
    page.container.remove();
  }
}

test.each(lines)(
  'on %s: what takes something away asks first',
  async (line) => {
    const { language, presses } = await everyPress(line);
    const wrong: string[] = [];
    for (const press of new Map(presses.map((each) => [alike(each), each])).values()) {
      try {
        await walk(line, language, press);
      } catch (error) {
        wrong.push(`${press.pack.id} ${press.state} ${press.event} (${press.confirm}): ${error}`);
      }
    }
    expect(wrong).toEqual([]);
    const events = new Set(presses.map(({ event }) => event));
    for (const event of ['end-session', 'end-others', 'end-all', 'disable-sub-account', 'unbind-sub-account'])
      expect(events).toContain(event);
  },
  300_000,
);

test('a press before the page is live is asked about as any other', async () => {
  const { language, presses } = await everyPress('renderbus');
  for (const press of presses.filter(({ state }) => state === 'signed-in')) {
    const page = await openAt('renderbus', language, press);
    keepPress(90_000);
    const button = buttonOf(press);
    fireEvent.click(button);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await act(async () => dispatchEvent(new Event(LIVE)));
    const { cancel } = asked(press);
    expect(cancel).toHaveFocus();
    expect(sentBy(page, press)).toBe(0);
    await page.user.click(cancel);
    expect(button).toHaveFocus();
    expect(sentBy(page, press)).toBe(0);
    page.unmount();
    page.container.remove();
  }
}, 120_000);
