/** What a carrier says of a number reaches the visitor who asked for a code, and says nothing about accounts. */
import type { Delivery } from '../../../src/server/types.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

const world = withWorld();
afterEach(() => {
  world.delivered = { state: 'sent', code: 200 };
});

const ask = (browser: Browser, phone: string, purpose = 'signin', channel = 1): Promise<Reply> =>
  browser.call('send-verify-code', { phone, purpose, channel });

test.each<[string, Delivery, string, number | undefined]>([
  ['asked for too often', { state: 'refused', code: 500, reason: 'frequently' }, 'Validate.frequently', 3600],
  ['too often today', { state: 'refused', code: 500, reason: 'limit' }, 'Validate.LimitExceeded', 86_400],
  [
    'a number of ill repute',
    { state: 'refused', code: 500, reason: 'low-safe' },
    'Account.Register.LowSafe',
    undefined,
  ],
  ['refused for another reason', { state: 'refused', code: 500 }, 'Validate.Code.SendError', undefined],
  ['kept until it can be carried', { state: 'owed', code: 500 }, 'Validate.Code.SendError', undefined],
])('%s', async (_what, delivered, expected, seconds) => {
  world.delivered = delivered;
  const { code, data, retryAfterSeconds } = await ask(world.browser(), world.phone());
  expect([code, data?.seconds, retryAfterSeconds]).toEqual([expected, seconds, seconds]);
});

test('a call that a carrier refuses is told the same way', async () => {
  const browser = world.browser();
  const phone = world.phone();
  expect((await ask(browser, phone)).code).toBe(200);
  await world.shiftClock(61);
  world.delivered = { state: 'refused', code: 500, reason: 'limit' };
  const reply = await browser.call('send-verify-code', {
    phone,
    purpose: 'signin',
    channel: 2,
    ...(await browser.captcha()),
  });
  expect(reply.code).toBe('Validate.LimitExceeded');
});

test.each<NonNullable<Delivery['reason']>>(['frequently', 'limit', 'low-safe'])(
  'refused (%s), a phone with an account and one without answer the same',
  async (reason) => {
    const known = world.phone();
    await world.account({ phone: known });
    world.delivered = { state: 'refused', code: 500, reason };
    const replies = [];
    for (const phone of [known, world.phone()]) replies.push(await ask(world.browser(), phone, 'forgetpassword'));
    expect(replies[0]).toEqual(replies[1]);
  },
);
