/**
 * Whose flow a browser has: only what this server gave counts, and a session, a proven contact and a sign-out each give another
 * one. What the other tabs are in the middle of goes on or ends, each thing as it is meant to.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { newSecret } from '../../../src/server/accounts/secrets.ts';
import { flowDigest, heldFlow, newFlow } from '../../../src/server/sessions/flow.ts';
import { begin, bodyOf, callOf, comeBack, person, thirdParties } from './third-parties.ts';
import { type Browser, type Reply, testKeys, withWorld } from './world.ts';

const world = withWorld();

function comer(): Browser {
  const browser = world.browser();
  browser.extra = { thirdParties };
  return browser;
}

describe('what counts as a flow', () => {
  const keys = testKeys();
  const own = newFlow(keys, 'domestic');
  const other = own.endsWith('a') ? 'b' : 'a';
  test.each<[string, string | undefined]>([
    ['none', undefined],
    ['an empty one', ''],
    ['a word', 'held'],
    ['one that looks like ours', 'F'.repeat(43)],
    ['a random one', newSecret()],
    ['another zone’s', newFlow(keys, 'overseas')],
    ['another deployment’s', newFlow(testKeys(), 'domestic')],
    ['ours with another end', own.slice(0, -1) + other],
    ['ours with another beginning', other + own.slice(1)],
    ['ours and more', `${own}a`],
  ])('%s does not', (_what, cookie) => {
    expect(flowDigest(keys, 'domestic', cookie)).toBeUndefined();
  });

  test('ours does', () => {
    expect(flowDigest(keys, 'domestic', own)).toMatch(/^[0-9a-f]{64}$/);
    expect(own).toMatch(/^[\w-]{43}$/);
  });
});

/** What gives a browser a session, by the call that does. */
const SESSIONS: Readonly<Record<string, readonly [what: string, open: (browser: Browser) => Promise<Reply>][]>> = {
  'user-login': [
    [
      'by password',
      async (browser) => {
        const { username, password } = await world.account();
        return browser.redeem(await browser.signIn(username, password));
      },
    ],
    [
      'by password, in a browser new to an account in use',
      async (browser) => {
        const { username, password } = await world.account();
        await signedIn(comer(), { username, password });
        return browser.redeem(await browser.signIn(username, password));
      },
    ],
    [
      'by a code',
      async (browser) => {
        const phone = world.phone();
        await world.account({ phone });
        const code = await browser.code(phone, 'signin');
        return browser.redeem(await browser.call('phone-sign-in', { phone, code, accountType: 1 }));
      },
    ],
    [
      'by a code that a phone scanned',
      async (browser) => {
        const phone = await signedIn(comer());
        const { secret, qr } = (await browser.call('qr-ticket')).data;
        const ticket = new URL(qr).searchParams.get('ticket');
        await phone.call('qr-look', { ticket });
        await phone.call('qr-confirm', { ticket });
        return browser.redeem(await browser.call('qr-redeem', { secret }));
      },
    ],
  ],
  'register-phone': [
    [
      'by registering',
      async (browser) => {
        const phone = world.phone();
        const code = await browser.code(phone, 'register');
        return browser.call('register-phone', await browser.newcomer({ phone, code }));
      },
    ],
  ],
  'third-register': [
    [
      'by registering after a provider',
      async (browser) => {
        const state = await begin(browser, 'wechat');
        await comeBack(browser, 'wechat', state, person());
        const { data } = await browser.call(callOf('wechat'), bodyOf('wechat', { state }));
        const phone = world.phone();
        const code = await browser.code(phone, 'register');
        return browser.call('third-register', await browser.newcomer({ token: data.token, phone, code }));
      },
    ],
  ],
};

async function signedIn(browser: Browser, account?: { username: string; password: string }): Promise<Browser> {
  const { username, password } = account ?? (await world.account());
  expect((await browser.redeem(await browser.signIn(username, password))).code).toBe(200);
  return browser;
}

test('every call that opens a session stands in the table', () => {
  const calls = resolve('src/server/calls');
  const opening = readdirSync(calls).filter((file) =>
    readFileSync(resolve(calls, file), 'utf8').includes('newSession('),
  );
  expect(opening.map((file) => file.replace('.ts', '')).sort()).toEqual(Object.keys(SESSIONS).sort());
});

const OPENINGS = Object.entries(SESSIONS).flatMap(([call, ways]) =>
  ways.map(([what, open]) => [call, what, open] as const),
);

describe.each(OPENINGS)('%s, %s', (_call, _what, open) => {
  test.each<[string, (browser: Browser) => string]>([
    ['one of its own', (browser) => newFlow(world.keys, browser.line.line.zone)],
    ['one that somebody made up', () => newSecret()],
  ])('a browser that came with %s leaves with another', async (_from, make) => {
    const browser = comer();
    const came = make(browser);
    browser.jar.set('flow', came);
    expect((await open(browser)).code).toBe(200);
    const left = browser.jar.get('flow');
    expect([browser.jar.has('session'), left === came]).toEqual([true, false]);
    expect(flowDigest(world.keys, 'domestic', left)).toBe(heldFlow(browser.context()));
    expect(heldFlow(browser.context())).toBeDefined();
  });

  test('who knew the former one has no part in what follows', async () => {
    const browser = comer();
    const knowing = comer();
    browser.jar.set('flow', newFlow(world.keys, 'domestic'));
    for (const [name, value] of browser.jar) knowing.jar.set(name, value);
    expect((await open(browser)).code).toBe(200);
    const phone = world.phone();
    const code = await browser.code(phone, 'register');
    expect((await knowing.call('check-verify-code', { phone, purpose: 'register', code })).code).toBe(
      'Code.Error.More',
    );
    expect((await browser.call('check-verify-code', { phone, purpose: 'register', code })).code).toBe(200);
  });
});

/** What proves a phone or a mailbox. */
const PROOFS: readonly [what: string, prove: (browser: Browser) => Promise<Reply>][] = [
  [
    'a right code',
    async (browser) => {
      const phone = world.phone();
      return browser.call('check-verify-code', {
        phone,
        purpose: 'register',
        code: await browser.code(phone, 'register'),
      });
    },
  ],
  [
    'a right code of a phone that nobody has',
    async (browser) => {
      const phone = world.phone();
      return browser.call('phone-sign-in', { phone, code: await browser.code(phone, 'signin'), accountType: 1 });
    },
  ],
];

test.each(PROOFS)('%s gives another flow, under which its proof counts', async (_what, prove) => {
  const browser = comer();
  const came = newFlow(world.keys, 'domestic');
  browser.jar.set('flow', came);
  const { code, data } = await prove(browser);
  expect([code, typeof data.proof, browser.jar.get('flow') === came]).toEqual([200, 'string', false]);
  // Who knew the former flow, and came to know the proof, cannot use it.
  const knowing = comer();
  knowing.jar.set('flow', came);
  const body = await browser.newcomer({ phone: data.phone ?? world.phone(), proof: data.proof });
  expect((await knowing.call('register-phone', body)).code).not.toBe(200);
});

test('a wrong code gives none', async () => {
  const browser = comer();
  const phone = world.phone();
  const right = await browser.code(phone, 'register');
  const came = browser.jar.get('flow');
  const code = right === '000000' ? '111111' : '000000';
  expect((await browser.call('check-verify-code', { phone, purpose: 'register', code })).code).toBe(
    'Validate.Code.Error',
  );
  expect(browser.jar.get('flow')).toBe(came);
});

/** What a tab is in the middle of: `goes` where it came to its end. */
const UNDERWAY: Readonly<Record<string, (tab: Browser) => Promise<() => Promise<boolean>>>> = {
  'a code that was sent': async (tab) => {
    const phone = world.phone();
    await world.account({ phone });
    const code = await tab.code(phone, 'forgetpassword');
    return async () => (await tab.call('check-verify-code', { phone, purpose: 'forgetpassword', code })).code === 200;
  },
  'a proof': async (tab) => {
    const phone = world.phone();
    const code = await tab.code(phone, 'register');
    const { data } = await tab.call('check-verify-code', { phone, purpose: 'register', code });
    return async () =>
      (await tab.call('register-phone', await tab.newcomer({ phone, proof: data.proof }))).code === 200;
  },
  'a password that was right': async (tab) => {
    const { username, password } = await world.account();
    const reply = await tab.signIn(username, password);
    return async () => (await tab.redeem(reply)).code === 200;
  },
  'a code to scan': async (tab) => {
    const phone = await signedIn(comer());
    const { secret, qr } = (await tab.call('qr-ticket')).data;
    const ticket = new URL(qr).searchParams.get('ticket');
    return async () => {
      await phone.call('qr-look', { ticket });
      await phone.call('qr-confirm', { ticket });
      return (await tab.call('qr-redeem', { secret })).code === 200;
    };
  },
  'a code that this phone scanned': async (tab) => {
    const { qr } = (await comer().call('qr-ticket')).data;
    const ticket = new URL(qr).searchParams.get('ticket');
    await tab.call('qr-look', { ticket });
    return async () => (await tab.call('qr-look', { ticket })).code !== 'QrCode.Scanned';
  },
  'what a provider proved': async (tab) => {
    const state = await begin(tab, 'wechat');
    await comeBack(tab, 'wechat', state, person());
    const { data } = await tab.call(callOf('wechat'), bodyOf('wechat', { state }));
    return async () => {
      const phone = world.phone();
      const code = await tab.code(phone, 'register');
      const body = await tab.newcomer({ token: data.token, phone, code });
      return (await tab.call('third-register', body)).code === 200;
    };
  },
  'a visit to a provider': async (tab) => {
    const state = await begin(tab, 'wechat');
    return async () => {
      await comeBack(tab, 'wechat', state, person());
      return (await tab.call(callOf('wechat'), bodyOf('wechat', { state }))).code === 200;
    };
  },
};

/** What another tab of the browser does meanwhile, and what of it goes on then. */
const MEANWHILE: Readonly<
  Record<string, readonly [act: (tab: Browser) => Promise<unknown>, goes: (what: string) => boolean]>
> = {
  'signs in': [(tab) => signedIn(tab), (what) => what !== 'a visit to a provider'],
  'proves a phone': [(tab) => PROOFS[0]?.[1](tab) as Promise<unknown>, (what) => what !== 'a visit to a provider'],
  'does nothing': [async () => undefined, () => true],
  'signs in and out': [async (tab) => (await signedIn(tab)).call('sign-out'), () => false],
  'signs in and ends that session': [
    async (tab) => {
      await signedIn(tab);
      const { sessions } = (await tab.call('sessions')).data;
      return tab.call('end-session', { id: sessions[0].id });
    },
    () => false,
  ],
  'signs in and ends all': [
    async (tab) => (await signedIn(tab)).call('end-all-sessions', { present: true }),
    () => false,
  ],
  'signs in, and more than half an hour passes': [
    async (tab) => {
      await signedIn(tab);
      const later = Date.now() + 31 * 60_000;
      jest.spyOn(Date, 'now').mockImplementation(() => later);
    },
    () => false,
  ],
};

afterEach(() => jest.restoreAllMocks());

describe.each(Object.entries(MEANWHILE))('while another tab %s', (_what, [act, goes]) => {
  test.each(Object.entries(UNDERWAY))('%s', async (what, start) => {
    const browser = comer();
    const end = await start(browser);
    await act(browser);
    expect(await end()).toBe(goes(what));
  });
});

test('what a browser is told of its former flows counts for that browser alone', async () => {
  const phone = world.phone();
  const browser = comer();
  const code = await browser.code(phone, 'register');
  await signedIn(browser);
  const other = await signedIn(comer());
  other.jar.set('former', browser.jar.get('former') ?? '');
  expect((await other.call('check-verify-code', { phone, purpose: 'register', code })).code).toBe('Code.Error.More');
});
