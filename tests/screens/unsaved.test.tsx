/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * The choice of software, on every line that offers it and in both languages: a change that is not saved is said to be none,
 * for as long as it differs from what is stored, over a reload and a way elsewhere, too; and saving says that it did.
 */
import '@testing-library/jest-dom';
import { readdirSync } from 'node:fs';
import { act, screen, waitFor } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, ok, openPage, recorded } from './page.tsx';

const CHOSEN = recorded('query-soft-type', 'ok--chosen') as Extract<Result, { kind: 'answer' }>;
const PROFILE = { username: 'mei_lin', loginName: 'mei_lin', userId: String(CHOSEN.data.userId), accountType: 1 };
const LANGUAGES = ['en', 'zh'] as const;

const lines = readdirSync('lines').filter((name) => !name.startsWith('_'));

const said = (page: OpenPage): string => page.container.querySelector('form [role=status]')?.textContent ?? '';
const box = (name: string) => screen.findByRole('checkbox', { name });
const end = (page: OpenPage): void => {
  page.unmount();
  page.container.remove();
};

describe.each(lines)('on %s', (line) => {
  test.each(LANGUAGES)('in %s', async (language) => {
    const { server, languages } = (await compiledLines())[line] as CompiledLine;
    const pack = languages[language]?.screens['software-select']?.pack;
    expect(pack !== undefined).toBe(server.line.offers.softwareSelection);
    if (pack === undefined) return;
    const words = (key: string): string => String(pack.messages[`screens.software-select.${key}`]);
    const unsaved = words('unsaved');
    const answers = {
      'query-user': ok(PROFILE),
      'query-soft-type': CHOSEN,
      'user-index-guide': recorded('user-index-guide', 'Save.Overtaken'),
    };
    const open = (more: object = {}) => openPage({ line, language, screen: 'software-select', answers, ...more });
    const press = async (page: OpenPage, action: string): Promise<void> =>
      page.user.click(screen.getByRole('button', { name: words(`actions.${action}`) }));

    const first = await open({ stored: { userId: PROFILE.userId } });
    await waitFor(async () => expect(await box('Maya')).toBeChecked());
    expect(said(first)).toBe('');
    await first.user.click(await box('Houdini'));
    expect(said(first)).toBe(unsaved);
    await first.user.click(await box('Houdini'));
    expect(said(first)).toBe('');
    await first.user.click(await box('Houdini'));
    await first.user.click(await box('Maya'));
    expect(said(first)).toBe(unsaved);
    const mark = first.world.location.mark();
    end(first);

    const again = await open({ world: first.world, mark });
    await waitFor(() => expect(said(again)).toBe(unsaved));
    expect(await box('Houdini')).toBeChecked();
    expect(await box('Maya')).not.toBeChecked();
    // What another tab saved meanwhile is not replaced, and nothing was saved.
    await press(again, 'submit');
    await screen.findByRole('alert');
    expect(said(again)).toBe(unsaved);
    end(again);
  });

  test.each(LANGUAGES)('in %s, from the page of the account and back to it', async (language) => {
    const { languages } = (await compiledLines())[line] as CompiledLine;
    const pack = languages[language]?.screens['software-select']?.pack;
    const home = languages[language]?.screens.console?.pack;
    if (pack === undefined || home === undefined) return;
    const text = (key: string): string => String({ ...home.messages, ...pack.messages }[`screens.${key}`]);
    let isSaved = false;
    const page = await openPage({
      line,
      language,
      screen: 'console',
      answers: {
        'query-user': ok(PROFILE),
        'switch-platform': ok(),
        'query-soft-type': CHOSEN,
        'user-index-guide': () => {
          isSaved = true;
          return ok();
        },
      },
    });
    const choose = async (): Promise<void> => {
      await page.user.click(await screen.findByRole('button', { name: text('console.actions.software') }));
      await screen.findByRole('button', { name: text('software-select.actions.submit') });
    };
    const at = (id: string) => waitFor(() => expect(page.running.model.get().pack.id).toBe(id));

    await choose();
    await waitFor(async () => expect(await box('Maya')).toBeChecked());
    await page.user.click(await box('Houdini'));
    // A way elsewhere, and back.
    await act(async () => page.world.location.back());
    await at('console');
    await choose();
    await waitFor(() => expect(said(page)).toBe(text('software-select.unsaved')));
    expect(await box('Houdini')).toBeChecked();

    await page.user.click(screen.getByRole('button', { name: text('software-select.actions.skip') }));
    await at('console');
    expect(isSaved).toBe(false);
    expect(screen.queryByText(text('console.says.software-saved'))).toBeNull();

    await choose();
    expect(await box('Houdini')).not.toBeChecked();
    await page.user.click(await box('Houdini'));
    await page.user.click(screen.getByRole('button', { name: text('software-select.actions.submit') }));
    await at('console');
    expect(isSaved).toBe(true);
    expect(await screen.findByText(text('console.says.software-saved'))).toBeVisible();
    expect(page.world.location.left).toEqual([]);
    end(page);
  });

  test('who came from one of the service’s sites goes back there', async () => {
    const { server } = (await compiledLines())[line] as CompiledLine;
    if (!server.line.offers.softwareSelection) return;
    const source = `${server.line.redirects.origins[0]}/jobs`;
    const answers = { 'query-user': ok(PROFILE), 'query-soft-type': CHOSEN, 'user-index-guide': ok() };
    const search = `?source_url=${encodeURIComponent(source)}`;
    const page = await openPage({ line, screen: 'software-select', answers, search });
    act(() => page.running.model.set(({ flow }) => ({ flow: { ...flow, managing: true } })));
    await page.user.click(await box('Houdini'));
    await page.user.click(screen.getByRole('button', { name: 'Save and continue' }));
    await waitFor(() => expect(page.world.location.left).toEqual([source]));
    end(page);
  });
});

test('what is stored is not known: a choice made here is not saved yet', async () => {
  const page = await openPage({ screen: 'software-select', answers: { 'query-user': ok(PROFILE) } });
  expect(said(page)).toBe('');
  await page.user.click(await box('Maya'));
  expect(said(page)).toBe('Not saved yet.');
  end(page);
});
