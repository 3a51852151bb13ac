/** Aliyun: SMS and spoken codes. */
import type { Opening, Vendor } from '../../ports/vendor.ts';
import { opened } from '../opened.ts';
import { type AliyunSettings, settings } from './settings.ts';
import { createAliyunSmsCarrier } from './sms.ts';
import { createAliyunVoiceCarrier } from './voice.ts';

function account(opening: Opening<AliyunSettings>) {
  const { values, at } = opened(opening, opening.own.keyId !== undefined);
  const { keyId = '', keySecret = '' } = values;
  return { values, at, key: { keyId, keySecret } };
}

export const aliyun: Vendor<AliyunSettings> = {
  name: 'aliyun',
  settings,
  carriers: {
    sms: {
      open(opening) {
        const { values, at, key } = account(opening);
        const { smsSigns: signs = {}, smsTemplates: templates = {} } = values;
        return createAliyunSmsCarrier({ key, base: () => at('sms'), signs, templates });
      },
      templates: {
        setting: settings.list.smsTemplates.name,
        of: ({ smsTemplates }) => smsTemplates,
      },
    },
    voice: {
      open(opening) {
        const { values, at, key } = account(opening);
        const { vmsNumber: number, vmsTemplates: templates = {} } = values;
        return createAliyunVoiceCarrier({
          key,
          base: () => at('vms'),
          templates,
          ...(number === undefined ? {} : { number }),
        });
      },
      templates: {
        setting: settings.list.vmsTemplates.name,
        of: ({ vmsTemplates }) => vmsTemplates,
      },
    },
  },
};
