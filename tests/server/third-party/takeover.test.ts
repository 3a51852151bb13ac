/**
 * What a provider brings back is redeemed by the browser that began, and by no other: every provider, way and purpose, in both
 * directions, and every way to miss it.
 */

import { LIMITS } from '../../../src/server/limits/limits.ts';
import { INVALID, LANDING, parties, rowsOf, WIDGETS } from './takeover.ts';
import { withWhole } from './whole.ts';

const WAYS = { qq: ['popup', 'redirect', 'frame'] } as const;
/** Everybody comes from one address here. */
const unlimited = Object.fromEntries(Object.keys(LIMITS).map((each) => [each, [{ points: 1e6, seconds: 60 }]]));
const whole = withWhole('renderbus', WAYS, unlimited);
const { foundStudio, party, begin, proceed, given, land, end, linkedTo, redeem } = parties(whole);
const ROWS = rowsOf(LANDING);
const WIDGET_ROWS = rowsOf(WIDGETS);

beforeAll(foundStudio);

/** What the right browser is answered: a member of an enterprise waits for its master. */
const accepted = (provider: string) => (provider === 'dingtalk' ? 'DingTalk.Account.Waiting' : 200);

describe('the browser that began', () => {
  test.each(ROWS)('%s, %s, %s: ends it', async (provider, way, purpose) => {
    const owner = await party('owner', provider, purpose);
    const begun = await begin(owner.browser, provider, way, purpose);
    const back = await proceed(owner.browser, provider, way, begun, owner.person);
    const { state, receipt } = await land(owner.browser, back);
    expect(state).toBe(begun.state);
    expect(receipt !== undefined).toBe(way === 'frame');
    const ended = await end(owner, provider, begun, { receipt });
    expect(ended).toMatchObject({ code: accepted(provider) });
    if (provider !== 'dingtalk' && purpose === 'sign-in')
      expect(await redeem(owner.browser, ended.data)).toMatchObject({ code: 200, data: { userId: owner.account } });
    if (provider !== 'dingtalk') expect(await linkedTo(provider, owner.person)).toEqual([owner.account]);
  });

  test.each(WIDGET_ROWS)('%s, %s, %s: ends it with what the widget gave', async (provider, way, purpose) => {
    const owner = await party('owner', provider, purpose);
    const begun = await begin(owner.browser, provider, way, purpose);
    const brings = await given(owner.browser, provider, begun, owner.person);
    expect(await end(owner, provider, begun, brings)).toMatchObject({ code: 200 });
    expect(await linkedTo(provider, owner.person)).toEqual([owner.account]);
  });
});

describe('the victim finishes what a stranger began', () => {
  test.each(ROWS)('%s, %s, %s: start again, and nobody is anybody else', async (provider, way, purpose) => {
    const stranger = await party('stranger', provider, purpose);
    const victim = await party('victim', provider, 'sign-in');
    const begun = await begin(stranger.browser, provider, way, purpose);
    const back = await proceed(victim.browser, provider, way, begun, victim.person);
    // As the browser has it, as a frame does, as a page does, and as an old browser does.
    for (const dest of [undefined, 'iframe', 'document', null]) {
      const landed = await land(victim.browser, back, dest);
      if (way !== 'frame') expect(landed).toEqual({ state: null, receipt: undefined, refused: false });
      // What the victim's page holds is good for nothing in the victim's browser.
      expect(await end(victim, provider, begun, { receipt: landed.receipt })).toMatchObject({ code: INVALID });
    }
    expect(await end(stranger, provider, begun)).toMatchObject({ code: INVALID });
    if (provider !== 'dingtalk') expect(await linkedTo(provider, victim.person)).toEqual([victim.account]);

    // Nor did it take anything from who began.
    const own = await proceed(stranger.browser, provider, way, begun, stranger.person);
    const { receipt } = await land(stranger.browser, own);
    expect(await end(stranger, provider, begun, { receipt })).toMatchObject({ code: accepted(provider) });
  });

  test.each(WIDGET_ROWS)('%s, %s, %s: its widget neither', async (provider, way, purpose) => {
    const stranger = await party('stranger', provider, purpose);
    const victim = await party('victim', provider, 'sign-in');
    const begun = await begin(stranger.browser, provider, way, purpose);
    const brings = await given(victim.browser, provider, begun, victim.person);
    expect(await end(victim, provider, begun, brings)).toMatchObject({ code: INVALID });
    // By the address that it has as well, as a page or in a frame.
    const back = await proceed(victim.browser, provider, 'redirect', begun, victim.person);
    for (const dest of ['document', 'iframe', null]) await land(victim.browser, back, dest);
    expect(await end(stranger, provider, begun)).toMatchObject({ code: INVALID });
    expect(await linkedTo(provider, victim.person)).toEqual([victim.account]);
  });
});

describe("the stranger's identity does not end on the victim's account", () => {
  test.each(ROWS)('%s, %s, %s: brought by the stranger', async (provider, way, purpose) => {
    const stranger = await party('stranger', provider, 'sign-in');
    const victim = await party('victim', provider, purpose);
    const begun = await begin(victim.browser, provider, way, purpose);
    const back = await proceed(stranger.browser, provider, way, begun, stranger.person);
    for (const dest of [undefined, 'iframe', 'document', null]) {
      await land(stranger.browser, back, dest);
      expect(await end(victim, provider, begun)).toMatchObject({ code: INVALID });
    }
    if (provider !== 'dingtalk') expect(await linkedTo(provider, stranger.person)).toEqual([stranger.account]);

    // The owner's own return is still the first one.
    const own = await proceed(victim.browser, provider, way, begun, victim.person);
    const { receipt } = await land(victim.browser, own);
    expect(await end(victim, provider, begun, { receipt })).toMatchObject({ code: accepted(provider) });
    if (provider !== 'dingtalk') expect(await linkedTo(provider, victim.person)).toEqual([victim.account]);
  });

  test.each(ROWS)("%s, %s, %s: sent to the victim under the stranger's state", async (provider, way, purpose) => {
    const stranger = await party('stranger', provider, purpose);
    const victim = await party('victim', provider, purpose);
    await begin(victim.browser, provider, way, purpose);
    const theirs = await begin(stranger.browser, provider, way, purpose);
    const back = await proceed(stranger.browser, provider, way, theirs, stranger.person);
    const { receipt } = await land(victim.browser, back);
    expect(await end(victim, provider, theirs, { receipt })).toMatchObject({ code: INVALID });
    if (provider !== 'dingtalk' && purpose === 'bind') expect(await linkedTo(provider, victim.person)).toEqual([]);
  });
});

describe('a stranger denies nothing', () => {
  test.each(ROWS)('%s, %s, %s: not by a refusal or an error', async (provider, way, purpose) => {
    const owner = await party('owner', provider, purpose);
    const begun = await begin(owner.browser, provider, way, purpose);
    const back = await proceed(owner.browser, provider, way, begun, owner.person);
    const stranger = whole.browser();
    for (const error of ['access_denied', 'user_cancelled_authorize', 'server_error', '']) {
      const form = { state: begun.state, error };
      const to = `/sso/oauth-callback/${provider}`;
      await land(stranger, { to: `${to}?${new URLSearchParams(form)}`, how: 'same-site' }, null);
      await land(stranger, { to: `${to}?${new URLSearchParams(form)}`, how: 'framed' });
      await land(stranger, { to, form, how: 'foreign-post' });
    }
    const { receipt } = await land(owner.browser, back);
    expect(await end(owner, provider, begun, { receipt })).toMatchObject({ code: accepted(provider) });
  });
});

describe('the way is the one that it was begun with', () => {
  test.each(ROWS)('%s, %s, %s: not shown as anything else', async (provider, way, purpose) => {
    const owner = await party('owner', provider, purpose);
    const begun = await begin(owner.browser, provider, way, purpose);
    const back = await proceed(owner.browser, provider, way, begun, owner.person);
    const right = way === 'frame' ? 'iframe' : 'document';
    for (const dest of ['iframe', 'document', 'frame', 'empty', 'embed', 'object', 'image'].filter(
      (each) => each !== right,
    )) {
      // With every cookie, as the owner's own page would.
      expect(await land(owner.browser, back, dest)).toMatchObject({ state: null, receipt: undefined });
      expect(await end(owner, provider, begun)).toMatchObject({ code: INVALID });
    }
    const { receipt } = await land(owner.browser, back, right);
    expect(await end(owner, provider, begun, { receipt })).toMatchObject({ code: accepted(provider) });
  });

  test.each(ROWS.filter(([, way]) => way !== 'frame'))(
    '%s, %s, %s: without the cookie of the browser that began nothing is kept',
    async (provider, way, purpose) => {
      const owner = await party('owner', provider, purpose);
      const begun = await begin(owner.browser, provider, way, purpose);
      const back = await proceed(owner.browser, provider, way, begun, owner.person);
      const other = await party('other', provider, purpose);
      await begin(other.browser, provider, way, purpose);
      for (const browser of [whole.browser(), other.browser]) {
        expect(await land(browser, back)).toMatchObject({ state: null });
        expect(await land(browser, back, null)).toMatchObject({ state: null });
        expect(await end(owner, provider, begun)).toMatchObject({ code: INVALID });
      }
    },
  );
});

describe('a receipt', () => {
  const FRAMES = ROWS.filter(([, way]) => way === 'frame');

  async function ready([provider, way, purpose]: (typeof ROWS)[number]) {
    const owner = await party('owner', provider, purpose);
    const begun = await begin(owner.browser, provider, way, purpose);
    const back = await proceed(owner.browser, provider, way, begun, owner.person);
    const { receipt } = await land(owner.browser, back);
    if (receipt === undefined) throw new Error('There is no receipt.');
    return { owner, begun, back, receipt };
  }

  test.each(FRAMES)('%s, %s, %s: is good once', async (...row) => {
    const { owner, begun, back, receipt } = await ready(row);
    expect(await end(owner, row[0], begun, { receipt })).toMatchObject({ code: accepted(row[0]) });
    expect(await end(owner, row[0], begun, { receipt })).toMatchObject({ code: INVALID });
    expect(await land(owner.browser, back)).toMatchObject({ state: null, receipt: undefined });
  });

  test.each(FRAMES)('%s, %s, %s: is good for sixty seconds, by the clock of the database', async (...row) => {
    const { owner, begun, receipt } = await ready(row);
    await whole.database.shiftClock(61);
    expect(await end(owner, row[0], begun, { receipt })).toMatchObject({ code: INVALID });
    await whole.database.shiftClock(-2);
    expect(await end(owner, row[0], begun, { receipt })).toMatchObject({ code: accepted(row[0]) });
    await whole.database.shiftClock(-59);
  });

  test.each(FRAMES)('%s, %s, %s: is asked for, and is that of this very state', async (...row) => {
    const [{ owner, begun, receipt }, other] = [await ready(row), await ready(row)];
    const [provider] = row;
    expect(await end(owner, provider, begun)).toMatchObject({ code: INVALID });
    expect(await end(owner, provider, begun, { receipt: other.receipt })).toMatchObject({ code: INVALID });
    expect(await end(owner, provider, begun, { receipt: 'A'.repeat(43) })).toMatchObject({ code: INVALID });
    expect(await end(other.owner, provider, begun, { receipt })).toMatchObject({ code: INVALID });
    expect(await end(owner, provider, begun, { receipt })).toMatchObject({ code: accepted(provider) });
    expect(await end(other.owner, provider, other.begun, { receipt: other.receipt })).toMatchObject({
      code: accepted(provider),
    });
  });

  test.each(FRAMES)('%s, %s, %s: is not made for a browser of another flow', async (...row) => {
    const { begun, back } = await ready(row);
    const other = await party('other', row[0], 'sign-in');
    await begin(other.browser, row[0], 'redirect', 'sign-in');
    // A frame that our own page sent there brings that browser's cookie.
    const landed = await land(other.browser, { ...back, how: 'same-site' }, 'iframe');
    expect(landed).toMatchObject({ state: null, receipt: undefined });
    expect(await end(other, row[0], begun, { receipt: 'A'.repeat(43) })).toMatchObject({ code: INVALID });
  });

  test('and what stands behind it are stored as digest and sealed, and forgotten once used', async () => {
    const row = FRAMES[0] as (typeof ROWS)[number];
    const { owner, begun, back, receipt } = await ready(row);
    const code = new URL(back.to).searchParams.get('code') ?? '?';
    const rows = async () => JSON.stringify(await whole.database.db.query('select * from third_receipt'));
    for (const secret of [receipt, code, begun.state]) expect(await rows()).not.toContain(secret);
    const { sha256 } = await import('../../../src/server/accounts/secrets.ts');
    expect(await rows()).toContain(sha256(receipt));
    await end(owner, row[0], begun, { receipt });
    expect(await rows()).not.toContain(sha256(receipt));
    for (const secret of [receipt, code, begun.state]) expect(whole.logs()).not.toContain(secret);
  });
});

test('who comes back to a page that did its work is told so, and nobody else is', async () => {
  const owner = await party('owner', 'wechat', 'sign-in');
  const begun = await begin(owner.browser, 'wechat', 'redirect', 'sign-in');
  const back = await proceed(owner.browser, 'wechat', 'redirect', begun, owner.person);
  await land(owner.browser, back);
  await end(owner, 'wechat', begun);
  expect(await land(owner.browser, back)).toMatchObject({ state: begun.state });
  expect(await end(owner, 'wechat', begun)).toMatchObject({ code: INVALID, data: { used: true } });
  expect((await end({ browser: whole.browser() }, 'wechat', begun)).data?.used).toBeUndefined();
  expect((await end(owner, 'wechat', { state: 'A'.repeat(43) })).data?.used).toBeUndefined();
});
