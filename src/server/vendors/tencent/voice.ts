/** Calls over Tencent Cloud (VMS 2020-09-02): a code is read out digit by digit, anything else by an approved template. */

import type { Attempt, Carrier, CloudTemplates, ReadyMessage } from '../../ports/carrier.ts';
import { CARRY_MILLISECONDS, fill, retry, SENT } from '../cloud.ts';
import { callTencent, TencentCloudError } from './call.ts';
import { judge } from './judge.ts';
import type { TencentKey } from './sign.ts';

/** How often a call says it. */
const PLAY_TIMES = 2;

export interface TencentVoiceOptions {
  readonly base: () => string;
  readonly key: TencentKey;
  readonly region: string;
  readonly appId: string;
  readonly templates: CloudTemplates;
}

export function createTencentVoiceCarrier(options: TencentVoiceOptions): Carrier {
  /** Action and what it says; an attempt that tells what is missing otherwise. */
  function said(ready: ReadyMessage): { action: string; body: Readonly<Record<string, unknown>> } | Attempt {
    const { code } = ready.message.params;
    if (code !== undefined && /^\d{1,20}$/.test(String(code)))
      return { action: 'SendCodeVoice', body: { CodeMessage: String(code) } };
    const filled = fill(options.templates, ready);
    if ('state' in filled) return filled;
    return {
      action: 'SendTtsVoice',
      body: { TemplateId: filled.id, TemplateParamSet: filled.values.map(([, value]) => value) },
    };
  }
  return {
    async carry(ready): Promise<Attempt> {
      const { to, line } = ready.message;
      const what = said(ready);
      if ('state' in what) return what;
      try {
        const { SendStatus } = await callTencent({
          base: options.base(),
          service: 'vms',
          action: what.action,
          version: '2020-09-02',
          region: options.region,
          key: options.key,
          body: {
            ...what.body,
            CalledNumber: to,
            VoiceSdkAppid: options.appId,
            PlayTimes: PLAY_TIMES,
            SessionContext: line,
          },
          milliseconds: CARRY_MILLISECONDS,
        });
        return (SendStatus as { CallId?: unknown } | undefined)?.CallId ? SENT : retry('no CallId');
      } catch (error) {
        if (error instanceof TencentCloudError) return judge(error.code);
        throw error;
      }
    },
  };
}
