/** SMS over Aliyun (Dysmsapi 2017-05-25, SendSms). */

import type { Attempt, Carrier, CloudTemplates, Signs } from '../../ports/carrier.ts';
import { CARRY_MILLISECONDS, fill, misconfigured, signOf } from '../cloud.ts';
import { type AliyunKey, callAliyun } from './call.ts';
import { judge } from './judge.ts';

export interface AliyunSmsOptions {
  /** Base address, asked for at each attempt. */
  readonly base: () => string;
  readonly key: AliyunKey;
  readonly signs: Signs;
  readonly templates: CloudTemplates;
}

/** Numbers of the mainland go without their country code, all others without the plus. */
export const aliyunNumber = (to: string): string => to.replace(/^\+(86)?/, '');

export function createAliyunSmsCarrier({ base, key, signs, templates }: AliyunSmsOptions): Carrier {
  return {
    async carry(ready): Promise<Attempt> {
      const { to, line } = ready.message;
      const filled = fill(templates, ready);
      if ('state' in filled) return filled;
      const sign = signOf(signs, line);
      if (sign === undefined) return misconfigured(`no signature for ${line}`);
      const { code, message } = await callAliyun({
        base: base(),
        action: 'SendSms',
        version: '2017-05-25',
        key,
        params: {
          PhoneNumbers: aliyunNumber(to),
          SignName: sign,
          TemplateCode: filled.id,
          TemplateParam: JSON.stringify(Object.fromEntries(filled.values)),
          OutId: line,
        },
        milliseconds: CARRY_MILLISECONDS,
      });
      return judge(code, message);
    },
  };
}
