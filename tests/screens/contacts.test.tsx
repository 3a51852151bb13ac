/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * What an account's page and the form of its mailbox promise is what the account has: an old address is told only where
 * there is one.
 */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import { type OpenPage, ok, openPage, recorded } from './page.tsx';

const PROFILE = { username: 'mei_lin', loginName: 'mei_lin', userId: '1', accountType: 1, phone: '' };

test.each([
  ['without a mailbox', '', 'Add an email', false],
  ['with one', 'mei@example.com', 'Change email', true],
])('an account %s', async (_, email, button, tells) => {
  const answers = { 'query-user': ok({ ...PROFILE, email }) };
  const page = await openPage({ screen: 'console', answers });
  expect(await screen.findByRole('button', { name: button })).toBeVisible();
  expect(screen.getAllByRole('button', { name: /email/i })).toHaveLength(1);
  page.unmount();
  page.container.remove();
  const form = await openPage({ screen: 'change-email', answers });
  expect(
    await screen.findByText(
      email === '' ? 'We’ll send a code to this address.' : 'We’ll send a code to the new address.',
    ),
  ).toBeVisible();
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.queryByText(/we notify the old one/) !== null).toBe(tells);
  form.unmount();
});

/** Where a button of the account leads, heading, tab and field say what the button said. */
test.each([
  ['en', { phone: '', phoneVerified: false }, 'Bind your phone', 'bind-phone', 'Phone number'],
  ['en', { phone: '+8613800138000', phoneVerified: true }, 'Change phone', 'bind-phone', 'New phone number'],
  ['zh', { phone: '', phoneVerified: false }, '绑定手机号', 'bind-phone', '手机号'],
  ['zh', { phone: '+8613800138000', phoneVerified: true }, '更换手机号', 'bind-phone', '新手机号'],
  ['en', { email: '' }, 'Add an email', 'change-email', 'Email'],
  ['en', { email: 'mei@example.com' }, 'Change email', 'change-email', 'New email'],
  ['zh', { email: '' }, '绑定邮箱', 'change-email', '邮箱'],
  ['zh', { email: 'mei@example.com' }, '更换邮箱', 'change-email', '新邮箱'],
])('in %s, %o: %s', async (language, profile, name, target, label) => {
  const answers = { 'query-user': ok({ ...PROFILE, ...profile }) };
  const page = await openPage({ language, screen: 'console', answers });
  await page.user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  expect(page.running.model.get().pack.id).toBe(target);
  expect(screen.getByRole('textbox', { name: label })).toBeVisible();
  expect(page.world.location.title.startsWith(`${name} `)).toBe(true);
  page.unmount();
  page.container.remove();
});

describe('a page of a contact that was changed elsewhere meanwhile', () => {
  const CASES = {
    'a first phone': {
      line: 'renderbus',
      before: { phone: '', phoneVerified: false },
      after: { phone: '+8613900139000', phoneVerified: true },
      screen: 'bind-phone',
      send: 'send-verify-code',
      field: 'New phone number',
      typed: '13700137000',
      submit: 'Change phone',
      call: 'bind-phone',
    },
    'another phone': {
      line: 'foxrenderfarm',
      before: { phone: '+8613800138000', phoneVerified: true },
      after: { phone: '+8613900139000', phoneVerified: true },
      screen: 'bind-phone',
      send: 'send-verify-code',
      field: 'New phone number',
      typed: '2025550123',
      submit: 'Change phone',
      call: 'bind-phone',
    },
    'a first mailbox': {
      line: 'renderbus',
      before: { email: '' },
      after: { email: 'new@example.com' },
      screen: 'change-email',
      send: 'send-email-code',
      field: 'New email',
      typed: 'third@example.com',
      submit: 'Save email',
      call: 'change-email',
    },
    'another mailbox': {
      line: 'foxrenderfarm',
      before: { email: 'old@example.com' },
      after: { email: 'new@example.com' },
      screen: 'change-email',
      send: 'send-email-code',
      field: 'New email',
      typed: 'third@example.com',
      submit: 'Save email',
      call: 'change-email',
    },
  } as const;
  const names = Object.keys(CASES) as (keyof typeof CASES)[];

  /** The page as it was before, and a service that knows of the change from then on. */
  async function opened(name: keyof typeof CASES) {
    const { line, before, after, screen: id, send, call } = CASES[name];
    let changed = false;
    const answers = {
      'query-user': () => ok({ ...PROFILE, email: '', phoneVerified: false, ...(changed ? after : before) }),
      sessions: ok({ sessions: [] }),
      [send]: ok(),
      [call]: recorded(call, 'Contact.Overtaken'),
    };
    const page = await openPage({ line, language: 'en', screen: id, answers, stored: { userId: '1' } });
    await waitFor(() => expect(page.sent('query-user')).toHaveLength(1));
    changed = true;
    const value = 'phone' in after ? after.phone : after.email;
    const shown = () => screen.findByText(value);
    return { page, shown };
  }
  const fill = async (page: OpenPage, name: keyof typeof CASES) =>
    page.user.type(screen.getAllByRole('textbox')[0] as HTMLElement, CASES[name].typed);

  test.each(names)('shows it once it is looked at again: %s', async (name) => {
    const { page, shown } = await opened(name);
    act(() => page.world.clock.hide(true));
    act(() => page.world.clock.hide(false));
    expect(await shown()).toBeVisible();
    page.unmount();
  });

  test.each(names)('shows it when a code is asked for: %s', async (name) => {
    const { page, shown } = await opened(name);
    await fill(page, name);
    await page.user.click(screen.getByRole('button', { name: /^(Send|Get) .*code/i }));
    expect(await shown()).toBeVisible();
    page.unmount();
  });

  test.each(names)('says that it changed nothing, shows it, and goes on from there: %s', async (name) => {
    const { page, shown } = await opened(name);
    const { field, submit, send, screen: id } = CASES[name];
    await fill(page, name);
    const [, code] = screen.getAllByRole('textbox');
    await page.user.type(code as HTMLElement, '123456');
    await page.user.click(
      screen.getAllByRole('button', { name: /^(Bind phone|Change phone|Save email)$/ })[0] as never,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(/we replaced nothing.*send a new code/);
    expect(await shown()).toBeVisible();
    expect(screen.getByRole('textbox', { name: field })).toBeVisible();
    expect(code).toHaveValue('');
    expect(screen.getByRole('button', { name: submit })).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: /^(Send|Get) .*code/i }));
    await waitFor(() => expect(page.sent(send)).toHaveLength(1));
    if (id === 'bind-phone') expect(page.sent(send)[0]?.body).toMatchObject({ purpose: 'changephone' });
    page.unmount();
  });
});
