/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * A form on two pages: the first takes a step without a call, the second sends all; who comes another way begins at the first.
 */
import { act, screen } from '@testing-library/react';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compiledFixture } from '../schemas/fixture.ts';
import { spoken } from '../spoken.ts';
import { type Answers, type OpenPage, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

let compiled: CompiledLine;
beforeAll(async () => {
  compiled = await compiledFixture('screen/form-on-two-pages');
});

const answers: Answers = {
  'register-email': recorded('register-email', 'ok'),
  'register-check': recorded('register-check', 'ok'),
  'is-blacklist-email': recorded('is-blacklist-email', 'ok'),
};
const FIRST = { Email: 'mei@aurora.example', Username: 'mei_lin', Password: 'Foyer2026a' };
const input = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: 'input' });
const press = async ({ user }: OpenPage, name: string) => {
  await user.click(screen.getByRole('button', { name }));
  await settle();
};
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const back = async ({ world }: OpenPage) => {
  await act(async () => world.location.back());
  await settle();
};

async function onTheSecondPage(wrong: Partial<typeof FIRST> = {}, also: Answers = {}): Promise<OpenPage> {
  const page = await openPage({ compiled, screen: 'register', answers: { ...answers, ...also } });
  await settle();
  for (const [label, text] of Object.entries({ ...FIRST, ...wrong })) {
    if (text !== '') await page.user.type(input(label), text);
  }
  await page.user.click(screen.getByRole('checkbox', { name: /^I have read/ }));
  await press(page, 'Continue');
  return page;
}

test('what both pages hold is sent at once, with the last', async () => {
  const page = await onTheSecondPage();
  expect(heading()).toBe('What you do');
  expect(page.world.location.path()).toBe('/sso/register/business');
  expect(page.sent('register-email')).toHaveLength(0);
  await page.user.click(screen.getByRole('radio', { name: 'Animation' }));
  await press(page, 'Create account');
  const [request, ...more] = page.sent('register-email');
  expect(more).toHaveLength(0);
  expect(request?.body).toMatchObject({ email: FIRST.Email, username: FIRST.Username, agreement: true });
  expect(request?.body).toHaveProperty('businessType');
  expect(request?.body).toHaveProperty('password', expect.stringMatching(/./));
  expect(heading()).toBe(spoken('screens.activate.states.sent.title', {}, '_base'));
});

test('a first page that is wrong stays, and says where', async () => {
  await onTheSecondPage({ Email: 'mei@' });
  expect(heading()).toBe('Register');
  expect(input('Email').getAttribute('aria-invalid')).toBe('true');
});

test('opened directly it leads to the first page, and sends nothing', async () => {
  const page = await openPage({ compiled, screen: 'register-business', answers, fresh: true });
  await settle();
  expect(heading()).toBe('Register');
  expect(page.world.location.path()).toBe('/sso/signup');
  expect(page.sent('register-email')).toHaveLength(0);
});

test('a press before the page came alive leads there, too', async () => {
  const page = await openPage({
    compiled,
    screen: 'register-business',
    answers,
    held: (container) => container.querySelector<HTMLInputElement>('input[type=radio]')?.click(),
  });
  await settle();
  expect(page.sent('register-email')).toHaveLength(0);
  expect(heading()).toBe('Register');
});

test('no storage holds a password: after a reload the first page asks for it again, and for nothing else', async () => {
  const page = await onTheSecondPage();
  const mark = page.world.location.mark();
  expect(JSON.stringify([page.world.store.kept('flow'), page.world.store.kept('typed:register')])).not.toContain(
    'Foyer2026a',
  );
  page.unmount();
  await openPage({ compiled, screen: 'register-business', answers, world: page.world, mark });
  await settle();
  expect(heading()).toBe('Register');
  expect(input('Email').value).toBe(FIRST.Email);
  expect(input('Password').value).toBe('');
});

test('another language in its address leads to the first page, which forgot nothing but the password', async () => {
  const page = await onTheSecondPage();
  page.unmount();
  await openPage({
    compiled,
    screen: 'register-business',
    search: '?lang=en',
    answers,
    world: page.world,
    fresh: true,
  });
  await settle();
  expect(heading()).toBe('Register');
  expect([input('Email').value, input('Username').value]).toEqual([FIRST.Email, FIRST.Username]);
  expect(input('Password').value).toBe('');
});

test('Back shows what was typed; on from there goes what stands there now', async () => {
  const page = await onTheSecondPage();
  await back(page);
  expect(heading()).toBe('Register');
  expect(input('Email').value).toBe(FIRST.Email);
  await page.user.clear(input('Username'));
  await page.user.type(input('Username'), 'mei_other');
  await page.user.type(input('Password'), FIRST.Password);
  await press(page, 'Continue');
  await page.user.click(screen.getByRole('radio', { name: 'Animation' }));
  await press(page, 'Create account');
  expect(page.sent('register-email')[0]?.body).toMatchObject({ username: 'mei_other' });
});

test('Back after the end leads to an empty first page', async () => {
  const page = await onTheSecondPage();
  await page.user.click(screen.getByRole('radio', { name: 'Animation' }));
  await press(page, 'Create account');
  await back(page);
  expect(heading()).toBe('Register');
  expect(input('Email').value).toBe('');
});

test('what the service finds wrong on the first page is said on the second, and Back leads to it', async () => {
  const page = await onTheSecondPage({}, { 'register-email': recorded('register-email', 'Account.Email.Existed') });
  await page.user.click(screen.getByRole('radio', { name: 'Animation' }));
  await press(page, 'Create account');
  expect(screen.getByRole('alert').textContent).toMatch(/email/i);
  await page.user.click(screen.getByRole('link', { name: 'Back to the first page' }));
  await settle();
  expect(input('Email').value).toBe(FIRST.Email);
});
