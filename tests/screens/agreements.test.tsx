/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * A newer version of an agreement: whatever signs in or finds somebody signed in leads to the page that asks, and that page
 * leads on once nothing is due.
 */
import { screen, waitFor } from '@testing-library/react';
import type { PageEvent } from '../../src/engine/pack.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type Answers, ok, openPage } from './page.tsx';
import { settle } from './settle.ts';

const row = (agreement: string, due: boolean) => ({
  id: agreement,
  agreement,
  version: '2',
  since: '2026-11-01',
  due,
});
const standing = (due: boolean) =>
  ok({ agreements: [row('terms', due), row('privacy', false)], versions: { terms: '2', privacy: '1' }, due });
const session = ok({ username: 'mei_lin', userId: 'u-1', accountType: 1, securityRisk: false });

const OPENING = ['user-login', 'third-login'];

test('on every line, each event that opens a session asks first of all whether something is due', async () => {
  const opening: string[] = [];
  for (const [line, { languages }] of Object.entries(await compiledLines())) {
    const [{ screens = {} } = {}] = Object.values(languages);
    for (const [id, { pack }] of Object.entries(screens)) {
      for (const [name, event] of Object.entries<PageEvent>(pack.events)) {
        if (typeof event.call !== 'string' || !OPENING.includes(event.call)) continue;
        opening.push(`${line}/${id}/${name}`);
        expect([line, id, name, event.outcomes[0]]).toMatchObject([
          line,
          id,
          name,
          { on: 'ok', where: { agreementsDue: true }, go: { screen: 'agreements' } },
        ]);
      }
    }
  }
  expect(opening.length).toBeGreaterThan(30);
});

test.each(['sign-in', 'sub-account', 'qr-sign-in', 'console'])(
  '%s leads whoever is signed in and has something to accept to the page that asks',
  async (id) => {
    const found = ok({ ...(session.kind === 'answer' ? session.data : {}), agreementsDue: true });
    const page = await openPage({
      screen: id,
      answers: { session: found, 'query-user': found, agreements: standing(true) },
    });
    await settle();
    expect(await screen.findByRole('button', { name: 'Accept and continue' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /Terms of Service/ }).length).toBeGreaterThan(0);
    expect(page.world.location.left).toEqual([]);
  },
);

const opened = (answers: Answers) =>
  openPage({ screen: 'agreements', answers: { session, sessions: ok(), ...answers } });

test('accepting sends the versions that were shown, and leads on', async () => {
  const page = await opened({
    agreements: standing(true),
    'accept-agreements': ok({ due: false, securityRisk: false, guide: false }),
  });
  await settle();
  await page.user.click(await screen.findByRole('button', { name: 'Accept and continue' }));
  await settle();
  expect(page.sent('accept-agreements')[0]?.body).toEqual({ accepted: { terms: '2', privacy: '1' } });
  expect(page.world.location.left).toHaveLength(1);
});

test.each([
  ['another username is due', { securityRisk: true, guide: false }, 'set-user-info'],
  ['the software is asked for', { securityRisk: false, guide: true }, 'software-select'],
])('accepting leads on to what comes next: %s', async (_, next, id) => {
  const page = await opened({ agreements: standing(true), 'accept-agreements': ok({ due: false, ...next }) });
  await settle();
  await page.user.click(await screen.findByRole('button', { name: 'Accept and continue' }));
  await waitFor(() => expect(page.running.model.get().pack.id).toBe(id));
});

test('where a newer version came meanwhile it is shown, and nothing goes on', async () => {
  const page = await opened({
    agreements: standing(true),
    'accept-agreements': ok({ due: true, securityRisk: false, guide: false }),
  });
  await settle();
  const before = page.sent('agreements').length;
  await page.user.click(await screen.findByRole('button', { name: 'Accept and continue' }));
  await settle();
  expect(page.sent('agreements').length).toBeGreaterThan(before);
  expect(screen.getByRole('button', { name: 'Accept and continue' })).toBeTruthy();
  expect(page.world.location.left).toEqual([]);
});

test('opened with nothing due it leads on; opened by nobody, to the sign-in', async () => {
  const page = await opened({ agreements: standing(false) });
  await settle();
  expect(page.world.location.left).toHaveLength(1);
  page.unmount();
  const nobody = await openPage({ screen: 'agreements' });
  await settle();
  expect(nobody.running.model.get().pack.id).toBe('sign-in');
});
