/** SMS over Tencent Cloud (SendSms 2021-01-11). One number a call: its own failure stands inside an answer that went well. */

import type { Attempt, Carrier, CloudTemplates, Signs } from '../../ports/carrier.ts';
import { CARRY_MILLISECONDS, fill, misconfigured, retry, SENT, signOf } from '../cloud.ts';
import { callTencent, TencentCloudError } from './call.ts';
import { judge } from './judge.ts';
import type { TencentKey } from './sign.ts';

const SAME_CONTENT = /SameContent/;

export interface TencentSmsOptions {
  /** Base address, asked for at each attempt. */
  readonly base: () => string;
  readonly key: TencentKey;
  readonly region: string;
  readonly appId: string;
  readonly signs: Signs;
  readonly templates: CloudTemplates;
}

export function createTencentSmsCarrier(options: TencentSmsOptions): Carrier {
  return {
    async carry(ready): Promise<Attempt> {
      const { to, line } = ready.message;
      const filled = fill(options.templates, ready);
      if ('state' in filled) return filled;
      const sign = signOf(options.signs, line);
      if (sign === undefined) return misconfigured(`no signature for ${line}`);
      try {
        const { SendStatusSet } = await callTencent({
          base: options.base(),
          service: 'sms',
          action: 'SendSms',
          version: '2021-01-11',
          region: options.region,
          key: options.key,
          body: {
            SmsSdkAppId: options.appId,
            SignName: sign,
            TemplateId: filled.id,
            TemplateParamSet: filled.values.map(([, value]) => value),
            PhoneNumberSet: [to],
            SessionContext: line,
          },
          milliseconds: CARRY_MILLISECONDS,
        });
        const [status] = (Array.isArray(SendStatusSet) ? SendStatusSet : []) as { Code?: unknown }[];
        if (typeof status?.Code !== 'string') return retry('no SendStatusSet');
        // Only a message that says the same to everybody can meet this: the number has it already. Told apart, it would tell phones
        // without an account, which get such messages, from those with one, whose codes differ.
        if (SAME_CONTENT.test(status.Code) && ready.message.params.code === undefined)
          return { ...SENT, detail: status.Code };
        return judge(status.Code);
      } catch (error) {
        if (error instanceof TencentCloudError) return judge(error.code);
        throw error;
      }
    },
  };
}
