/** @jest-environment ./tests/page-environment.cjs */
/**
 * A page that ends what a link or a code did leads to signing in to that account. Where this browser is signed in as
 * somebody else, that is said, instead of opening the other account: every line x page x button x who is signed in.
 */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { goTo } from '../../src/screens/navigate.ts';
import { textsOf } from '../../src/screens/page.ts';
import { compiledLines } from '../compiled-lines.ts';
import { spoken } from '../spoken.ts';
import { type OpenPage, ok, openPage } from './page.tsx';

const OWNER = 'a-1';
const OTHER: Result = { kind: 'answer', code: 'Session.Other', data: {}, requestId: 'r-1' };
const NOBODY: Result = { kind: 'answer', code: '602', data: {}, requestId: 'r-2' };

/** Pages that tell what was done to an account, and the buttons of theirs that lead to signing in to it. */
const ENDS = [
  { to: 'reset-done', state: 'done', button: 'sign-in' },
  { to: 'reset-done', state: 'done', button: 'check' },
  { to: 'activate', state: 'done', button: 'sign-in' },
  { to: 'activate', state: 'password-set', button: 'sign-in' },
] as const;
type End = (typeof ENDS)[number];

const WHO: Readonly<Record<string, Result>> = {
  nobody: NOBODY,
  'the owner': ok({ userId: OWNER, username: 'mei_lin', maskedName: 'me****' }),
  'somebody else': ok({ userId: 'b-2', username: 'wei', maskedName: 'we****' }),
};

async function ended(line: string, { to, state }: End, who: string): Promise<OpenPage> {
  const present = WHO[who] as Result;
  const page = await openPage({
    line,
    screen: 'forgot-password',
    answers: {
      session: ({ headers }) =>
        who === 'somebody else' && headers['account-id'] !== undefined && headers['account-id'] !== 'b-2'
          ? OTHER
          : present,
    },
  });
  // Somebody waits for a link to be followed.
  act(() => page.running.model.set(({ flow }) => ({ flow: { ...flow, activates: 'mei.lin@example.com' } })));
  await act(async () => void (await goTo(page.running, to, { state })));
  act(() => page.running.model.set(({ flow }) => ({ state, flow: { ...flow, userId: OWNER } })));
  return page;
}

test('the pages are there on some line each', async () => {
  const lines = Object.values(await compiledLines());
  for (const { to, state } of ENDS) {
    const states = lines.map(({ languages }) => languages.en?.screens[to]?.pack.screen);
    expect(states.some((each) => each?.kind === 'notice' && each.states[state] !== undefined)).toBe(true);
  }
});

describe.each(Object.keys(WHO))('%s is signed in', (who) => {
  test.each(ENDS)('$to $state, $button', async (end) => {
    for (const [line, { languages }] of Object.entries(await compiledLines())) {
      const pack = languages.en?.screens[end.to]?.pack;
      if (pack?.screen.kind !== 'notice' || pack.screen.states[end.state] === undefined) continue;
      const page = await ended(line, end, who);
      const name = textsOf(page.running, pack).text(`screens.${end.to}.actions.${end.button}`);
      await page.user.click(screen.getByRole('button', { name }));
      const { model } = page.running;
      if (who === 'somebody else') {
        const title = spoken('screens.other-account.states.instead.title');
        expect(await screen.findByRole('heading', { name: title })).toBeVisible();
        expect(document.body).toHaveTextContent('we****');
        expect(page.world.location.left).toEqual([]);
        // Nothing of the other account is mixed with what was done.
        expect(model.get().flow.userId).toBe('b-2');
        expect(model.get().flow.returnTo).toBeUndefined();
      } else if (who === 'nobody') {
        await waitFor(() => expect([line, model.get().pack.id]).toEqual([line, 'sign-in']));
        expect(model.get().flow.returnTo).toBe(end.button === 'check' ? '/sso/render/saved?check=1' : undefined);
      } else {
        await waitFor(() => expect([line, model.get().pack.id]).not.toEqual([line, end.to]));
        expect(model.get().pack.id).not.toBe('other-account');
      }
      page.unmount();
      page.container.remove();
    }
  });
});
