/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Leaving an account: wherever a call says that nobody is signed in, and at sign-out, the page goes to sign-in and
 * keeps nothing of the person, neither in memory nor in either storage.
 */
import { eventCalls } from '../../src/engine/event-calls.ts';
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import { runEvent } from '../../src/screens/run-event.ts';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compiledLines } from '../compiled-lines.ts';
import { goOn, type OpenPage, ok, openPage } from './page.tsx';
import { settle } from './settle.ts';

/** What stays: nobody's, or the device's (the company's alias and a sub account's own name are asked for again otherwise). */
const STAYS = new Set([
  ...['language', 'languageFlag', 'isCounting', 'biz', 'accessId', 'officialWebsiteEntry'],
  ...['blockComefrom', 'comefrom', 'bd_vid', 'isDomestic', 'countryId', 'dingdingAlias', 'subAccountName'],
]);
const PROFILE = {
  username: 'mei_lin',
  loginName: 'mei_lin',
  email: 'mei.lin@example.com',
  phone: '+8613800138000',
  phoneVerified: true,
  userId: '100001',
  uuid: '6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13',
  accountType: 1,
  hasPassword: true,
  securityRisk: false,
};
const LINES = ['renderbus', 'foxrenderfarm'];

/** Screens of the account and their events that ask the service, by line. */
async function events(): Promise<readonly (readonly [string, string, string])[]> {
  const compiled = await compiledLines();
  return LINES.flatMap((line) => {
    const { server, languages } = compiled[line] as CompiledLine;
    const asks = (call: string): boolean => server.calls[call]?.fails?.includes('602') === true;
    return Object.values(languages.en?.screens ?? {}).flatMap(({ pack }) =>
      pack.screen.account === true
        ? Object.entries(pack.events).flatMap(([name, event]) =>
            eventCalls(event).some(asks) ? [[line, pack.id, name] as const] : [],
          )
        : [],
    );
  });
}

function fillEverything({ running, world }: OpenPage): void {
  for (const key of Object.keys(running.shell.stored.keys)) if (key !== 'language') world.store.write(key, `of-${key}`);
  world.store.keep('flow', { at: world.clock.now(), values: PROFILE, of: 'of-userId' });
  for (const id of Object.keys(running.shell.line.routes))
    world.store.keep(`typed:${id}`, { form: 'email', values: { email: PROFILE.email } });
  act(() => running.model.set({ flow: { ...PROFILE, sessions: running.model.get().flow.sessions, row: '1' } }));
}

/** What is left of the person: stored keys, kept values, flow values. */
function leftOf({ running, world }: OpenPage): readonly string[] {
  const stored = Object.keys(running.shell.stored.keys).filter((key) => world.store.read(key) !== undefined);
  const kept = ['flow', ...Object.keys(running.shell.line.routes).map((id) => `typed:${id}`)].flatMap((name) => {
    const text = JSON.stringify(world.store.kept(name) ?? {});
    return Object.values(PROFILE).some((value) => typeof value === 'string' && text.includes(value)) ? [name] : [];
  });
  const flow = Object.keys(PROFILE).filter((name) => running.model.get().flow[name] !== undefined);
  return [...stored.filter((key) => !STAYS.has(key)), ...kept, ...flow];
}

test('every stored key is a person’s or a visit’s and goes, or is known to stay', async () => {
  const keys = (await compiledLines()).renderbus?.languages.en?.shell.stored.keys ?? {};
  const unsaid = Object.entries(keys).filter(
    ([key, { person, visit }]) => (person ?? visit ?? false) === STAYS.has(key),
  );
  expect(unsaid.map(([key]) => key)).toEqual([]);
});

test('wherever a call of an account’s screen says 602, the page leaves and forgets', async () => {
  const all = await events();
  expect(all.length).toBeGreaterThan(60);
  const faults: string[] = [];
  for (const [line, id, name] of all) {
    const page = await openPage({ line, screen: id, preview: true });
    fillEverything(page);
    // A form is sent as it stands; its rules are another test's.
    act(() => page.running.model.set({ validators: {} }));
    await act(() => runEvent(page.running, name, '1'));
    const { id: at } = page.running.model.get().pack;
    const left = leftOf(page);
    const asked = page.world.http.requests.length > 0;
    if (asked && (at !== 'sign-in' || left.some((each) => each !== 'returnTo')))
      faults.push(`${line} ${id} ${name}: at ${at}, left ${left.join(' ')}`);
    page.unmount();
  }
  expect(faults).toEqual([]);
}, 240_000);

test.each([
  ['sign-out', 'Sign out', 'Sign out', 'sign-out', ok()],
  [
    'end-all',
    'Sign out everywhere, here too',
    'Sign out everywhere, here too',
    'end-all-sessions',
    ok({ ended: 2, signedOut: true }),
  ],
  ['end-session', 'End session: Chrome', 'End session', 'end-session', ok({ signedOut: true })],
])('%s leaves the account page for sign-in and keeps nothing', async (_, name, label, call, answer) => {
  const page = await openPage({
    screen: 'console',
    answers: {
      'query-user': ok(PROFILE),
      sessions: ok({ sessions: [{ id: '1', device: 'Chrome', since: '2026-11-20', current: true }] }),
      [call]: answer,
    },
  });
  const button = await screen.findByRole('button', { name });
  fillEverything(page);
  await page.user.click(button);
  if (call !== 'sign-out') await goOn(page, label);
  await waitFor(() => expect(page.running.model.get().pack.id).toBe('sign-in'));
  await settle();
  expect(leftOf(page)).toEqual([]);
});

test('signing out everywhere else stays, and reads the list again', async () => {
  const page = await openPage({
    screen: 'console',
    answers: {
      'query-user': ok(PROFILE),
      sessions: ok({ sessions: [] }),
      'end-all-sessions': ok({ ended: 1, signedOut: false }),
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  await goOn(page, 'Sign out everywhere else');
  await waitFor(() => expect(page.sent('sessions')).toHaveLength(2));
  expect(page.sent('end-all-sessions')[0]?.body).toEqual({ present: false });
  expect(page.running.model.get().pack.id).toBe('console');
});

test('what a tab kept in the name of one account is not there for the next one', async () => {
  const before = await openPage({ screen: 'sign-in' });
  before.world.store.write('userId', '100001');
  before.unmount();
  const { world } = before;
  const first = await openPage({ screen: 'change-email', world, answers: { 'query-user': ok(PROFILE) } });
  await first.user.type(await screen.findByRole('textbox', { name: /email$/i }), 'new@example.com');
  first.pass(1000);
  await settle();
  first.unmount();
  world.store.write('userId', '200002');
  const next = await openPage({ screen: 'change-email', world, answers: { 'query-user': ok({}) } });
  await settle();
  expect(screen.getByRole('textbox', { name: /email$/i })).toHaveValue('');
  expect(next.running.model.get().flow.email).toBeUndefined();
});

test.each(['602', '603'])('%s at the page’s own username form clears raySyncUserKey with the rest', async (code) => {
  const page = await openPage({
    screen: 'sign-in',
    answers: { 'update-username': { kind: 'answer', code, data: {}, requestId: 'r' } },
  });
  fillEverything(page);
  act(() => page.running.model.set({ validators: {} }));
  await act(() => runEvent(page.running, 'update-username'));
  for (const key of ['userKey', 'userId', 'platform', 'loginType', 'raySyncUserKey'])
    expect([key, page.world.store.read(key)]).toEqual([key, undefined]);
});
