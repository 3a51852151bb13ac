/** @jest-environment ./tests/page-environment.cjs */
/**
 * What came of a third party's callback is told again by a reload, in the other language too, and whether or not the browser
 * remembers the entry of its history: what was sent back is spent, so asking anew would lose the reason. The screens that
 * the callback leads on to keep what they were given, and what was typed.
 */
import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import type { HttpRequest } from '../../src/browser/http.ts';
import type { Result } from '../../src/engine/flow.ts';
import { type Answers, type OpenPage, ok, openPage } from './page.tsx';
import { settle } from './settle.ts';

const refuse = (code: string, data: Readonly<Record<string, unknown>> = {}): Result => ({
  kind: 'answer',
  code,
  data,
  requestId: 'r-9',
});

interface Case {
  readonly line: string;
  readonly provider: string;
  readonly call: string;
  readonly answer: Result;
  readonly state: string;
}

const ofQq = (answer: Result, state: string): Case => ({
  line: 'renderbus',
  provider: 'qq',
  call: 'qq-login',
  answer,
  state,
});

const ENDS: readonly Case[] = [
  ofQq(ok({ bindResult: 1 }), 'linked'),
  ofQq(ok({ bindResult: 2 }), 'linked-elsewhere'),
  ofQq(ok({ bindResult: 3 }), 'link-refused'),
  ofQq(refuse('ThirdParty.State.Invalid'), 'expired'),
  ofQq(refuse('DingTalk.Account.Waiting'), 'waiting'),
  ofQq(refuse('DingTalk.Account.Cancelled'), 'cancelled'),
  ofQq(refuse('DingTalk.Member.Foreign'), 'foreign'),
  ofQq(refuse('627', { offered: true }), 'other-site'),
  ofQq(refuse('628'), 'other-way'),
  ofQq(refuse('ThirdParty.Login.Timeout'), 'failed'),
  ofQq(refuse('ThirdParty.Login.Failed'), 'failed'),
  ofQq(refuse('Nobody.Knows.This'), 'failed'),
  {
    line: 'foxrenderfarm',
    provider: 'google',
    call: 'google-login',
    answer: refuse('ThirdParty.Login.Failed'),
    state: 'failed',
  },
  {
    line: 'foxrenderfarm',
    provider: 'apple',
    call: 'apple-login',
    answer: refuse('ThirdParty.Login.Timeout'),
    state: 'failed',
  },
];

const spent = refuse('ThirdParty.State.Invalid', { used: true });

/** Comes back from the provider; its answer comes once, and then it is spent. */
async function returned({ line, provider, call, answer }: Omit<Case, 'state'>, more: Answers = {}) {
  let asked = 0;
  const answers: Answers = {
    [call]: (_: HttpRequest) => {
      asked += 1;
      return asked === 1 ? answer : spent;
    },
    ...more,
  };
  const search = `?provider=${provider}&state=s-1`;
  const page = await openPage({ line, screen: 'oauth-callback', search, answers });
  await settle();
  return { page, answers };
}

const shownOf = ({ running }: OpenPage): readonly unknown[] => {
  const { pack, state, failure, flow } = running.model.get();
  return [pack.id, state, failure?.code, flow.provider];
};

const AGAIN: readonly (readonly [string, object])[] = [
  ['a reload', {}],
  ['another language', { language: 'zh', search: '?lang=zh_CN' }],
  ['a reload, forgotten', { forgotten: true }],
  ['another language, forgotten', { language: 'zh', search: '?lang=zh_CN', forgotten: true }],
];

const closed = (page: OpenPage): void => {
  page.unmount();
  page.container.remove();
};

/** The same entry of the history, loaded again. */
function again(page: OpenPage, line: string, answers: Answers, options: { readonly forgotten?: boolean }) {
  const { pack } = page.running.model.get();
  const mark = options.forgotten ? undefined : page.world.location.mark();
  closed(page);
  return openPage({ line, screen: pack.id, world: page.world, answers, mark, ...options });
}

describe.each(AGAIN)('%s', (_, options) => {
  test.each(ENDS)('tells again what came of it: $provider, $state', async (each) => {
    const { page, answers } = await returned(each);
    const told = shownOf(page);
    expect(told.slice(0, 2)).toEqual(['oauth-callback', each.state]);
    const later = await again(page, each.line, answers, options);
    await settle();
    expect(shownOf(later)).toEqual(told);
    expect(later.sent(each.call)).toEqual([]);
    closed(later);
  });

  test.each([
    [2, 'third-verify'],
    [3, 'bind-account'],
    [4, 'third-phone'],
  ])('keeps what the callback led on to with result %s: %s', async (result, target) => {
    const call = { line: 'renderbus', provider: 'qq', call: 'qq-login' };
    const { page, answers } = await returned(
      { ...call, answer: ok({ result, token: 't-1', contact: 'm***@example.com', contactKind: 'email' }) },
      { 'is-bind-account': ok() },
    );
    await waitFor(() => expect(page.running.model.get().pack.id).toBe(target));
    const typed = target === 'bind-account' ? screen.getByRole('textbox', { name: /Username/ }) : undefined;
    if (typed) await page.user.type(typed, 'mei_lin');
    const { values } = page.running.model.get();
    const later = await again(page, call.line, answers, options);
    await settle();
    expect(later.running.model.get()).toMatchObject({ pack: { id: target }, flow: { thirdToken: 't-1' }, values });
    closed(later);
  });

  test.each([
    ['WeChat.Login.Failed', 'failed'],
    ['WeChat.Login.Timeout', 'slow'],
  ])('keeps the page of what went wrong at WeChat: %s', async (code, state) => {
    const { page, answers } = await returned({
      line: 'renderbus',
      provider: 'wechat',
      call: 'wx-login',
      answer: refuse(code),
    });
    expect(shownOf(page).slice(0, 2)).toEqual(['wechat-error', state]);
    const later = await again(page, 'renderbus', answers, options);
    await settle();
    expect(shownOf(later).slice(0, 2)).toEqual(['wechat-error', state]);
    closed(later);
  });
});

test.each([
  ['offline', { kind: 'offline' }],
  ['timeout', { kind: 'timeout' }],
] as const)('what never reached the service is sent again: %s', async (_, answer) => {
  const { page, answers } = await returned(ofQq(answer, 'failed'));
  expect(shownOf(page).slice(0, 2)).toEqual(['oauth-callback', 'failed']);
  const later = await again(page, 'renderbus', { ...answers, 'qq-login': ok({ bindResult: 2 }) }, {});
  await settle();
  expect(shownOf(later)[1]).toBe('linked-elsewhere');
  closed(later);
});

test('a later callback in the same tab is its own', async () => {
  const { page } = await returned(ofQq(refuse('ThirdParty.Login.Failed'), 'failed'));
  closed(page);
  const answers = { 'qq-login': ok({ bindResult: 2 }) };
  const options = { screen: 'oauth-callback', world: page.world, answers };
  const later = await openPage({ ...options, search: '?provider=qq&state=s-2' });
  await settle();
  expect(shownOf(later)[1]).toBe('linked-elsewhere');
  closed(later);
});

test('it is told to nobody else: somebody signed in meanwhile', async () => {
  const { page } = await returned(ofQq(refuse('ThirdParty.Login.Failed'), 'failed'));
  page.world.store.write('userId', 'u-1');
  const later = await again(page, 'renderbus', { 'qq-login': spent, session: ok({ username: 'mei_lin' }) }, {});
  await waitFor(() => expect(later.world.location.left).toEqual(['https://line.example/console']));
  closed(later);
});

/** Whoever is signed in and goes Back to a callback that is over is led on, whichever way it had been reached. */
describe('Back, signed in', () => {
  const signedIn: Answers = { session: ok({ username: 'mei_lin' }) };
  const WAYS = [
    ['renderbus', 'wechat', 'redirect or code'],
    ['renderbus', 'qq', 'popup'],
    ['avica', 'qq', 'popup'],
    ['renderbus', 'dingtalk', 'code'],
    ['foxrenderfarm', 'google', 'redirect'],
    ['foxrenderfarm', 'apple', 'redirect'],
  ] as const;

  test.each(WAYS)('on %s by %s, %s: the address says nothing any more', async (line) => {
    const page = await openPage({ line, screen: 'oauth-callback', answers: signedIn });
    await waitFor(() => expect(page.world.location.left).toHaveLength(1));
    closed(page);
  });

  test('nobody is led on who is not', async () => {
    const page = await openPage({ screen: 'oauth-callback' });
    await waitFor(() => expect(page.running.model.get().pack.id).toBe('sign-in'));
    expect(page.world.location.left).toEqual([]);
    closed(page);
  });
});
