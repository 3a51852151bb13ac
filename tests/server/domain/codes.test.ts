/** Codes by SMS and voice: throttles, what they are bound to, how often they work. */
import { thirdParties } from './third-parties.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

const world = withWorld();

const send = (browser: Browser, phone: string, extra: Readonly<Record<string, unknown>> = {}): Promise<Reply> =>
  browser.call('send-verify-code', { phone, purpose: 'signin', channel: 1, ...extra });
const sendPast = async (
  browser: Browser,
  phone: string,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<Reply> => send(browser, phone, { ...extra, ...(await browser.captcha()) });
const check = (browser: Browser, phone: string, code: string, purpose = 'register'): Promise<Reply> =>
  browser.call('check-verification-code', { phone, code, purpose });
const other = (code: string): string => String((Number(code) + 1) % 1000000).padStart(6, '0');

test('six digits go to the phone, in the words and language of the line', async () => {
  const [browser, phone] = [world.browser(), world.phone()];
  browser.language = 'zh';
  expect((await send(browser, phone)).code).toBe(200);
  const message = await world.lastMessage(phone);
  expect(message).toMatchObject({
    channel: 'sms',
    template: 'code',
    line: 'renderbus',
    language: 'zh',
    params: { minutes: 10 },
  });
  expect(message.params.code).toMatch(/^\d{6}$/);
});

describe('sending', () => {
  test('once a minute, five an hour, seven a day and three more for others; a captcha from the second on', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    expect((await send(browser, phone)).code).toBe(200);
    expect(await sendPast(browser, phone)).toMatchObject({
      code: 'Validate.frequently',
      data: { seconds: expect.any(Number) },
    });
    await world.shiftClock(61);
    expect((await send(browser, phone)).code).toBe('Account.Sign.GraphicVerificationRequired');
    for (let nth = 2; nth <= 5; nth += 1) {
      expect((await sendPast(browser, phone)).code).toBe(200);
      await world.shiftClock(61);
    }
    const sixth = await sendPast(browser, phone);
    expect(sixth).toMatchObject({ code: 'Validate.frequently' });
    expect(sixth.retryAfterSeconds).toBeGreaterThan(3000);
    await world.shiftClock(3600);
    for (let nth = 6; nth <= 7; nth += 1) {
      expect((await sendPast(browser, phone)).code).toBe(200);
      await world.shiftClock(61);
    }
    await world.shiftClock(3600);
    expect((await sendPast(browser, phone)).code).toBe('Validate.LimitExceeded');
    const other = world.browser();
    for (let nth = 8; nth <= 10; nth += 1) {
      expect((await sendPast(other, phone)).code).toBe(200);
      await world.shiftClock(61);
    }
    const refused = await sendPast(other, phone);
    expect(refused).toMatchObject({ code: 'Validate.LimitExceeded', data: { seconds: expect.any(Number) } });
    expect(refused.retryAfterSeconds).toBeLessThan(86400);
    await world.shiftClock(86400);
    expect((await send(world.browser(), phone)).code).toBe(200);
  });

  test('the captcha follows the browser too, whatever phone it names next', async () => {
    const browser = world.browser();
    expect((await send(browser, world.phone())).code).toBe(200);
    expect((await send(browser, world.phone())).code).toBe('Account.Sign.GraphicVerificationRequired');
  });

  const EARLIER: readonly [who: string, asks: boolean, sent: (own: Browser, phone: string) => Promise<unknown>][] = [
    ['nobody', false, async () => undefined],
    ['a stranger elsewhere, to this phone', false, (_own, phone) => send(world.browser(), phone)],
    [
      'strangers elsewhere, as often as they may',
      false,
      async (_own, phone) => {
        for (let nth = 0; nth < 5; nth += 1) {
          await send(world.browser(), phone);
          await world.shiftClock(61);
        }
      },
    ],
    ['this browser, to this phone', true, (own, phone) => send(own, phone)],
    ['this browser, to another phone', true, (own) => send(own, world.phone())],
    [
      'this browser before it had another flow, to this phone',
      true,
      async (own, phone) => {
        await send(own, phone);
        own.jar.clear();
      },
    ],
    [
      'its address, to another phone',
      true,
      ({ address }) => send(Object.assign(world.browser(), { address }), world.phone()),
    ],
  ];
  test.each(EARLIER)('after %s sent a code, a captcha is asked for: %s', async (_who, asks, sent) => {
    const [own, phone] = [world.browser(), world.phone()];
    await sent(own, phone);
    await world.shiftClock(61);
    expect((await send(own, phone)).code).toBe(asks ? 'Account.Sign.GraphicVerificationRequired' : 200);
  });

  test('fifty at once from one network send one message', async () => {
    const phone = world.phone();
    const { address } = world.browser();
    const near = (): Browser => Object.assign(world.browser(), { address });
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(near(), phone)));
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await world.messages(phone)).toHaveLength(1);
  });

  test.each(['nobody', 'the phone’s owner'])(
    'voice without a text message of one’s own is refused alike after %s asked for one',
    async (who) => {
      const phone = world.phone();
      if (who !== 'nobody') await send(world.browser(), phone);
      for (const extra of [{}, await world.browser().captcha()]) {
        const asked = await send(world.browser(), phone, { channel: 2, ...extra });
        expect([asked.code, asked.data]).toEqual(['InvalidParameter', { field: 'channel' }]);
      }
      expect(await world.messages(phone)).toHaveLength(who === 'nobody' ? 0 : 1);
    },
  );

  test('voice comes after a first text message, and to mainland numbers only', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    expect((await send(browser, phone, { channel: 2 })).code).toBe('InvalidParameter');
    await send(browser, phone);
    await world.shiftClock(61);
    expect((await sendPast(browser, phone, { channel: 2 })).code).toBe(200);
    expect((await world.lastMessage(phone)).channel).toBe('voice');
    const abroad = '+14155552671';
    await send(world.browser(), abroad);
    await world.shiftClock(61);
    expect((await sendPast(world.browser(), abroad, { channel: 2 })).code).toBe('InvalidParameter');
  });

  test('a message that the gateway does not take says so, and stays owed', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    world.delivered = { state: 'owed', code: 500 };
    try {
      expect((await send(browser, phone)).code).toBe('Validate.Code.SendError');
    } finally {
      world.delivered = { state: 'sent', code: 200 };
    }
    expect(await world.messages(phone)).toHaveLength(1);
    const { params } = await world.lastMessage(phone);
    expect((await browser.call('phone-sign-in', { phone, code: params.code, accountType: 1 })).code).toBe(200);
  });

  test("purposes of the visitor's own account take a session", async () => {
    const account = await world.account();
    const browser = world.browser();
    expect((await send(browser, world.phone(), { purpose: 'changephone' })).code).toBe('602');
    await browser.redeem(await browser.signIn(account.username, account.password));
    expect((await send(browser, world.phone(), { purpose: 'changephone' })).code).toBe(200);
  });

  test.each([
    ['signin', 'sign in'],
    ['register', 'create an account'],
    ['forgetpassword', 'recover your account'],
    ['bindwxphone', 'bind this phone'],
    ['binddevice', 'bind this phone'],
    ['changephone', 'change your phone'],
    ['changeemail', 'change your email'],
  ])('a code for %s says what it is for', async (purpose, said) => {
    const [phone, email] = [world.phone(), 'purposes@mail.example'];
    const account = await world.account(purpose === 'forgetpassword' ? { phone } : {});
    const browser = world.browser();
    browser.extra = { thirdParties };
    await browser.redeem(await browser.signIn(account.username, account.password));
    const isMail = purpose === 'changeemail';
    const sent = isMail ? await browser.call('send-email-code', { email }) : await send(browser, phone, { purpose });
    expect(sent.code).toBe(200);
    expect((await world.lastMessage(isMail ? email : phone)).params).toMatchObject({ purpose: said });
  });

  test('a phone on the list is told that its security level is too low', async () => {
    await world.db.query(
      "insert into blocked_identifier (zone, kind, value, prefix) values ('domestic', 'phone', '+86170', true)",
    );
    expect((await send(world.browser(), '+8617012345678')).code).toBe('Account.Register.LowSafe');
  });
});

describe('masked and verbose sending', () => {
  test.each(['signin', 'register', 'forgetpassword'])(
    'masked: %s answers and counts the same for a known and an unknown phone',
    async (purpose) => {
      const [known, unknown] = [world.phone(), world.phone()];
      await world.account({ phone: known });
      const [to, toNobody] = [
        await send(world.browser(), known, { purpose }),
        await send(world.browser(), unknown, { purpose }),
      ];
      expect(to).toEqual(toNobody);
      expect(await world.messages(known)).toHaveLength(1);
      expect(await world.messages(unknown)).toHaveLength(1);
    },
  );

  test('masked: a phone without an account is told so in its message, and guessing codes looks the same', async () => {
    const [known, unknown] = [world.phone(), world.phone()];
    await world.account({ phone: known });
    const answers: Reply[][] = [];
    for (const phone of [known, unknown]) {
      const browser = world.browser();
      await send(browser, phone, { purpose: 'forgetpassword' });
      const right = String((await world.lastMessage(phone)).params.code ?? '000000');
      const replies: Reply[] = [];
      for (let nth = 0; nth < 6; nth += 1) {
        replies.push(await browser.call('check-verify-code', { phone, code: other(right), purpose: 'forgetpassword' }));
      }
      answers.push(replies);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect((await world.lastMessage(unknown)).template).toBe('no-account');
  });

  test('verbose: says precisely, before anything is sent', async () => {
    const phone = world.phone();
    const master = await world.account({ phone });
    const subPhone = world.phone();
    await world.account({ master, phone: subPhone });
    const verbose = { wording: 'verbose' };
    const code = async (to: string, purpose: string, line = 'renderbus'): Promise<Reply> =>
      send(world.browser(line, verbose), to, { purpose });
    expect((await code(phone, 'register')).code).toBe('Account.Phone.Existed');
    expect(await code(phone, 'register', 'pkdragon')).toMatchObject({
      code: 'Account.Phone.Existed.OtherLine',
      data: { otherBrand: expect.any(String) },
    });
    expect((await code(world.phone(), 'forgetpassword')).code).toBe('Account.NotFound');
    expect((await code(subPhone, 'forgetpassword')).code).toBe('Account.Sub.Reset.Pwd.Not.Support');
    expect(await world.messages(phone)).toHaveLength(0);
  });
});

describe('checking', () => {
  test('a code works once', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    expect(await check(browser, phone, code)).toMatchObject({ code: 200, data: { proof: expect.any(String) } });
    expect((await check(browser, phone, code)).code).toBe('Code.Error.More');
  });

  test('fifty at once give one proof', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    const replies = await Promise.all(Array.from({ length: 50 }, () => check(browser.copy(), phone, code)));
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.code === 'Code.Error.More')).toHaveLength(49);
  });

  test('the right code sent again is no guess: it brings no long wait', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    await check(browser, phone, code);
    for (let nth = 0; nth < 20; nth += 1) expect((await check(browser, phone, code)).code).toBe('Code.Error.More');
    await world.shiftClock(61);
    expect((await check(browser, phone, await browser.code(phone, 'register'))).code).toBe(200);
  });

  test('the fifth wrong try burns it', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    for (let nth = 0; nth < 4; nth += 1)
      expect((await check(browser, phone, other(code))).code).toBe('Validate.Code.Error');
    // It says so itself: whoever tries on would try in vain.
    expect((await check(browser, phone, other(code))).code).toBe('Code.Error.More');
    expect((await check(browser, phone, code)).code).toBe('Code.Error.More');
  });

  test('a burnt code is followed by another one no sooner than a good one: a minute after it was sent', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    for (let nth = 0; nth < 5; nth += 1) await check(browser, phone, other(code));
    expect((await send(browser, phone)).code).toBe('Validate.frequently');
    await world.shiftClock(58);
    expect((await send(browser, phone)).code).toBe('Validate.frequently');
    await world.shiftClock(3);
    expect((await check(browser, phone, await browser.code(phone, 'register'))).code).toBe(200);
  });

  test('fifty wrong tries at once: five are compared', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    const replies = await Promise.all(Array.from({ length: 50 }, () => check(browser.copy(), phone, other(code))));
    expect(replies.filter((reply) => reply.code === 'Validate.Code.Error')).toHaveLength(4);
    const [counted] = await world.db.query<{ most: number }>(
      'select max(tries)::integer as most from verification_code',
    );
    expect(counted?.most).toBe(5);
  });

  test('it lives ten minutes', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    await world.shiftClock(601);
    expect((await check(browser, phone, code)).code).toBe('Code.Error.More');
  });

  test('a newer one replaces it', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const first = await browser.code(phone, 'register');
    await world.shiftClock(61);
    const second = await browser.code(phone, 'register');
    if (first !== second) expect((await check(browser, phone, first)).code).toBe('Validate.Code.Error');
    expect((await check(browser, phone, second)).code).toBe(200);
  });

  test('it works for its own purpose, phone, line and browser only', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    expect((await check(browser, phone, code, 'forgetpassword')).code).toBe('Code.Error.More');
    expect((await check(browser, world.phone(), code)).code).toBe('Code.Error.More');
    expect((await check(world.browser(), phone, code)).code).toBe('Code.Error.More');
    const elsewhere = world.browser('pkdragon');
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value);
    expect((await check(elsewhere, phone, code)).code).toBe('Code.Error.More');
    expect((await check(browser, phone, code)).code).toBe(200);
  });

  test('more than ten wrong ones bring who guessed a wait of five hours, for right codes and new ones too', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    let code = '';
    for (let round = 0; round < 2; round += 1) {
      code = await browser.code(phone, 'register');
      for (let nth = 0; nth < 5; nth += 1)
        expect((await check(browser, phone, other(code))).code).toBe(
          nth < 4 ? 'Validate.Code.Error' : 'Code.Error.More',
        );
      await world.shiftClock(61);
    }
    code = await browser.code(phone, 'register');
    expect(await check(browser, phone, other(code))).toMatchObject({
      code: 'Common.RequestLimitExceeded',
      retryAfterSeconds: 18000,
    });
    expect((await check(browser, phone, code)).code).toBe('Common.RequestLimitExceeded');
    await world.shiftClock(61);
    expect((await send(browser, phone)).code).toBe('Common.RequestLimitExceeded');
    await world.shiftClock(18000);
    expect((await check(browser, phone, await browser.code(phone, 'register'))).code).toBe(200);
  });

  describe('the long wait of an address that others share', () => {
    /** An address whose strangers guessed wrong until it had to wait. */
    async function barred(): Promise<string> {
      const { address } = world.browser();
      for (let nth = 0; nth < 3; nth += 1) {
        const [stranger, phone] = [Object.assign(world.browser(), { address }), world.phone()];
        await sendPast(stranger, phone, { purpose: 'register' });
        const code = String((await world.lastMessage(phone)).params.code);
        for (let wrong = 0; wrong < (nth < 2 ? 5 : 1); wrong += 1) await check(stranger, phone, other(code));
      }
      return address;
    }
    const at = (address: string): Browser => Object.assign(world.browser(), { address });

    test('holds up who comes anew there', async () => {
      const address = await barred();
      expect((await sendPast(at(address), world.phone())).code).toBe('Common.RequestLimitExceeded');
    });

    test('lets the first try of a code that was under way through, once, and goes on', async () => {
      const [early, late] = [world.browser(), world.browser()];
      const [one, two] = [world.phone(), world.phone()];
      const [code, missed] = [await early.code(one, 'register'), await late.code(two, 'register')];
      const address = await barred();
      Object.assign(early, { address });
      Object.assign(late, { address });
      expect((await check(early, one, code)).code).toBe(200);
      expect((await check(late, two, other(missed))).code).toBe('Validate.Code.Error');
      expect((await check(late, two, missed)).code).toBe('Common.RequestLimitExceeded');
      expect((await sendPast(at(address), world.phone())).code).toBe('Common.RequestLimitExceeded');
    });

    test('lets a browser go on that the account knows, and nobody else with its phone', async () => {
      const phone = world.phone();
      const account = await world.account({ phone });
      const owner = world.browser();
      await owner.redeem(await owner.signIn(account.username, account.password));
      const address = await barred();
      Object.assign(owner, { address });
      expect((await sendPast(owner, phone)).code).toBe(200);
      const code = String((await world.lastMessage(phone)).params.code);
      expect((await check(owner, phone, other(code), 'signin')).code).toBe('Validate.Code.Error');
      expect((await check(owner, phone, code, 'signin')).code).toBe(200);
      expect((await sendPast(at(address), phone)).code).toBe('Common.RequestLimitExceeded');
    });
  });

  test('neither the code nor the phone stands in the tables of codes', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    for (const table of ['verification_code', 'dispatch', 'guess_wait', 'send_budget', 'audit']) {
      const [dump] = await world.db.query<{ all: string | null }>(
        `select string_agg(t::text, ' ') as all from ${table} t`,
      );
      expect(dump?.all ?? '').not.toContain(phone.slice(3));
      expect((dump?.all ?? '').split(/[(),]/)).not.toContain(code);
    }
  });
});

describe('signing in by a code', () => {
  const signIn = async (browser: Browser, phone: string): Promise<Reply> =>
    browser.call('phone-sign-in', { phone, code: await browser.code(phone, 'signin'), accountType: 1 });

  test('opens a session, once', async () => {
    const phone = world.phone();
    const account = await world.account({ phone });
    const browser = world.browser();
    const code = await browser.code(phone, 'signin');
    const reply = await browser.call('phone-sign-in', { phone, code, accountType: 1 });
    expect(reply).toMatchObject({ code: 200, data: { registered: true, loginType: 5, loginName: phone } });
    expect((await browser.call('phone-sign-in', { phone, code, accountType: 1 })).code).toBe('Code.Error.More');
    expect((await browser.redeem(reply)).data.userId).toBe(account.id);
  });

  test('an unknown phone gets the proof that registering takes', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    expect(await signIn(browser, phone)).toMatchObject({
      code: 200,
      data: { registered: false, phone, proof: expect.any(String) },
    });
  });

  test('an unknown phone on a line that does not register by phone has no account', async () => {
    const browser = world.browser('renderbus', {
      offers: { ...world.lines.renderbus?.line.offers, phoneRegistration: false },
    });
    expect((await signIn(browser, world.phone())).code).toBe('Account.NotFound');
  });

  test.each([
    ['disabled', 'Account.Disabled'],
    ['cancelled', 'Account.Logout'],
    ['unactivated', 'Account.UnActivated'],
  ] as const)('an account that is %s says so: the phone is proven', async (status, code) => {
    const phone = world.phone();
    await world.account({ phone, status });
    expect((await signIn(world.browser(), phone)).code).toBe(code);
  });

  test('a sub account is told to use its master, another region to use its site, and wrong passwords lock nobody out', async () => {
    const [subPhone, abroad, locked] = [world.phone(), '+14155550123', world.phone()];
    await world.account({ master: await world.account(), phone: subPhone });
    await world.account({ line: 'foxrenderfarm', phone: abroad });
    const account = await world.account({ phone: locked });
    for (let nth = 0; nth < 10; nth += 1) await world.browser().signInPast(account.username, 'Wrong2026a');
    expect((await signIn(world.browser(), subPhone)).code).toBe('Account.Son.Prohibit.Login');
    expect((await signIn(world.browser(), abroad)).code).toBe('627');
    expect((await signIn(world.browser(), locked)).code).toBe(200);
  });

  test('a phone that was typed but never proven signs nobody in', async () => {
    const phone = '+14155550199';
    await world.account({ line: 'renderbus', phone });
    await world.db.query('update account set phone_verified = false where phone = $1', [phone]);
    expect((await signIn(world.browser(), phone)).data).toMatchObject({ registered: false });
  });

  test('is not offered on a line without it', async () => {
    const browser = world.browser('foxrenderfarm');
    expect((await browser.call('phone-sign-in', { phone: '+14155550100', code: '123456', accountType: 1 })).code).toBe(
      'Forbidden',
    );
  });
});
