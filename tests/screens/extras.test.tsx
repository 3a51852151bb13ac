/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Fields that a line alone has: sent at registration, told of by the same sentence whoever judges, shown on the account's page.
 */
import { act, screen } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compiledFixture } from '../schemas/fixture.ts';
import { ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

let compiled: CompiledLine;
beforeAll(async () => {
  compiled = await compiledFixture('api/properties-of-a-line');
});

const refused = (code: string, data: Readonly<Record<string, unknown>>): Result => ({
  kind: 'answer',
  code,
  data,
  requestId: 'r-1',
});

const said = (label: RegExp): string => {
  const ids = (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
};

const FIRST = ['Email', 'Phone number'];

/** Both pages of the registration with every field but one filled in well, pressed. */
async function pressed(answer: Result, wrong: Readonly<Record<string, string>> = {}) {
  const page = await openPage({
    compiled,
    screen: 'register',
    answers: {
      'register-email': answer,
      'register-check': recorded('register-check', 'ok'),
      'is-blacklist-email': recorded('is-blacklist-email', 'ok'),
    },
  });
  const values: Readonly<Record<string, string>> = {
    Email: 'mei@aurora.example',
    Username: 'mei_lin',
    'Phone number': '2015550123',
    Password: 'Foyer2026a',
    Company: 'Nine Pixels',
    ...wrong,
  };
  const type = async (isFirst: boolean) => {
    for (const [label, text] of Object.entries(values))
      if (text !== '' && FIRST.includes(label) === isFirst)
        await page.user.type(screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' }), text);
  };
  await type(true);
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await settle();
  if (FIRST.some((label) => values[label] === '')) return page;
  await type(false);
  await page.user.click(screen.getByRole('radio', { name: 'Animation' }));
  await page.user.click(screen.getByRole('checkbox', { name: /^Send me the newsletter/ }));
  await page.user.click(screen.getByRole('checkbox', { name: /^I have read/ }));
  await page.user.click(screen.getByRole('button', { name: 'Create account' }));
  await settle();
  return page;
}

test('what the line’s own fields hold goes with the registration', async () => {
  const page = await pressed(refused('InternalError', {}));
  const [request] = page.sent('register-email');
  expect(request?.body).toMatchObject({ newsletter: true, company: 'Nine Pixels', phone: '+12015550123' });
});

test.each([
  ['Phone number', 'phone', 'required', 'EmptyParameter', '', 'Phone number is required.'],
  ['Company', 'company', 'minLength', 'InvalidParameter', 'x', 'Enter at least 2 characters.'],
])('%s: the browser and the service say the same there', async (label, field, keyword, code, wrong, sentence) => {
  const own = await pressed(ok({}), { [label]: wrong });
  expect(own.sent('register-email')).toHaveLength(0);
  expect(said(new RegExp(`^${label}`))).toContain(sentence);
  own.unmount();
  const theirs = await pressed(refused(code, { field, keyword }));
  expect(theirs.sent('register-email')).toHaveLength(1);
  // Of a field of the page before, the service's word stands above the form.
  if (FIRST.includes(label)) expect(screen.getByRole('alert').textContent).not.toBe('');
  else expect(said(new RegExp(`^${label}`))).toContain(sentence);
});

test('the account’s page shows them under their own labels, and nothing where nothing was kept', async () => {
  const profile = recorded('query-user', 'ok');
  const data = profile.kind === 'answer' ? profile.data : {};
  const extras = [
    { field: 'newsletter', value: true },
    { field: 'company', value: 'Nine Pixels' },
  ];
  const openWith = (more: object) =>
    openPage({ compiled, screen: 'console', answers: { 'query-user': ok({ ...data, ...more }), sessions: ok({}) } });
  const page = await openWith({ extras });
  await act(async () => page.pass(1));
  await settle();
  const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual(
    expect.arrayContaining([
      ['Send me the newsletter', 'Yes'],
      ['Company', 'Nine Pixels'],
    ]),
  );
  page.unmount();
  await openWith({});
  await settle();
  expect(screen.queryByText('Send me the newsletter')).toBeNull();
  expect(screen.getAllByRole('term').length).toBeGreaterThan(0);
});
