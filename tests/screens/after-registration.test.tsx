/** @jest-environment ./tests/page-environment.cjs */
import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Result } from '../../src/engine/flow.ts';
import { spoken } from '../spoken.ts';
import { ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

describe('the platform’s state', () => {
  test.each(['sign-in', 'register'])('%s says that there is maintenance', async (id) => {
    await openPage({
      screen: id,
      answers: {
        'business-param': recorded('business-param', 'ok'),
        'platform-status': recorded('platform-status', 'ok--maintenance-until'),
      },
    });
    expect(await screen.findByText(/Renderbus is under maintenance until Sep/)).toBeVisible();
  });

  test('says nothing while it is up, nor when it cannot be asked', async () => {
    for (const answer of [recorded('platform-status', 'ok'), { kind: 'offline' } as const]) {
      const page = await openPage({ screen: 'sign-in', answers: { 'platform-status': answer } });
      await waitFor(() => expect(page.sent('platform-status')).toHaveLength(1));
      expect(screen.queryByText(/maintenance/)).not.toBeInTheDocument();
      page.unmount();
    }
  });

  test('biz and access id of the service replace those of the line', async () => {
    const page = await openPage({
      screen: 'sign-in',
      answers: { 'business-param': ok({ biz: 'other', accessId: 'other-web' }) },
    });
    await waitFor(() => expect(page.world.store.read('biz')).toBe('other'));
    await page.user.type(screen.getByRole('textbox', { name: /username/i }), 'mei_lin');
    await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Foyer2026a');
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(page.sent('sign-in')).toHaveLength(1));
    expect(page.sent('sign-in')[0]?.headers).toMatchObject({ biz: 'other', accessId: 'other-web' });
  });
});

describe('banners', () => {
  const promotion = { text: { en: 'A promotion.' } };
  const agent = { entries: { northlight: { text: { en: 'From Northlight.' }, url: 'https://northlight.example/' } } };
  const files = (changes: object = {}) => ({
    '/register-static/promotion.json': promotion,
    '/register-static/agent.json': agent,
    ...changes,
  });

  test('the agent of the address speaks in the promotion’s place', async () => {
    await openPage({ screen: 'sign-in', files: files(), search: '?comefrom=northlight' });
    expect(await screen.findByRole('link', { name: 'From Northlight.' })).toHaveAttribute(
      'href',
      'https://northlight.example/',
    );
    expect(screen.queryByText('A promotion.')).not.toBeInTheDocument();
  });

  test.each([
    ['no agent', '', {}],
    ['an unknown agent', '?comefrom=nobody', {}],
    ['an agent named like a property of every object', '?comefrom=__proto__', {}],
    ['a missing file of agents', '?comefrom=northlight', { '/register-static/agent.json': undefined }],
    ['a file of agents that is a list', '?comefrom=northlight', { '/register-static/agent.json': [] }],
    [
      'a huge file of agents',
      '?comefrom=northlight',
      { '/register-static/agent.json': { ...agent, more: 'x'.repeat(70000) } },
    ],
    [
      'an agent that says a number',
      '?comefrom=northlight',
      { '/register-static/agent.json': { entries: { northlight: { text: { en: 7 } } } } },
    ],
  ])('with %s the promotion stands', async (_, search, changes) => {
    await openPage({ screen: 'sign-in', files: files(changes), search });
    expect(await screen.findByText('A promotion.')).toBeVisible();
    expect(screen.queryByText('From Northlight.')).not.toBeInTheDocument();
  });

  test.each([
    ['a missing file', undefined],
    ['a broken one', 'oops'],
    ['none in this language', { text: { zh: '推广' } }],
    ['a text without end', { text: { en: 'x'.repeat(301) } }],
  ])('with %s nothing stands there, and the form works', async (_, file) => {
    const page = await openPage({ screen: 'sign-in', files: { '/register-static/promotion.json': file } });
    await waitFor(() => expect(page.sent('platform-status')).toHaveLength(1));
    expect(screen.queryByText('A promotion.')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });

  const HOUR = 3_600_000;
  /** What the clock of these tests says as long as nothing passes. */
  const NOW = 1_000_000;
  const moment = (ms: number) => new Date(ms).toISOString();

  test.each([
    ['has begun', { from: moment(-HOUR) }],
    ['begins now', { from: moment(NOW) }],
    ['is not over', { from: moment(-HOUR), until: moment(HOUR) }],
    ['is for this visit', { when: { query: 'fair', is: 'tokyo' } }],
  ])('one that %s is shown', async (_, more) => {
    const file = { text: { en: 'A promotion.' }, ...more };
    await openPage({ screen: 'sign-in', files: { '/register-static/promotion.json': file }, search: '?fair=tokyo' });
    expect(await screen.findByText('A promotion.')).toBeVisible();
  });

  test.each([
    ['begins later', { from: moment(HOUR) }],
    ['is over', { until: moment(-HOUR) }],
    ['ends now', { until: moment(NOW) }],
    ['is for others', { when: { query: 'fair', is: 'paris' } }],
    ['begins at no moment', { from: 'soon' }],
    ['asks for nothing that there is', { when: 'everybody' }],
  ])('one that %s gives way to none', async (_, more) => {
    const file = { text: { en: 'A promotion.' }, ...more };
    const page = await openPage({
      screen: 'sign-in',
      files: { '/register-static/promotion.json': file },
      search: '?fair=tokyo',
    });
    await waitFor(() => expect(page.sent('platform-status')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('A promotion.')).not.toBeInTheDocument());
  });

  test('an agent who is not due gives way to the promotion', async () => {
    const late = { entries: { northlight: { ...agent.entries.northlight, until: moment(-HOUR) } } };
    await openPage({
      screen: 'sign-in',
      files: files({ '/register-static/agent.json': late }),
      search: '?comefrom=northlight',
    });
    expect(await screen.findByText('A promotion.')).toBeVisible();
    expect(screen.queryByText('From Northlight.')).not.toBeInTheDocument();
  });

  test('three hundred characters are shown whole', async () => {
    const words = 'x'.repeat(300);
    await openPage({ screen: 'sign-in', files: { '/register-static/promotion.json': { text: { en: words } } } });
    expect(await screen.findByText(words)).toBeVisible();
  });

  test('an address that is none is not linked', async () => {
    const file = { text: { en: 'A promotion.' }, url: 'javascript:alert(1)' };
    await openPage({ screen: 'sign-in', files: { '/register-static/promotion.json': file } });
    expect(await screen.findByText('A promotion.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'A promotion.' })).not.toBeInTheDocument();
  });
});

describe('the signed-in page', () => {
  const profile = { 'query-user': recorded('query-user', 'ok'), session: recorded('session', 'ok') };

  test('lists the coupons and leads to the verification of the name', async () => {
    const page = await openPage({
      screen: 'console',
      answers: {
        ...profile,
        'check-user-and-present': recorded('check-user-and-present', 'ok'),
        'generate-real-name-auth': ok({ url: 'https://names.example/check?ticket=1' }),
      },
    });
    expect((await screen.findByText(/10\syuan/)).closest('p')).toHaveTextContent(
      spoken('screens.console.texts.real-name', { realName: 10 }),
    );
    await page.user.click(screen.getByRole('button', { name: 'Verify real name' }));
    await waitFor(() => expect(page.world.location.left).toEqual(['https://names.example/check?ticket=1']));
  });

  test('a verified name shows its coupon and asks no more', async () => {
    await openPage({
      screen: 'console',
      answers: { ...profile, 'check-user-and-present': recorded('check-user-and-present', 'ok--presented') },
    });
    const row = (await screen.findByText('Real-name verification')).closest('tr') as HTMLElement;
    expect(within(row).getByText(/10/)).toHaveTextContent('CN¥10');
    expect(screen.getByText('Your real name is verified.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Verify real name' })).not.toBeInTheDocument();
  });

  test.each([
    ['back', 'verified', 2, 'name-verified'],
    ['back', 'failed', 3, 'name-failed'],
    ['back', 'pending', 1, undefined],
    ['not back', 'verified', 2, undefined],
    ['not back', 'failed', 3, undefined],
  ])('%s from a check that is %s, the page says above how it went', async (way, _state, realName, says) => {
    const given = recorded('check-user-and-present', 'ok') as Extract<Result, { kind: 'answer' }>;
    const page = await openPage({
      screen: 'console',
      ...(way === 'back' && { search: '?verified=1' }),
      answers: { ...profile, 'check-user-and-present': { ...given, data: { ...given.data, realName } } },
    });
    await waitFor(() => expect(page.sent('check-user-and-present')).toHaveLength(1));
    await settle();
    for (const each of ['name-verified', 'name-failed'])
      expect(screen.queryAllByText(spoken(`screens.console.says.${each}`))).toHaveLength(each === says ? 1 : 0);
    // Told once: a reload asks for nothing and tells nothing. What cannot be told yet may be by a reload.
    expect(page.world.location.address).toBe(way === 'back' && says === undefined ? '/console?verified=1' : '/console');
  });

  test('an address that is neither ours nor https is not gone to', async () => {
    const page = await openPage({
      screen: 'console',
      answers: {
        ...profile,
        'check-user-and-present': recorded('check-user-and-present', 'ok'),
        'generate-real-name-auth': ok({ url: 'javascript:alert(1)' }),
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Verify real name' }));
    await waitFor(() => expect(page.world.location.left).toHaveLength(1));
    expect(page.world.location.left[0]).toMatch(/\/console$/);
  });
});

describe('registering', () => {
  test('an e-mail is looked for on the lists first, then among the accounts', async () => {
    const page = await openPage({
      line: 'foxrenderfarm',
      screen: 'register',
      answers: { 'is-blacklist-email': ok(), 'register-check': recorded('register-check', 'Account.Email.Existed') },
    });
    await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'mei@studio.example');
    await page.user.tab();
    page.pass(300);
    expect(await screen.findByText(/Email already exists/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(/Go to sign in/);
    expect(page.sent('is-blacklist-email')[0]?.body).toEqual({ email: 'mei@studio.example' });
  });

  test('somebody who is signed in already is not led to sign in', async () => {
    const page = await openPage({
      screen: 'bind-phone',
      answers: {
        'query-user': ok({ username: 'mei_lin' }),
        'bind-phone': recorded('bind-phone', 'Account.Phone.Existed'),
      },
    });
    page.world.store.write('userKey', 'K1');
    await page.user.type(screen.getByRole('textbox', { name: 'Phone number' }), '13800138000');
    await page.user.type(screen.getByRole('textbox', { name: 'Verification code' }), '123456');
    await page.user.click(screen.getByRole('button', { name: 'Bind phone' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Phone number' })).toBeInvalid());
    expect(screen.queryByRole('link', { name: 'Go to sign in' })).not.toBeInTheDocument();
  });

  test('an e-mail on the lists is looked for no further', async () => {
    const page = await openPage({
      line: 'foxrenderfarm',
      screen: 'register',
      answers: { 'is-blacklist-email': recorded('is-blacklist-email', 'Account.Email.Blacklisted') },
    });
    await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'mei@mailinator.com');
    await page.user.tab();
    page.pass(300);
    expect(await screen.findByText(/The email is invalid/)).toBeVisible();
    expect(page.sent('register-check')).toHaveLength(0);
  });
});

test.each([
  [
    'renderbus',
    [
      /30 yuan coupon with no minimum spend and your 100 yuan coupon pack/,
      /7 days of membership with 50% off rendering/,
      /Recharge 100 yuan or more within 15 days of registration for a 25 yuan coupon/,
      /Recharge 50 yuan or more within 7 days for an extra 30 yuan coupon plus one month of membership/,
    ],
  ],
  ['pkdragon', [/30 yuan coupon/]],
])('after registering, %s says what it offers, and no more', async (line, offers) => {
  const answers = {
    'query-user': ok({ username: 'mei_lin', userId: '1', phoneVerified: true, accountType: 1 }),
    'check-user-and-present': ok({ presented: false, coupons: [], freeJobs: [], given: ['newUser', 'newUserPack'] }),
  };
  const { container } = await openPage({ line, screen: 'register-success', answers });
  await screen.findAllByText(/^30\syuan/);
  for (const offer of offers) expect(container).toHaveTextContent(offer);
  expect(/membership|Recharge/.test(container.textContent ?? '')).toBe(offers.length > 1);
});

test.each([
  ['somebody verifies names', recorded('check-user-and-present', 'ok'), true],
  ['nobody verifies names', ok({ presented: false, coupons: [], freeJobs: [], given: [] }), false],
])('after registering, the coupon for a real name is promised where %s', async (_, answer, promised) => {
  const answers = { 'query-user': ok({ username: 'mei_lin', userId: '1' }), 'check-user-and-present': answer };
  const page = await openPage({ screen: 'register-success', answers });
  await waitFor(() => expect(page.sent('check-user-and-present')).toHaveLength(1));
  await act(async () => undefined);
  expect(screen.queryByText(/verify your real name/) !== null).toBe(promised);
});

describe('after registering, binding a phone', () => {
  const link = () => screen.queryByRole('link', { name: /^Bind your phone for a 70\syuan coupon plus 2 free jobs$/ });
  const known = (phoneVerified: boolean) => ({ 'query-user': ok({ username: 'mei_lin', userId: '1', phoneVerified }) });

  test('is offered to an account without one, where the line gives something for it', async () => {
    const page = await openPage({ screen: 'register-success', answers: known(false) });
    await waitFor(() => expect(link()).toBeInTheDocument());
    await page.user.click(link() as HTMLElement);
    await waitFor(() => expect(page.world.location.path()).toBe('/sso/render/bind-phone'));
  });

  test.each([
    ['an account that registered by phone', 'renderbus', known(true)],
    ['a visitor whose session is not there', 'renderbus', {}],
    ['a line without that coupon', 'avica', known(false)],
  ])('is not offered to %s', async (_, line, answers) => {
    const page = await openPage({ line, screen: 'register-success', answers });
    await waitFor(() => expect(page.sent('query-user')).toHaveLength(1));
    expect(link()).not.toBeInTheDocument();
  });
});

test('the signed-in page says of a phone that was only written down that it is not confirmed', async () => {
  const about = { username: 'mei_lin', loginName: 'mei_lin', userId: '1', accountType: 1 };
  const phones = { phone: '', unprovenPhone: '+14155550123', phoneVerified: false };
  await openPage({ line: 'foxrenderfarm', screen: 'console', answers: { 'query-user': ok({ ...about, ...phones }) } });
  expect(await screen.findByText(spoken('screens.console.facts.unprovenPhone', {}, 'foxrenderfarm'))).toBeVisible();
  expect(screen.getByText('+14155550123')).toBeVisible();
  expect(screen.queryByText('Phone', { exact: true })).toBeNull();
});
