/** Codes: sent and checked. */
import type { Reply } from '../world.ts';
import {
  FORGED,
  type Scenarios,
  sendTenTimes,
  sendTwice,
  staleCode,
  subAccount,
  undelivered,
  VERBOSE,
  world,
  wrongCodes,
} from './stage.ts';

async function sendCode(changes: Readonly<Record<string, unknown>> = {}, browser = world.browser()): Promise<Reply> {
  return browser.call('send-verify-code', { phone: world.phone(), purpose: 'signin', channel: 1, ...changes });
}

async function recover(phone: string, browser = world.browser()): Promise<Reply> {
  const code = await browser.code(phone, 'forgetpassword');
  return browser.call('check-verify-code', { phone, code, purpose: 'forgetpassword' });
}

export const scenarios: Scenarios = {
  'send-verify-code': {
    ok: () => sendCode(),
    'Validate.frequently': () => {
      const body = { phone: world.phone(), purpose: 'signin', channel: 1 };
      return sendTwice('send-verify-code', body, world.browser(), {}, 0);
    },
    'Validate.LimitExceeded': () =>
      sendTenTimes('send-verify-code', { phone: world.phone(), purpose: 'signin', channel: 1 }, world.browser()),
    'Account.Sign.GraphicVerificationRequired': () =>
      sendTwice('send-verify-code', { phone: world.phone(), purpose: 'signin', channel: 1 }, world.browser()),
    'Account.Validate.IntelligentFailed': () =>
      sendTwice('send-verify-code', { phone: world.phone(), purpose: 'signin', channel: 1 }, world.browser(), FORGED),
    'Validate.Code.SendError': () => undelivered('owed', 500, () => sendCode()),
    'Account.Register.LowSafe': async () => {
      const phone = world.phone();
      await world.db.query("insert into blocked_identifier (zone, kind, value) values ('domestic', 'phone', $1)", [
        phone,
      ]);
      return sendCode({ phone });
    },
    'Account.Phone.Existed': async () => {
      const phone = world.phone();
      await world.account({ phone });
      return sendCode({ phone, purpose: 'register' }, world.browser('renderbus', VERBOSE));
    },
    'Account.Phone.Existed.OtherLine': async () => {
      const phone = world.phone();
      await world.account({ phone, line: 'ip' });
      return sendCode({ phone, purpose: 'register' }, world.browser('renderbus', VERBOSE));
    },
    'Account.NotFound': () => sendCode({ purpose: 'forgetpassword' }, world.browser('renderbus', VERBOSE)),
    'Account.Sub.Reset.Pwd.Not.Support': async () =>
      sendCode({ phone: (await subAccount()).phone, purpose: 'forgetpassword' }, world.browser('renderbus', VERBOSE)),
    '602': () => sendCode({ purpose: 'changephone' }),
    Forbidden: () => sendCode({ purpose: 'bindwbphone' }),
    InvalidParameter: () => sendCode({ channel: 2 }),
    'Common.RequestLimitExceeded': async () => {
      const browser = world.browser();
      await wrongCodes('check-verification-code', 'register', 11, { purpose: 'register' }, browser);
      return sendCode({}, browser);
    },
  },
  'check-verification-code': {
    ok: async () => {
      const [browser, phone] = [world.browser(), world.phone()];
      const code = await browser.code(phone, 'register');
      return browser.call('check-verification-code', { phone, code, purpose: 'register' });
    },
    'Validate.Code.Error': () => wrongCodes('check-verification-code', 'register', 1, { purpose: 'register' }),
    'Code.Error.More': () => staleCode('check-verification-code', { purpose: 'register' }),
    'Common.RequestLimitExceeded': () => wrongCodes('check-verification-code', 'register', 11, { purpose: 'register' }),
  },
  'check-verify-code': {
    ok: async () => {
      const phone = world.phone();
      await world.account({ phone, username: 'recovered' });
      return recover(phone);
    },
    'Validate.Code.Error': () => wrongCodes('check-verify-code', 'forgetpassword', 1, { purpose: 'forgetpassword' }),
    'Code.Error.More': () => staleCode('check-verify-code', { purpose: 'forgetpassword' }),
    'Common.RequestLimitExceeded': () =>
      wrongCodes('check-verify-code', 'forgetpassword', 11, { purpose: 'forgetpassword' }),
    'Account.Sub.Reset.Pwd.Not.Support': async () => recover((await subAccount()).phone),
    'Account.NotFound': async () => {
      // The phone left the account between the message and the code.
      const phone = world.phone();
      const account = await world.account({ phone });
      const browser = world.browser();
      const code = await browser.code(phone, 'forgetpassword');
      await world.db.query('update account set phone = null, phone_verified = false where id = $1', [account.id]);
      return browser.call('check-verify-code', { phone, code, purpose: 'forgetpassword' });
    },
  },
};
