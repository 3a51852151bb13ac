/** Stands in for Aliyun's SMS and voice interfaces; what goes well lands in the inbox. */
import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../server/types.ts';
import type { AliyunSettings } from '../../server/vendors/aliyun/settings.ts';
import { deliver, type Mishap } from '../sending.ts';
import { simulatedTemplates } from '../tencent/account.ts';

export const ALIYUN_PATH = '/simulators/aliyun';
export const SIMULATED_ALIYUN = { keyId: 'LTAIsimulated', keySecret: 'simulatedsecretsimulatedsecret' } as const;

/** Settings of a server that speaks to the stand-ins at its own origin. */
export function simulatedAliyun(origin: string): Partial<AliyunSettings> {
  return {
    keyId: SIMULATED_ALIYUN.keyId,
    keySecret: SIMULATED_ALIYUN.keySecret,
    sms: `${origin}${ALIYUN_PATH}/sms`,
    smsSigns: { '*': 'Simulator' },
    smsTemplates: simulatedTemplates('SMS'),
    vms: `${origin}${ALIYUN_PATH}/vms`,
    vmsTemplates: simulatedTemplates('TTS'),
  };
}

type Refusal = readonly [code: string, message: string];

const CODES: Readonly<Record<Mishap, Refusal>> = {
  often: ['isv.BUSINESS_LIMIT_CONTROL', '触发分钟级流控Permits:1'],
  daily: ['isv.BUSINESS_LIMIT_CONTROL', '触发天级流控Permits:10'],
  blacklisted: ['isv.MOBILE_IN_BLACKLIST', '号码在黑名单中'],
  region: ['isv.DOMESTIC_NUMBER_NOT_SUPPORTED', '国际/港澳台消息模板不支持发送境内号码'],
  number: ['isv.MOBILE_NUMBER_ILLEGAL', '非法手机号'],
  balance: ['isv.AMOUNT_NOT_ENOUGH', '账户余额不足'],
  signature: ['isv.SMS_SIGNATURE_ILLEGAL', '该账号下找不到对应签名'],
  template: ['isv.SMS_TEMPLATE_ILLEGAL', '该账号下找不到对应模板'],
  trouble: ['isp.SYSTEM_ERROR', '系统错误'],
};

const SKEW = 15 * 60_000;

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** Worked out from the form that came, as the service does. */
export function formFault(form: URLSearchParams, now = Date.now()): Refusal | undefined {
  if (form.get('AccessKeyId') !== SIMULATED_ALIYUN.keyId)
    return ['InvalidAccessKeyId.NotFound', 'Specified access key is not found.'];
  if (!(Math.abs(now - Date.parse(form.get('Timestamp') ?? '')) <= SKEW))
    return ['InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.'];
  const pairs = [...form].filter(([name]) => name !== 'Signature').sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `POST&%2F&${encode(pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'))}`;
  const own = createHmac('sha1', `${SIMULATED_ALIYUN.keySecret}&`).update(text).digest('base64');
  return own === form.get('Signature')
    ? undefined
    : ['SignatureDoesNotMatch', 'Specified signature is not matched with our calculation.'];
}

export function aliyunRoutes(db: Database): (app: FastifyInstance) => void {
  const nonces = new Set<string>();

  async function send(channel: 'sms' | 'voice', form: URLSearchParams): Promise<Refusal | undefined> {
    const [action, numberName, idName, paramName, prefix] =
      channel === 'sms'
        ? ['SendSms', 'PhoneNumbers', 'TemplateCode', 'TemplateParam', 'SMS']
        : ['SingleCallByTts', 'CalledNumber', 'TtsCode', 'TtsParam', 'TTS'];
    if (form.get('Action') !== action) return ['InvalidAction.NotFound', 'Specified api is not found.'];
    if (form.get('Version') !== '2017-05-25') return ['InvalidVersion', 'Specified parameter Version is not valid.'];
    if (channel === 'sms' && !form.get('SignName')) return CODES.signature;
    const template = Object.values(simulatedTemplates(prefix)).find(({ id }) => id === form.get(idName));
    const params = JSON.parse(form.get(paramName) ?? '{}') as Record<string, unknown>;
    if (!template) return CODES.template;
    if (template.params.some((name) => typeof params[name] !== 'string'))
      return ['isv.TEMPLATE_MISSING_PARAMETERS', '模板缺少变量'];
    const given = form.get(numberName) ?? '';
    if (!/^(1\d{10}|[1-9]\d{6,14})$/.test(given)) return CODES.number;
    const mishap = await deliver(db, {
      cloud: 'aliyun',
      channel,
      number: /^1\d{10}$/.test(given) ? `+86${given}` : `+${given}`,
      line: form.get('OutId') ?? '',
      language: template.id.slice(-2),
      text: `${template.id}: ${template.params.map((name) => `${name} ${params[name]}`).join(', ')}`,
      code: typeof params.code === 'string' ? params.code : undefined,
    });
    return mishap && CODES[mishap];
  }

  return (app) =>
    void app.register(async (scope) => {
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, new URLSearchParams(String(body))),
      );
      for (const [path, channel] of [
        ['sms', 'sms'],
        ['vms', 'voice'],
      ] as const) {
        scope.post(`${ALIYUN_PATH}/${path}`, async (request, reply) => {
          const RequestId = randomUUID().toUpperCase();
          const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
          const nonce = form.get('SignatureNonce') ?? '';
          const unsigned: Refusal | undefined =
            formFault(form) ??
            (nonces.has(nonce) ? ['SignatureNonceUsed', 'Specified signature nonce was used already.'] : undefined);
          nonces.add(nonce);
          if (unsigned)
            return reply
              .status(400)
              .send({ RequestId, HostId: request.headers.host, Code: unsigned[0], Message: unsigned[1] });
          const refusal = await send(channel, form);
          if (refusal) return { RequestId, Code: refusal[0], Message: refusal[1] };
          const id = channel === 'sms' ? { BizId: randomUUID() } : { CallId: randomUUID() };
          return { ...id, RequestId, Code: 'OK', Message: 'OK' };
        });
      }
    });
}
