/**
 * A handler that refuses a request for want of a value, or for a value of it, names the value: what is needed only sometimes
 * stands in no shape.
 */
import { readFileSync } from 'node:fs';
import { filesBelow } from '../../../src/tools/source-files.ts';
import { person, signInWith } from './third-parties.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

const world = withWorld();
const DIGEST = 'a'.repeat(64);

async function signedIn(line = 'renderbus', more: object = {}): Promise<Browser> {
  const account = await world.account({ line, ...more });
  const browser = world.browser(line);
  expect((await browser.redeem(await browser.signIn(account.username, account.password))).code).toBe(200);
  return browser;
}

async function withProvider(line: string, id: string, more: object): Promise<Reply> {
  const browser = world.browser(line);
  const { token } = (await signInWith(browser, id, person())).data;
  return browser.call('third-register', await browser.newcomer({ token, ...more }));
}

async function contact(call: 'bind-phone' | 'change-email'): Promise<Reply> {
  const browser = await signedIn();
  if (call === 'bind-phone') {
    const phone = world.phone();
    return browser.call(call, { phone, code: await browser.code(phone, 'binddevice') });
  }
  const email = 'another@mail.example';
  expect((await browser.call('send-email-code', { email })).code).toBe(200);
  return browser.call(call, { email, code: await world.lastCode(email) });
}

const MISSING: readonly (readonly [call: string, field: string, make: () => Promise<Reply>])[] = [
  [
    'register-phone',
    'code',
    async () => {
      const browser = world.browser();
      return browser.call('register-phone', await browser.newcomer({ phone: world.phone() }));
    },
  ],
  ['third-register by phone', 'phone', () => withProvider('renderbus', 'wechat', {})],
  ['third-register by phone', 'code', () => withProvider('renderbus', 'wechat', { phone: world.phone() })],
  ['third-register by e-mail', 'email', () => withProvider('foxrenderfarm', 'google', {})],
  ['update-password', 'oldPassword', async () => (await signedIn()).call('update-password', { password: DIGEST })],
  ['bind-phone', 'oldPassword', () => contact('bind-phone')],
  ['change-email', 'oldPassword', () => contact('change-email')],
  [
    'user-index-guide',
    'otherSoftware',
    async () => (await signedIn()).call('user-index-guide', { softTypes: [2030], version: '0' }),
  ],
];

test.each(MISSING)('%s says that %s is missing', async (_call, field, make) => {
  expect(await make()).toMatchObject({ code: 'EmptyParameter', data: { field, keyword: 'required' } });
});

const ODD: readonly (readonly [call: string, field: string, body: object])[] = [
  ['user-index-guide', 'softTypes', { softTypes: [9998] }],
  ['user-index-guide', 'otherSoftware', { softTypes: [2000], otherSoftware: 'Another' }],
  ['user-index-guide', 'businessType', { softTypes: [2000], businessType: 99 }],
  ['switch-platform', 'platform', { platform: 98 }],
  ['end-session', 'id', { id: 'none' }],
  ['send-verify-code', 'channel', { phone: '+4915112345678', purpose: 'forgetpassword', channel: 2 }],
];

test.each(ODD)('%s says that %s is not to be had', async (call, field, body) => {
  const reply = await (await signedIn()).call(call, { ...body });
  expect(reply).toMatchObject({ code: 'InvalidParameter', data: { field } });
});

test('no handler refuses a value without its name', () => {
  const odd = filesBelow('src/server')
    .filter((file) => file.endsWith('.ts') && !file.startsWith('src/server/http/'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/code: '(?:Empty|Invalid)Parameter'(?!, data)[^,\n]*/g)].map(
        ([text]) => `${file}: ${text}`,
      ),
    );
  expect(odd).toEqual([]);
});
