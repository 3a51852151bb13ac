/** Providers that know whoever a test tells them, and the way of a sign-in with one of them. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ServerLine } from '../../../src/engine/pack.ts';
import type { Provider, Providers } from '../../../src/generated/config.ts';
import {
  type Identity,
  type Start,
  type ThirdParty,
  ThirdPartyError,
  type ThirdPartyFault,
} from '../../../src/server/ports/identity.ts';
import { keepRefusal, keepReturned } from '../../../src/server/third-party/states.ts';
import type { ConfiguredProvider, ThirdParties } from '../../../src/server/third-party/wiring.ts';
import { knownProviders } from '../../../src/tools/implied-providers.ts';
import type { Browser, Reply } from './world.ts';

/** Code or credential → who it is for, or what goes wrong. Each is good once, as a real one is. */
const answers = new Map<string, Identity | ThirdPartyFault>();

/** What was asked of each provider when it began, the newest last. */
export const starts: Start[] = [];

/** What each provider was given to identify somebody, the newest last. */
export const asked: { readonly nonce: string; readonly codeVerifier: string; readonly redirectUri: string }[] = [];

let unreachable: ThirdPartyFault | undefined;
/** Lets no sign-in begin while `work` runs. */
export async function whileUnreachable<T>(fault: ThirdPartyFault, work: () => Promise<T>): Promise<T> {
  unreachable = fault;
  try {
    return await work();
  } finally {
    unreachable = undefined;
  }
}

const adapter: ThirdParty = {
  async start(start) {
    if (unreachable) throw new ThirdPartyError(unreachable, 'as the test wishes');
    starts.push(start);
    const url = `https://provider.example/authorize?state=${start.state}`;
    return { url, ...(start.way === 'frame' ? { widget: { nonce: start.nonce } } : {}) };
  },
  async identify(returned, expected) {
    asked.push(expected);
    const key = returned.credential ?? returned.accessToken ?? returned.code ?? '';
    const answer = answers.get(key);
    answers.delete(key);
    if (answer === undefined) throw new ThirdPartyError('rejected', 'no such code');
    if (typeof answer === 'string') throw new ThirdPartyError(answer, 'as the test wishes');
    return answer;
  },
};

const { $schema: _, ...data } = JSON.parse(
  readFileSync(resolve(__dirname, '../../../lines/_base/providers.json'), 'utf8'),
) as Providers;

/** A provider that is nothing but data, beside those of all lines. */
const ADDED = { ...data.google, adapter: 'openid-connect', type: 20, loginType: 20 } as const;
const { call: _call, codes: _codes, refusals: _refusals, ...gitlab } = ADDED as Provider;

/** A line whose calls and enumerations know that provider, as if the data had it. */
export function withGitlab(line: ServerLine): ServerLine {
  const known = JSON.stringify(Object.keys(data));
  const types = Object.values(line.enums.loginType ?? {});
  const api = JSON.stringify(line.api)
    .replaceAll(known, JSON.stringify([...Object.keys(data), 'gitlab']))
    .replaceAll(JSON.stringify(types), JSON.stringify([...types, 20]));
  return {
    ...line,
    api: JSON.parse(api),
    enums: { ...line.enums, loginType: { ...line.enums.loginType, gitlab: 20 } },
  };
}

/** Those of the data, with an adapter that says what the test wants, and a frame for each. */
const PROVIDERS: Readonly<Record<string, ConfiguredProvider>> = Object.fromEntries(
  Object.entries(knownProviders({ ...data, gitlab })).map(([id, provider]) => [
    id,
    { ...provider, adapter, ways: ['redirect', 'popup', 'frame'], clientId: `app-of-${id}`, pages: {} } as const,
  ]),
);

/** All of them, whatever the line offers. */
export const thirdParties: ThirdParties = {
  get: (id) => PROVIDERS[id],
  configured: Object.keys(PROVIDERS),
};

/** Somebody whom nobody knows yet; `changes` say more of them. */
export function person(changes: Partial<Identity> = {}): Identity {
  return { subject: randomUUID(), subjectKind: 'unionid', openid: randomUUID(), appId: 'app-1', ...changes };
}

/** A code that stands for somebody, or for what goes wrong. */
export function codeFor(answer: Identity | ThirdPartyFault): string {
  const code = randomUUID();
  answers.set(code, answer);
  return code;
}

/** Begins a sign-in and gives its state. */
export async function begin(
  browser: Browser,
  id: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const reply = await browser.call('third-token', { provider: id, ...more });
  if (reply.code !== 200) throw new Error(`No state: ${reply.code}`);
  return reply.data.state;
}

const placeOf = ({ line }: Browser, id: string, state: string) => ({
  zone: line.line.zone,
  line: line.name,
  provider: id,
  state,
});

/** The provider sends somebody back. */
export async function comeBack(
  browser: Browser,
  id: string,
  state: string,
  answer: Identity | ThirdPartyFault,
): Promise<void> {
  const { db, keys } = browser.world;
  await keepReturned(db, keys, placeOf(browser, id, state), { code: codeFor(answer) });
}

/** The visitor says no there. */
export function refuse(browser: Browser, id: string, state: string): Promise<void> {
  return keepRefusal(browser.world.db, placeOf(browser, id, state));
}

export const callOf = (id: string): string => PROVIDERS[id]?.call ?? '';

/** What ends it: a call that several providers share is told whose sign-in it is. */
export const bodyOf = (id: string, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  id === 'gitlab' ? { provider: id, ...body } : body;

/** A whole sign-in with a provider, as far as its outcome. */
export async function signInWith(
  browser: Browser,
  id: string,
  answer: Identity | ThirdPartyFault,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Reply> {
  const state = await begin(browser, id, more);
  await comeBack(browser, id, state, answer);
  return browser.call(callOf(id), bodyOf(id, { state }));
}

/** Redeems a token and opens the session. */
export function redeemThird(browser: Browser, { data }: Reply): Promise<Reply> {
  const { rsAuthToken, loginName, loginType } = data;
  return browser.call('third-login', { userName: loginName, version: '1.0.0', rsAuthToken, loginType });
}

/** Links somebody to an account, as a sign-in before did. */
export async function linked(
  browser: Browser,
  id: string,
  who: Identity,
  account: { readonly id: string },
): Promise<Identity> {
  const { link } = await import('../../../src/server/third-party/identities.ts');
  await browser.world.db.transaction((sql) => link(sql, browser.line.line.zone, id, who, account.id));
  return who;
}
