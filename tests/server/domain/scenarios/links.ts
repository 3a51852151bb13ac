/** E-mail links, activation and resetting a password. */
import type { Browser, Reply } from '../world.ts';
import {
  FORGED,
  next,
  type Scenario,
  type Scenarios,
  sendTenTimes,
  sendTwice,
  undelivered,
  VERBOSE,
  world,
} from './stage.ts';

async function mailed(
  call: string,
  changes: Readonly<Record<string, unknown>> = {},
  email = `mail${next()}@fox.example`,
): Promise<Reply> {
  const reply = await world.browser('foxrenderfarm', changes).call(call, { email });
  if (reply.code === 200) reply.data.email = 'person@mail.example';
  return reply;
}

const failedMails = (call: string): Record<string, Scenario> => ({
  'Validate.Code.SendError': () => undelivered('owed', 500, () => mailed(call)),
  ...Object.fromEntries(
    [559, 554, 550, 521, 500].map((code) => [code, () => undelivered('refused', code, () => mailed(call))]),
  ),
  // A mailbox that asks for patience or is full is tried again.
  ...Object.fromEntries([451, 552].map((code) => [code, () => undelivered('owed', code, () => mailed(call))])),
});

const throttledMails = (call: string): Record<string, Scenario> => ({
  'Validate.frequently': () =>
    sendTwice(call, { email: `often${next()}@fox.example` }, world.browser('foxrenderfarm'), {}, 0),
  'Validate.LimitExceeded': () =>
    sendTenTimes(call, { email: `daily_${call.slice(5, 8)}@fox.example` }, world.browser('foxrenderfarm')),
  'Account.Sign.GraphicVerificationRequired': () =>
    sendTwice(call, { email: `graphic${next()}@fox.example` }, world.browser('foxrenderfarm')),
  'Account.Validate.IntelligentFailed': () =>
    sendTwice(call, { email: `forged${next()}@fox.example` }, world.browser('foxrenderfarm'), FORGED),
});

async function linkOf(
  kind: 'activate' | 'reset',
): Promise<{ browser: Browser; token: string; email: string; username: string }> {
  const serial = next();
  const email = `linked${serial}@fox.example`;
  const username = `linked_${serial}`;
  const browser = world.browser('foxrenderfarm');
  await world.account({
    line: 'foxrenderfarm',
    email,
    username,
    status: kind === 'activate' ? 'unactivated' : 'active',
    registeredBy: browser,
  });
  await browser.call(kind === 'activate' ? 'send-active-link' : 'send-reset-link', { email });
  const token = new URL(String((await world.lastMessage(email)).params.link)).searchParams.get('token') ?? '';
  return { browser, token, email, username };
}

async function checkedLink(kind: 'activate' | 'reset', seconds = 0): Promise<Reply> {
  const { browser, token } = await linkOf(kind);
  await world.shiftClock(seconds);
  const reply = await browser.call('check-email-token', { token });
  if (reply.code === 200) Object.assign(reply.data, { email: 'person@mail.example', contact: 'pe****@mail.example' });
  return reply;
}

async function activated(headers: Readonly<Record<string, string>> = {}, seconds = 0, times = 1): Promise<Reply> {
  const { browser, token } = await linkOf('activate');
  const { data } = await browser.call('check-email-token', { token });
  await world.shiftClock(seconds);
  let reply: Reply = { code: 0, data: null, cookies: [] };
  for (let nth = 0; nth < times; nth += 1)
    reply = await browser.call('active-email', { proof: data.proof }, { headers });
  if (reply.code === 200) Object.assign(reply.data, { email: 'person@mail.example', username: 'person' });
  return reply;
}

async function reset(password = 'Renewed2026b', seconds = 0): Promise<Reply> {
  const { browser, token } = await linkOf('reset');
  const { data } = await browser.call('check-email-token', { token });
  await world.shiftClock(seconds);
  return browser.call('reset-password', { proof: data.proof, password: await browser.digest(password) });
}

async function resetSub(): Promise<Reply> {
  const serial = next();
  const email = `worker${serial}@fox.example`;
  await world.account({ master: await world.account({ line: 'foxrenderfarm' }), email });
  const browser = world.browser('foxrenderfarm');
  await browser.call('send-reset-link', { email });
  const token = new URL(String((await world.lastMessage(email)).params.link)).searchParams.get('token') ?? '';
  const { data } = await browser.call('check-email-token', { token });
  return browser.call('reset-password', { proof: data.proof, password: await browser.digest('Renewed2026b') });
}

/** A link that is opened in another browser than the one that registered. */
async function elsewhere(call: 'check-email-token' | 'active-email'): Promise<Reply> {
  const { token } = await linkOf('activate');
  const browser = world.browser('foxrenderfarm');
  const reply = await browser.call('check-email-token', { token });
  if (call === 'active-email') return browser.call(call, { proof: reply.data.proof });
  Object.assign(reply.data, { email: 'person@mail.example', contact: 'pe****@mail.example' });
  return reply;
}

/** The browser that registered follows the link while another one has the page of the new password open. */
async function activatedMeanwhile(call: 'reset-password' | 'reset-user-password'): Promise<Reply> {
  const { browser, token } = await linkOf('activate');
  const other = world.browser('foxrenderfarm');
  const { data } = await other.call('check-email-token', { token });
  const own = await browser.call('check-email-token', { token });
  await browser.call('active-email', { proof: own.data.proof });
  return other.call(call, { proof: data.proof, password: await other.digest('Renewed2026b') });
}

async function usedLink(): Promise<Reply> {
  const { browser, token } = await linkOf('reset');
  const { data } = await browser.call('check-email-token', { token });
  await browser.call('reset-password', { proof: data.proof, password: await browser.digest('Renewed2026b') });
  return browser.call('check-email-token', { token });
}

/** Asked by the browser that registered. */
async function activationOf(isActive: boolean): Promise<Reply> {
  const { browser, token, email } = await linkOf('activate');
  if (isActive) {
    const { data } = await browser.call('check-email-token', { token });
    await browser.call('active-email', { proof: data.proof });
  }
  return browser.call('activation', { email });
}

export const scenarios: Scenarios = {
  activation: {
    ok: () => activationOf(true),
    'ok--waiting': () => activationOf(false),
  },
  'send-active-link': {
    ok: () => mailed('send-active-link'),
    ...failedMails('send-active-link'),
    ...throttledMails('send-active-link'),
    'Account.Email.NotFound': () => mailed('send-active-link', VERBOSE),
    'Account.Email.Actived': async () => {
      await world.account({ line: 'foxrenderfarm', email: 'active@fox.example' });
      return mailed('send-active-link', VERBOSE, 'active@fox.example');
    },
  },
  'send-reset-link': {
    ok: () => mailed('send-reset-link'),
    ...failedMails('send-reset-link'),
    ...throttledMails('send-reset-link'),
    'Account.Email.NotFound': () => mailed('send-reset-link', VERBOSE),
    'Account.Sub.Reset.Pwd.Not.Support': async () => {
      await world.account({ master: await world.account({ line: 'foxrenderfarm' }), email: 'worker@fox.example' });
      return mailed('send-reset-link', VERBOSE, 'worker@fox.example');
    },
  },
  'check-email-token': {
    ok: () => checkedLink('activate'),
    'ok--reset': () => checkedLink('reset'),
    'ok--elsewhere': () => elsewhere('check-email-token'),
    'Account.Token.Expired--used': usedLink,
    'Account.Token.Expired': () => checkedLink('reset', 1801),
    'Account.Email.Actived': async () => {
      const { browser, token, email } = await linkOf('activate');
      await world.db.query("update account set status = 'active' where email = $1", [email]);
      return browser.call('check-email-token', { token });
    },
    EmptyParameter: () => world.browser().call('check-email-token', {}),
  },
  'active-email': {
    'Activation.Elsewhere': () => elsewhere('active-email'),
    ok: () => activated(),
    'ok--again': () => activated({}, 0, 2),
    Forbidden: () => activated({ 'sec-fetch-mode': 'navigate' }),
    'Account.Token.Expired': () => activated({}, 1801),
  },
  'reset-user-password': {
    'Account.Email.Actived': () => activatedMeanwhile('reset-user-password'),
  },
  'reset-password': {
    ok: () => reset(),
    'Password.Same.As.Last': () => reset('Foyer2026a'),
    'Password.Too.Common': () => reset('Password1'),
    'Account.Token.Expired': () => reset('Renewed2026b', 1801),
    'Account.Email.Actived': () => activatedMeanwhile('reset-password'),
    'Account.Sub.Reset.Pwd.Not.Support': resetSub,
    'Account.Phone.Bound.Multiple': async () => {
      const phone = world.phone();
      await world.account({ master: await world.account({ phone }), phone });
      const browser = world.browser();
      const code = await browser.code(phone, 'forgetpassword');
      const { data } = await browser.call('check-verify-code', { phone, code, purpose: 'forgetpassword' });
      return browser.call('reset-password', { proof: data.proof, password: await browser.digest('Renewed2026b') });
    },
  },
};
