/** SMS and calls over the clouds: signatures against published examples, and what each answer makes of a message. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import {
  ALIYUN_PATH,
  aliyunRoutes,
  formFault,
  SIMULATED_ALIYUN,
  simulatedAliyun,
} from '../../../src/sandbox/aliyun/aliyun.ts';
import { readInbox } from '../../../src/sandbox/inbox.ts';
import { SIMULATED_TENCENT, simulatedTencent, TENCENT_PATH } from '../../../src/sandbox/tencent/account.ts';
import { tencentMessageRoutes } from '../../../src/sandbox/tencent/messages.ts';
import { createKeyRing, localRings } from '../../../src/server/keys.ts';
import { openOutbox } from '../../../src/server/outbox/outbox.ts';
import type { Attempt, Carrier, ReadyMessage } from '../../../src/server/ports/carrier.ts';
import { judge as judgeAliyun } from '../../../src/server/vendors/aliyun/judge.ts';
import { signature } from '../../../src/server/vendors/aliyun/sign.ts';
import { createAliyunSmsCarrier } from '../../../src/server/vendors/aliyun/sms.ts';
import { createAliyunVoiceCarrier } from '../../../src/server/vendors/aliyun/voice.ts';
import { judge as judgeTencent } from '../../../src/server/vendors/tencent/judge.ts';
import { createTencentSmsCarrier } from '../../../src/server/vendors/tencent/sms.ts';
import { createTencentVoiceCarrier } from '../../../src/server/vendors/tencent/voice.ts';
import { withDatabase } from '../database.ts';
import { FIXTURE_LINES } from './fixture.ts';
import { until } from './process.ts';

const database = withDatabase();
let cloud: FastifyInstance;
let origin = '';
beforeAll(async () => {
  cloud = fastify();
  tencentMessageRoutes(database.db)(cloud);
  aliyunRoutes(database.db)(cloud);
  origin = await cloud.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => cloud.close());

type Name = 'tencent sms' | 'tencent voice' | 'aliyun sms' | 'aliyun voice';
interface Changes {
  readonly secret?: string;
  readonly templates?: Readonly<Record<string, never>>;
  readonly base?: string;
}

function carrier(name: Name, { secret, templates, base }: Changes = {}): Carrier {
  const tencent = simulatedTencent(origin);
  const aliyun = simulatedAliyun(origin);
  const key = { secretId: SIMULATED_TENCENT.secretId, secretKey: secret ?? SIMULATED_TENCENT.secretKey };
  const ali = { keyId: SIMULATED_ALIYUN.keyId, keySecret: secret ?? SIMULATED_ALIYUN.keySecret };
  switch (name) {
    case 'tencent sms':
      return createTencentSmsCarrier({
        base: () => base ?? `${origin}${TENCENT_PATH}/sms`,
        key,
        region: 'ap-guangzhou',
        appId: SIMULATED_TENCENT.smsAppId,
        signs: { '*': 'Foyer' },
        templates: templates ?? tencent.smsTemplates ?? {},
      });
    case 'tencent voice':
      return createTencentVoiceCarrier({
        base: () => base ?? `${origin}${TENCENT_PATH}/vms`,
        key,
        region: 'ap-guangzhou',
        appId: SIMULATED_TENCENT.vmsAppId,
        templates: templates ?? tencent.vmsTemplates ?? {},
      });
    case 'aliyun sms':
      return createAliyunSmsCarrier({
        base: () => base ?? `${origin}${ALIYUN_PATH}/sms`,
        key: ali,
        signs: { '*': 'Foyer' },
        templates: templates ?? aliyun.smsTemplates ?? {},
      });
    case 'aliyun voice':
      return createAliyunVoiceCarrier({
        base: () => base ?? `${origin}${ALIYUN_PATH}/vms`,
        key: ali,
        templates: templates ?? aliyun.vmsTemplates ?? {},
      });
  }
}
const NAMES: readonly Name[] = ['tencent sms', 'tencent voice', 'aliyun sms', 'aliyun voice'];

let serial = 0;
/** A mainland number nobody had; its end may be one that fails. */
const number = (end?: string): string => {
  serial += 1;
  return end === undefined ? `+86139${String(10010100 + serial)}` : `+86139${String(1000 + serial)}${end}`;
};

function ready(to: string, template = 'code'): ReadyMessage {
  const [line] = FIXTURE_LINES;
  if (!line) throw new Error('No line.');
  const params = { brand: 'Alpha', minutes: 10, ...(template === 'code' ? { code: '012345' } : {}) };
  return { id: 'x', message: { channel: 'sms', to, template, params, line: 'alpha', language: 'zh' }, line, text: '' };
}
const carry = (name: Name, to: string, changes?: Changes, template?: string): Promise<Attempt> =>
  carrier(name, changes).carry(ready(to, template));

describe("Aliyun's signature", () => {
  test('the example of its manual of RPC interfaces', () => {
    expect(
      signature(
        'GET',
        {
          AccessKeyId: 'testid',
          Action: 'DescribeRegions',
          Format: 'XML',
          SignatureMethod: 'HMAC-SHA1',
          SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
          SignatureVersion: '1.0',
          Timestamp: '2016-02-23T12:46:24Z',
          Version: '2014-05-26',
        },
        'testsecret',
      ),
    ).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=');
  });

  test('the example of its manual of SMS', () => {
    expect(
      signature(
        'GET',
        {
          AccessKeyId: 'testId',
          Action: 'SendSms',
          Format: 'XML',
          OutId: '123',
          PhoneNumbers: '15300000001',
          RegionId: 'cn-hangzhou',
          SignName: '阿里云短信测试专用',
          Signature: 'whatever was there',
          SignatureMethod: 'HMAC-SHA1',
          SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
          SignatureVersion: '1.0',
          TemplateCode: 'SMS_71390007',
          TemplateParam: '{"customer":"test"}',
          Timestamp: '2017-07-12T02:42:19Z',
          Version: '2017-05-25',
        },
        'testSecret',
      ),
    ).toBe('zJDF+Lrzhj/ThnlvIToysFRq6t4=');
  });

  test('the stand-in works it out by itself, and forgives fifteen minutes', () => {
    const params = { AccessKeyId: SIMULATED_ALIYUN.keyId, Odd: "a b*c~d'(e)!", Timestamp: '2026-01-01T00:00:00Z' };
    const form = new URLSearchParams({ ...params, Signature: signature('POST', params, SIMULATED_ALIYUN.keySecret) });
    const now = Date.parse(params.Timestamp);
    expect(formFault(form, now + 14 * 60_000)).toBeUndefined();
    expect(formFault(form, now + 16 * 60_000)?.[0]).toBe('InvalidTimeStamp.Expired');
    form.set('Odd', 'other');
    expect(formFault(form, now)?.[0]).toBe('SignatureDoesNotMatch');
  });
});

describe.each(NAMES)('%s', (name) => {
  const channel = name.split(' ')[1];

  test('what goes well lands in the inbox of the line, with its code', async () => {
    const to = number();
    expect(await carry(name, to)).toEqual({ state: 'sent', code: 200 });
    const [message] = await readInbox(database.db, { to });
    // Digits that are read out have no language of their own.
    const language = name === 'tencent voice' ? 'en' : 'zh';
    expect(message).toMatchObject({ channel, recipient: to, line: 'alpha', code: '012345', language });
  });

  test('a message without a code goes by its template', async () => {
    const to = number();
    expect(await carry(name, to, {}, 'no-account')).toEqual({ state: 'sent', code: 200 });
    expect(await readInbox(database.db, { to })).toMatchObject([
      { code: null, text: expect.stringContaining('Alpha') },
    ]);
  });

  test.each([
    ['0030', { state: 'refused', reason: 'frequently' }],
    ['0024', { state: 'refused', reason: 'limit' }],
    ['0099', { state: 'refused', reason: 'low-safe' }],
    ['0040', { state: 'refused' }],
    ['0041', { state: 'refused' }],
    ['0050', { state: 'retry', misconfigured: true }],
    ['0051', { state: 'retry', misconfigured: true }],
    ['0052', { state: 'retry', misconfigured: true }],
    ['0053', { state: 'retry' }],
  ])('a number that ends in %s', async (end, expected) => {
    const attempt = await carry(name, number(end));
    expect(attempt).toEqual({ code: 500, detail: expect.any(String), ...expected });
  });

  test('twice within half a minute is too often', async () => {
    const to = number();
    await carry(name, to);
    expect(await carry(name, to)).toMatchObject({ state: 'refused', reason: 'frequently' });
  });

  test('a wrong secret waits for the operator', async () => {
    expect(await carry(name, number(), { secret: 'other' })).toMatchObject({
      state: 'retry',
      misconfigured: true,
      detail: expect.stringMatching(/Signature/),
    });
  });

  test('a message without a template waits for the operator, and nobody is called', async () => {
    const attempt = await carry(name, number(), { templates: {}, base: 'http://127.0.0.1:9' }, 'no-account');
    expect(attempt).toMatchObject({ state: 'retry', misconfigured: true, detail: 'no template for no-account.zh' });
  });

  test('nobody there is an exception, which the outbox takes for later', async () => {
    await expect(carry(name, number(), { base: 'http://127.0.0.1:9' })).rejects.toThrow();
  });
});

test('the outbox keeps why a number was refused, and what waits for the operator', async () => {
  const tried: string[] = [];
  const sms = carrier('tencent sms');
  const outbox = await openOutbox({
    db: database.db,
    keys: createKeyRing(localRings(mkdtempSync(join(tmpdir(), 'foyer-keys-')))),
    carriers: { email: sms, sms, voice: sms },
    line: (name) => FIXTURE_LINES.find((line) => line.name === name),
    onAttempt: ({ state, detail, misconfigured }) => tried.push(`${state} ${detail} ${misconfigured === true}`),
    pollMilliseconds: 20,
  });
  outbox.start();
  const send = async (to: string): Promise<string> => {
    const { message } = ready(to);
    const { id } = await database.db.transaction((sql) => outbox.send(sql, message));
    await until(async () => ((await outbox.delivery(database.db, id))?.code ?? null) !== null);
    return id;
  };
  expect(await outbox.delivery(database.db, await send(number('0099')))).toEqual({
    state: 'refused',
    code: 500,
    reason: 'low-safe',
  });
  expect(await outbox.delivery(database.db, await send(number('0050')))).toEqual({ state: 'owed', code: 500 });
  expect(await outbox.delivery(database.db, await send(number()))).toEqual({ state: 'sent', code: 200 });
  expect(tried).toEqual([
    'refused FailedOperation.PhoneNumberInBlacklist false',
    'retry FailedOperation.InsufficientBalanceInSmsPackage true',
    'sent undefined false',
  ]);
  await outbox.stop();
});

test('a number that has the very same message already says nothing; a code it did not get is told', async () => {
  const limited = fastify();
  limited.post('/', async () => ({
    Response: { SendStatusSet: [{ Code: 'LimitExceeded.PhoneNumberSameContentDailyLimit' }], RequestId: 'r' },
  }));
  const base = await limited.listen({ port: 0, host: '127.0.0.1' });
  expect(await carry('tencent sms', number(), { base }, 'no-account')).toMatchObject({ state: 'sent', code: 200 });
  expect(await carry('tencent sms', number(), { base })).toMatchObject({ state: 'refused', reason: 'limit' });
  await limited.close();
});

test('numbers abroad: SMS carry them, calls of Tencent do not', async () => {
  const abroad = '+4915112345678';
  expect(await carry('tencent sms', abroad)).toMatchObject({ state: 'sent' });
  expect(await carry('aliyun sms', abroad)).toMatchObject({ state: 'sent' });
  expect(await readInbox(database.db, { to: abroad })).toHaveLength(2);
  expect(await carry('tencent voice', abroad)).toMatchObject({ state: 'refused' });
});

test.each<[string, Partial<Attempt>]>([
  ['LimitExceeded.PhoneNumberThirtySecondLimit', { reason: 'frequently' }],
  ['LimitExceeded.PhoneNumberOneHourLimit', { reason: 'frequently' }],
  ['LimitExceeded.DeliveryFrequencyLimit', { reason: 'frequently' }],
  ['LimitExceeded.PhoneNumberDailyLimit', { reason: 'limit' }],
  ['LimitExceeded.PhoneNumberSameContentDailyLimit', { reason: 'limit' }],
  ['LimitExceeded.AppDailyLimit', { reason: 'limit' }],
  ['FailedOperation.PhoneNumberInBlacklist', { reason: 'low-safe' }],
  ['FailedOperation.InsufficientBalanceInSmsPackage', { state: 'retry', misconfigured: true }],
  ['FailedOperation.SignatureIncorrectOrUnapproved', { state: 'retry', misconfigured: true }],
  ['FailedOperation.TemplateIncorrectOrUnapproved', { state: 'retry', misconfigured: true }],
  ['AuthFailure.SignatureExpire', { state: 'retry', misconfigured: true }],
  ['UnsupportedOperation.UnsupportedRegion', { state: 'refused' }],
  ['InvalidParameterValue.IncorrectPhoneNumber', { state: 'refused' }],
  ['InternalError.Timeout', { state: 'retry' }],
  ['RequestLimitExceeded', { state: 'retry' }],
  ['Something.New', { state: 'refused' }],
])("Tencent's %s", (code, expected) => {
  expect(judgeTencent(code)).toMatchObject(expected);
});

test.each<[string, string, Partial<Attempt>]>([
  ['isv.BUSINESS_LIMIT_CONTROL', '触发小时级流控Permits:5', { reason: 'frequently' }],
  ['isv.BUSINESS_LIMIT_CONTROL', '触发天级流控Permits:10', { reason: 'limit' }],
  ['isv.DAY_LIMIT_CONTROL', '', { reason: 'limit' }],
  ['isv.MOBILE_NUMBER_ILLEGAL', '', { state: 'refused' }],
  ['isv.DOMESTIC_NUMBER_NOT_SUPPORTED', '', { state: 'refused' }],
  ['isv.SMS_SIGNATURE_SCENE_ILLEGAL', '', { state: 'retry', misconfigured: true }],
  ['isv.OUT_OF_SERVICE', '', { state: 'retry', misconfigured: true }],
  ['isp.RAM_PERMISSION_DENY', '', { state: 'retry', misconfigured: true }],
  ['Throttling.User', '', { state: 'retry' }],
])("Aliyun's %s (%s)", (code, message, expected) => {
  expect(judgeAliyun(code, message)).toMatchObject(expected);
});
