/** How it stands with a code, for whoever asks: every kind of code x every asker x every state that it can be in. */
import { takeEvent } from '../../../src/server/vendors/wechat/push.ts';
import { stagedWechat } from './wechat-stage.ts';
import { type Browser, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const { platform, codes } = stagedWechat();

const ASKERS = ['own browser', 'other browser', 'other account', 'nobody'] as const;
const STATES = ['pending', 'scanned', 'expired', 'refused', 'used'] as const;
type State = (typeof STATES)[number];

async function signedIn(given?: TestAccount): Promise<Browser & { readonly account: TestAccount }> {
  const account = given ?? (await world.account());
  const browser = guest();
  await browser.redeem(await browser.signIn(account.username, account.password));
  return Object.assign(browser, { account });
}

function guest(): Browser {
  const browser = world.browser();
  browser.extra = { scenes: platform };
  return browser;
}

let people = 0;

/** Brings a code that binds WeChat into a state, as WeChat and the mini program would. */
async function moveScene(state: State, kind: number, scene: string): Promise<void> {
  people += 1;
  const tell = (body: object) => guest().call('bind-wx-to-user', { scene, ...body });
  if (state === 'scanned') await tell({ dialog: 1 });
  if (state === 'expired') await world.shiftClock(121);
  if (state === 'refused') await tell({ dialog: 0 });
  if (state !== 'used') return;
  if (kind === 0) await tell({ dialog: 2, code: `asker-${people}` });
  else await takeEvent(guest().context(), { openid: `oa-asker-${people}`, createTime: '1790000000', scene });
}

/** What its own account reads: status, dialog, progress. */
const READ: Readonly<Record<State, readonly [number, number, number]>> = {
  pending: [-1, 1, 0],
  scanned: [-1, 1, 1],
  expired: [-1, 1, 2],
  refused: [-1, 0, 2],
  used: [0, 2, 2],
};

describe.each([
  ['the mini program', 0],
  ['the public account', 1],
])('a code of %s', (_, kind) => {
  test.each(STATES)('%s', async (state) => {
    const owner = await signedIn();
    const { ticket } = (await owner.call('invite-qrcode', { kind })).data;
    const asking = { 'own browser': owner, 'other browser': await signedIn(owner.account) };
    const others = { 'other account': await signedIn(), nobody: guest() };
    await moveScene(state, kind, codes.at(-1) ?? '');
    const all: Record<(typeof ASKERS)[number], Browser> = { ...asking, ...others };
    for (const asker of ASKERS) {
      const { code, data } = await all[asker].call('is-haved-bound-wx', { kind, ticket });
      // The code is the account's, wherever it is signed in; of anybody else's nothing is told, least of all that it is theirs.
      if (asker === 'nobody') expect([asker, code, data]).toEqual([asker, '602', null]);
      else {
        const isOwn = asker in asking;
        const [status, dialog, progress] = isOwn ? READ[state] : READ.expired;
        expect([asker, data]).toMatchObject([asker, { status, dialog, progress, mine: isOwn }]);
        expect([asker, data.coupon !== undefined]).toEqual([asker, isOwn && data.granted]);
        if (!isOwn) expect(data.granted).toBe(false);
      }
    }
  });
});

test.each(STATES)('a code to sign in by, %s', async (state) => {
  const account = await world.account();
  const own = await signedIn(account);
  const phone = await signedIn(account);
  const { secret, qr } = (await own.call('qr-ticket')).data;
  const ticket = new URL(qr).searchParams.get('ticket') ?? '';
  const all: Record<(typeof ASKERS)[number], Browser> = {
    'own browser': own,
    'other browser': await signedIn(account),
    'other account': await signedIn(),
    nobody: guest(),
  };
  if (state !== 'pending' && state !== 'expired') await phone.call('qr-look', { ticket });
  if (state === 'expired') await world.shiftClock(121);
  if (state === 'refused') await phone.call('qr-cancel', { ticket });
  if (state === 'used') {
    await phone.call('qr-confirm', { ticket });
    expect((await own.call('qr-redeem', { secret })).code).toBe(200);
  }
  const read = { pending: 0, scanned: 1, refused: 3, expired: 4, used: 4 }[state];
  for (const asker of ASKERS) {
    const { data } = await all[asker].call('qr-poll', {}, { headers: { 'qr-secret': secret } });
    expect([asker, data]).toEqual([asker, { state: asker === 'own browser' ? read : 4 }]);
    if (asker !== 'own browser') expect((await all[asker].call('qr-redeem', { secret })).code).toBe('QrCode.Expired');
  }
});
