/** Which cloud carries and checks, by the settings; its stand-in only with `npm start` and without a key of one's own. */
import { type FastifyInstance, fastify } from 'fastify';
import { aliyunRoutes } from '../../../src/sandbox/aliyun/aliyun.ts';
import { createInboxCarrier, readInbox } from '../../../src/sandbox/inbox.ts';
import { VENDOR_STAND_INS } from '../../../src/sandbox/list.ts';
import { SIMULATED_TENCENT } from '../../../src/sandbox/tencent/account.ts';
import { tencentMessageRoutes } from '../../../src/sandbox/tencent/messages.ts';
import { carriersOf, missingTemplates, tellUnsentSms } from '../../../src/server/carriers.ts';
import { createLogger } from '../../../src/server/http/log.ts';
import type { Release } from '../../../src/server/http/release.ts';
import { type OpenVendors, openVendors, tellMissingCaptcha } from '../../../src/server/open-vendors.ts';
import type { VendorCaptcha } from '../../../src/server/ports/captcha.ts';
import type { ReadyMessage } from '../../../src/server/ports/carrier.ts';
import { parseSettings } from '../../../src/server/settings.ts';
import type { CallContext } from '../../../src/server/types.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';
import { withDatabase } from '../database.ts';
import { testKeys } from '../domain/world.ts';
import { FIXTURE_LINES } from './fixture.ts';

const database = withDatabase();
let cloud: FastifyInstance;
let port = 0;
beforeAll(async () => {
  cloud = fastify();
  tencentMessageRoutes(database.db)(cloud);
  aliyunRoutes(database.db)(cloud);
  port = Number(new URL(await cloud.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => cloud.close());

const silent = createLogger('silent');

/** The vendors of a server with these settings, and with what stands in for them or without. */
const vendorsOf = (env: Readonly<Record<string, string>>, standIns = VENDOR_STAND_INS): OpenVendors =>
  openVendors({
    vendors: VENDORS,
    settings: parseSettings(env, 'start', VENDORS),
    standIns,
    db: database.db,
    keys: testKeys(),
    logger: silent,
    port: () => port,
  });
const release = {
  lines: FIXTURE_LINES.map((server) => ({ name: server.name, server })),
} as unknown as Release;
const OWN = { TENCENT_SECRET_ID: 'AKIDexample', TENCENT_SECRET_KEY: 'example' };
const OWN_CAPTCHA = { ...OWN, TENCENT_CAPTCHA_APP_ID: '190000001', TENCENT_CAPTCHA_APP_SECRET: 'example' };

let serial = 0;
function ready(channel: 'sms' | 'voice'): ReadyMessage {
  serial += 1;
  const [line] = FIXTURE_LINES;
  if (!line) throw new Error('No line.');
  const params = { brand: 'Alpha', minutes: 10, code: '012345' };
  const to = `+86137${10020100 + serial}`;
  return {
    id: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    message: { channel, to, template: 'code', params, line: 'alpha', language: 'en' },
    line,
    text: 'Hello',
  };
}

test.each([
  ['nobody', 'sms', {}, 'Hello'],
  ['tencent', 'sms', { SMS_PROVIDER: 'tencent' }, '[Simulator] sms_code_en'],
  ['tencent', 'voice', { VOICE_PROVIDER: 'tencent' }, 'Your code is 0 1 2 3 4 5.'],
  ['aliyun', 'sms', { SMS_PROVIDER: 'aliyun' }, 'SMS_code_en'],
  ['aliyun', 'voice', { VOICE_PROVIDER: 'aliyun' }, 'TTS_code_en'],
] as const)('%s chosen for %s: what carries it', async (_who, channel, env, text) => {
  const carriers = carriersOf({
    settings: parseSettings(env, 'start', VENDORS),
    vendors: vendorsOf(env),
    inbox: createInboxCarrier(database.db),
  });
  const message = ready(channel);
  expect(await carriers[channel].carry(message)).toMatchObject({ state: 'sent' });
  const [found] = await readInbox(database.db, { to: message.message.to });
  expect(found?.text).toContain(text);
});

const captcha = (
  env: Readonly<Record<string, string>>,
  standIns = VENDOR_STAND_INS,
): VendorCaptcha<CallContext> | undefined => vendorsOf(env, standIns).captchas.tencent;

test('the captcha: the own application and the script of the zone, or the stand-in’s', () => {
  const own = captcha(OWN_CAPTCHA);
  expect(own?.appId).toBe('190000001');
  expect(own?.script('domestic', 'https://page.example')).toBe('https://turing.captcha.qcloud.com/TJCaptcha.js');
  expect(own?.script('overseas', 'https://page.example')).toMatch(/^https:\/\/ca\.turing\.captcha\.qcloud\.com\//);
  const stand = captcha({});
  expect(stand?.appId).toBe(SIMULATED_TENCENT.captchaAppId);
  expect(stand?.script('domestic', 'http://line.localhost:1')).toBe(
    'http://line.localhost:1/simulators/tencent/TJCaptcha.js',
  );
  expect(captcha({}, {})).toBeUndefined();
});

test('lines that name a captcha without an account are told at the start', () => {
  const logged: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void logged.push(line) });
  tellMissingCaptcha(release, vendorsOf({}).captchas, logger);
  expect(logged).toEqual([]);
  tellMissingCaptcha(release, {}, logger);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ lines: ['beta'] }]);
});

test.each([
  ['nobody', {}, [{ lines: ['beta'] }]],
  ['a gateway alone', { SMS_GATEWAY_URL: 'https://sms.internal/send' }, []],
  ['a gateway by name', { SMS_PROVIDER: 'gateway', SMS_GATEWAY_URL: 'https://sms.internal/send' }, []],
  ['a cloud', { SMS_PROVIDER: 'tencent' }, []],
])('lines whose codes by SMS stay unsent are told at the start: carried by %s', (_who, env, told) => {
  const logged: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void logged.push(line) });
  const lines = release.lines.map(({ name, server }) => ({
    name,
    server: { ...server, line: { ...server.line, offers: { ...server.line.offers, phoneSignIn: name === 'beta' } } },
  }));
  tellUnsentSms({ lines } as unknown as Release, parseSettings(env, 'start', VENDORS), logger);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject(told);
  expect(logged).toHaveLength(told.length);
});

test('messages without an approved template are named, codes read out by Tencent excepted', () => {
  const chosen = (templates: string, line?: string) =>
    missingTemplates(
      release,
      parseSettings(
        {
          ...OWN,
          SMS_PROVIDER: 'tencent',
          TENCENT_SMS_APP_ID: '1',
          TENCENT_SMS_SIGNS: 'Foyer',
          TENCENT_SMS_TEMPLATES: templates,
          VOICE_PROVIDER: 'tencent',
          TENCENT_VMS_APP_ID: '2',
          TENCENT_VMS_TEMPLATES: 'no-account.en=1',
          ...(line === undefined ? {} : { LINE: line }),
        },
        'start',
        VENDORS,
      ),
      VENDORS,
    );
  expect(chosen('code.en=1')).toEqual(['TENCENT_SMS_TEMPLATES: code.zh']);
  expect(chosen('code.en=1,code.zh=2')).toEqual([]);
  expect(missingTemplates(release, parseSettings({}, 'start', VENDORS), VENDORS)).toEqual([]);
});
