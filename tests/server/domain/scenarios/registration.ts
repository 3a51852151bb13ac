/** Registering, and what is checked on the way. */
import type { Browser, Reply } from '../world.ts';
import { FORGED, next, type Scenarios, staleCode, world, wrongCodes } from './stage.ts';

async function registerPhone(changes: Readonly<Record<string, unknown>> = {}, phone = world.phone()): Promise<Reply> {
  const browser = world.browser();
  const code = await browser.code(phone, 'register');
  const username = `state_${phone.slice(-8)}`;
  const password = await browser.digest('Foyer2026a');
  const reply = await browser.call('register-phone', {
    phone,
    code,
    username,
    password,
    businessType: 0,
    agreement: true,
    ...changes,
  });
  if (reply.code === 200) reply.data.username = 'newcomer';
  return reply;
}

async function registerEmail(
  changes: Readonly<Record<string, unknown>> = {},
  browser = world.browser('foxrenderfarm'),
): Promise<Reply> {
  const serial = next();
  const body = {
    email: `state${serial}@foxrenderfarm.example`,
    username: `state_mail_${serial}`,
    password: await browser.digest('Foyer2026a'),
    businessType: 0,
    agreement: true,
    ...changes,
  };
  const reply = await browser.call('register-email', body);
  if (reply.code === 200) Object.assign(reply.data, { username: 'newcomer', email: 'newcomer@mail.example' });
  return reply;
}

async function manyRegistrations(browser: Browser): Promise<void> {
  for (let nth = 0; nth < 30; nth += 1) await world.limiter.take('register', browser.address);
}

/** Registers by e-mail from an address that registered a lot. */
async function oftenByEmail(extra: object = {}): Promise<Reply> {
  const browser = world.browser('foxrenderfarm');
  await manyRegistrations(browser);
  return registerEmail({ ...extra }, browser);
}

async function invites(): Promise<void> {
  await world.db.query(
    `insert into invite_code (zone, code_key, business_types, expires_at)
     select zone, code, types, expires from (values ('domestic'), ('overseas')) z(zone),
       (values ('film', '{1}'::smallint[], null::timestamptz), ('old', null, foyer_now() - interval '1 day'), ('good', null, null)) c(code, types, expires)
     on conflict do nothing`,
  );
}

const withInvite = async (
  register: (changes: Readonly<Record<string, unknown>>) => Promise<Reply>,
  inviteCode: string,
): Promise<Reply> => {
  await invites();
  return register({ inviteCode });
};

async function checkTaken(checkType: number, value: string, line = 'renderbus'): Promise<Reply> {
  return world.browser(line).call('register-check', { value, checkType, accountType: 1 });
}

async function checkOften(extra: object = {}): Promise<Reply> {
  const browser = world.browser();
  const body = { value: 'some_name', checkType: 1, accountType: 1 };
  for (let nth = 0; nth < 10; nth += 1) await browser.call('register-check', body);
  return browser.call('register-check', { ...body, ...extra });
}

export const scenarios: Scenarios = {
  'register-phone': {
    ok: () => registerPhone(),
    'Account.Phone.Existed': async () => {
      const phone = world.phone();
      await world.account({ phone });
      return registerPhone({}, phone);
    },
    'Account.Phone.Existed.OtherLine': async () => {
      const phone = world.phone();
      await world.account({ phone, line: 'pkdragon' });
      return registerPhone({}, phone);
    },
    'Account.UserName.Existed': async () => registerPhone({ username: (await world.account()).username }),
    'Account.Register.LowSafe': async () => {
      const [browser, phone] = [world.browser(), world.phone()];
      await world.db.query("insert into blocked_identifier (zone, kind, value) values ('domestic', 'phone', $1)", [
        phone,
      ]);
      const password = await browser.digest('Foyer2026a');
      const body = { phone, code: '123456', username: 'low_safety', password, businessType: 0, agreement: true };
      return browser.call('register-phone', body);
    },
    '5001': () => withInvite(registerPhone, 'none'),
    '5002': () => withInvite(registerPhone, 'film'),
    '5003': () => withInvite(registerPhone, 'old'),
    'Password.Too.Common': async () => registerPhone({ password: await world.browser().digest('Password1') }),
    'Validate.Code.Error': async () => {
      const browser = world.browser();
      const password = await browser.digest('Foyer2026a');
      return wrongCodes('register-phone', 'register', 1, {
        username: 'wrong_code',
        password,
        businessType: 0,
        agreement: true,
      });
    },
    'Code.Error.More': async () => {
      const password = await world.browser().digest('Foyer2026a');
      return staleCode('register-phone', { username: 'stale_code', password, businessType: 0, agreement: true });
    },
    'Account.Sign.GraphicVerificationRequired': async () => {
      const browser = world.browser();
      await manyRegistrations(browser);
      const password = await browser.digest('Foyer2026a');
      return browser.call('register-phone', {
        phone: world.phone(),
        code: '123456',
        username: 'too_many',
        password,
        businessType: 0,
        agreement: true,
      });
    },
    'Account.Validate.IntelligentFailed': async () => {
      const browser = world.browser();
      await manyRegistrations(browser);
      const password = await browser.digest('Foyer2026a');
      return browser.call('register-phone', {
        phone: world.phone(),
        code: '123456',
        username: 'too_many',
        password,
        businessType: 0,
        agreement: true,
        ...FORGED,
      });
    },
    EmptyParameter: async () => registerPhone({ code: undefined }),
    InvalidParameter: () => registerPhone({ businessType: 5 }),
  },
  'register-email': {
    ok: () => registerEmail(),
    'Account.Email.Existed': async () => {
      await world.account({ line: 'foxrenderfarm', email: 'taken@fox.example' });
      return registerEmail({ email: 'taken@fox.example' });
    },
    'Account.Email.Blacklisted': () => registerEmail({ email: 'who@mailinator.com' }),
    'Account.Phone.Existed': async () => {
      await world.account({ line: 'foxrenderfarm', phone: '+14155550121' });
      return registerEmail({ phone: '+14155550121' });
    },
    'Account.Phone.Existed.OtherLine': async () => {
      await world.account({ line: 'dragonforeign', phone: '+14155550122' });
      return registerEmail({ phone: '+14155550122' });
    },
    'Account.UserName.Existed': async () =>
      registerEmail({ username: (await world.account({ line: 'foxrenderfarm' })).username }),
    'Account.Register.LowSafe': async () => {
      await world.db.query(
        "insert into blocked_identifier (zone, kind, value) values ('overseas', 'phone', '+14155550123')",
      );
      return registerEmail({ phone: '+14155550123' });
    },
    '5001': () => withInvite(registerEmail, 'none'),
    '5002': () => withInvite(registerEmail, 'film'),
    '5003': () => withInvite(registerEmail, 'old'),
    'Password.Too.Common': async () =>
      registerEmail({ password: await world.browser('foxrenderfarm').digest('Password1') }),
    'Account.Sign.GraphicVerificationRequired': () => oftenByEmail(),
    'Account.Validate.IntelligentFailed': () => oftenByEmail(FORGED),
  },
  'register-check': {
    ok: () => checkTaken(1, 'free_name'),
    'Account.UserName.Existed': async () => checkTaken(1, (await world.account()).username),
    'Account.Phone.Existed': async () => {
      const phone = world.phone();
      await world.account({ phone });
      return checkTaken(2, phone);
    },
    'Account.Phone.Existed.OtherLine': async () => {
      const phone = world.phone();
      await world.account({ phone, line: 'dayan' });
      return checkTaken(2, phone);
    },
    'Account.Email.Existed': async () => {
      await world.account({ email: 'there@mail.example' });
      return checkTaken(3, 'there@mail.example');
    },
    'Account.Email.Blacklisted': () => checkTaken(3, 'who@mailinator.com'),
    'Account.Sign.GraphicVerificationRequired': () => checkOften(),
    'Account.Validate.IntelligentFailed': () => checkOften(FORGED),
  },
  'is-blacklist-email': {
    ok: () => world.browser().call('is-blacklist-email', { email: 'fine@mail.example' }),
    'Account.Email.Blacklisted': () => world.browser().call('is-blacklist-email', { email: 'who@mailinator.com' }),
  },
  'check-invite-code': Object.fromEntries(
    Object.entries({ ok: 'good', '5001': 'none', '5002': 'film', '5003': 'old' }).map(([outcome, inviteCode]) => [
      outcome,
      async (): Promise<Reply> => {
        await invites();
        return world.browser().call('check-invite-code', { inviteCode, businessType: 0 });
      },
    ]),
  ),
};
