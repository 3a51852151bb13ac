/** Calls over Aliyun (Dyvmsapi 2017-05-25, SingleCallByTts): always by an approved template. */

import type { Attempt, Carrier, CloudTemplates } from '../../ports/carrier.ts';
import { CARRY_MILLISECONDS, fill } from '../cloud.ts';
import { type AliyunKey, callAliyun } from './call.ts';
import { judge } from './judge.ts';
import { aliyunNumber } from './sms.ts';

const PLAY_TIMES = '2';
/** Longest OutId of this interface. */
const OUT_ID = 15;

export interface AliyunVoiceOptions {
  readonly base: () => string;
  readonly key: AliyunKey;
  readonly templates: CloudTemplates;
  /** Number that the call shows; one of Aliyun's own without it. */
  readonly number?: string;
}

export function createAliyunVoiceCarrier({ base, key, templates, number }: AliyunVoiceOptions): Carrier {
  return {
    async carry(ready): Promise<Attempt> {
      const { to, line } = ready.message;
      const filled = fill(templates, ready);
      if ('state' in filled) return filled;
      const { code, message } = await callAliyun({
        base: base(),
        action: 'SingleCallByTts',
        version: '2017-05-25',
        key,
        params: {
          CalledNumber: aliyunNumber(to),
          TtsCode: filled.id,
          TtsParam: JSON.stringify(Object.fromEntries(filled.values)),
          PlayTimes: PLAY_TIMES,
          OutId: line.slice(0, OUT_ID),
          ...(number === undefined ? {} : { CalledShowNumber: number }),
        },
        milliseconds: CARRY_MILLISECONDS,
      });
      return judge(code, message);
    },
  };
}
