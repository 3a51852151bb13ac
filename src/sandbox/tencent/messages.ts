/** Stands in for Tencent's SMS and voice interfaces; what goes well lands in the inbox. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../server/types.ts';
import { deliver, type Mishap } from '../sending.ts';
import { SIMULATED_TENCENT, simulatedTemplates, TENCENT_PATH } from './account.ts';
import { fault, registerTencentApi } from './api.ts';

const CODES: Readonly<Record<Mishap, readonly [code: string, message: string]>> = {
  often: [
    'LimitExceeded.PhoneNumberThirtySecondLimit',
    'the number of sms messages sent from a single mobile number within 30 seconds exceeds the upper limit',
  ],
  daily: [
    'LimitExceeded.PhoneNumberDailyLimit',
    'the number of sms messages sent from a single mobile number every day exceeds the upper limit',
  ],
  blacklisted: ['FailedOperation.PhoneNumberInBlacklist', 'mobile number in blacklist'],
  region: ['UnsupportedOperation.UnsupportedRegion', 'unsupported region'],
  number: ['InvalidParameterValue.IncorrectPhoneNumber', 'incorrect phone number'],
  balance: ['FailedOperation.InsufficientBalanceInSmsPackage', 'insufficient balance in sms package'],
  signature: ['FailedOperation.SignatureIncorrectOrUnapproved', 'signature is incorrect or unapproved'],
  template: ['FailedOperation.TemplateIncorrectOrUnapproved', 'template is incorrect or unapproved'],
  trouble: ['InternalError.Timeout', 'request timeout'],
};

const known = (prefix: string, id: unknown) =>
  Object.values(simulatedTemplates(prefix)).find((template) => template.id === id);

interface Written {
  readonly text: string;
  readonly language: string;
  readonly code: string | undefined;
}

/** The text that a template makes, its language, and the code in it. */
function written(prefix: string, id: unknown, params: unknown): Written | undefined {
  const template = known(prefix, id);
  if (!template || !Array.isArray(params) || params.length !== template.params.length) return undefined;
  const pairs = template.params.map((name, index) => [name, String(params[index])] as const);
  return {
    text: `${template.id}: ${pairs.map(([name, value]) => `${name} ${value}`).join(', ')}`,
    language: template.id.slice(-2),
    code: pairs.find(([name]) => name === 'code')?.[1],
  };
}

export function tencentMessageRoutes(db: Database): (app: FastifyInstance) => void {
  const call = async (body: Readonly<Record<string, unknown>>, made: Written): Promise<object> => {
    const { CalledNumber, VoiceSdkAppid, SessionContext } = body;
    if (VoiceSdkAppid !== SIMULATED_TENCENT.vmsAppId)
      return fault('InvalidParameterValue.SdkAppidIsInvalid', 'the sdkappid is invalid');
    const number = String(CalledNumber);
    if (!/^\+86\d{11}$/.test(number))
      return fault('InvalidParameterValue.CalledNumberVerifyFail', 'the called number is not supported');
    const mishap = await deliver(db, {
      cloud: 'tencent',
      channel: 'voice',
      number,
      line: String(SessionContext),
      ...made,
    });
    if (mishap) return fault(...CODES[mishap]);
    return { SendStatus: { CallId: randomUUID(), SessionContext } };
  };

  return (app) => {
    registerTencentApi(app, {
      path: `${TENCENT_PATH}/sms`,
      service: 'sms',
      version: '2021-01-11',
      actions: {
        async SendSms(body, request) {
          const { SmsSdkAppId, SignName, TemplateId, TemplateParamSet, PhoneNumberSet, SessionContext } = body;
          if (!request.headers['x-tc-region']) return fault('MissingParameter', 'The region is missing.');
          if (SmsSdkAppId !== SIMULATED_TENCENT.smsAppId)
            return fault('UnauthorizedOperation.SmsSdkAppIdVerifyFail', 'SmsSdkAppId verify fail');
          const numbers = Array.isArray(PhoneNumberSet) ? PhoneNumberSet.map(String) : [];
          const made = written('sms', TemplateId, TemplateParamSet);
          // Every number has a state of its own, and the call went well all the same.
          const SendStatusSet = await Promise.all(
            numbers.map(async (number) => {
              let mishap: Mishap | undefined;
              if (!made) mishap = 'template';
              else if (typeof SignName !== 'string' || SignName === '') mishap = 'signature';
              else if (!/^\+[1-9]\d{5,14}$/.test(number)) mishap = 'number';
              else
                mishap = await deliver(db, {
                  cloud: 'tencent',
                  channel: 'sms',
                  number,
                  line: String(SessionContext),
                  ...made,
                  text: `[${SignName}] ${made.text}`,
                });
              const [Code, Message] = mishap ? CODES[mishap] : ['Ok', 'send success'];
              return {
                SerialNo: mishap ? '' : randomUUID(),
                PhoneNumber: number,
                Fee: mishap ? 0 : 1,
                SessionContext,
                Code,
                Message,
                IsoCode: number.startsWith('+86') ? 'CN' : '',
              };
            }),
          );
          return { SendStatusSet };
        },
      },
    });

    registerTencentApi(app, {
      path: `${TENCENT_PATH}/vms`,
      service: 'vms',
      version: '2020-09-02',
      actions: {
        async SendCodeVoice(body) {
          const code = String(body.CodeMessage);
          if (!/^\d{1,20}$/.test(code)) return fault('InvalidParameterValue.ContentLengthLimit', 'digits only');
          return call(body, { text: `Your code is ${[...code].join(' ')}.`, language: 'en', code });
        },
        async SendTtsVoice(body) {
          const made = written('tts', body.TemplateId, body.TemplateParamSet);
          if (!made) return fault(...CODES.template);
          return call(body, made);
        },
      },
    });
  };
}
