/** Tencent Cloud: a captcha, SMS and spoken codes. */
import type { Opening, Vendor } from '../../ports/vendor.ts';
import { opened } from '../opened.ts';
import { createTencentCaptcha } from './captcha.ts';
import { embeds } from './embed.ts';
import { settings, type TencentSettings } from './settings.ts';
import { createTencentSmsCarrier } from './sms.ts';
import { createTencentVoiceCarrier } from './voice.ts';

const SCRIPTS = {
  domestic: 'https://turing.captcha.qcloud.com/TJCaptcha.js',
  overseas: 'https://ca.turing.captcha.qcloud.com/TJNCaptcha-global.js',
} as const;

const isCode = (message: string): boolean => message.startsWith('code.');

function account(opening: Opening<TencentSettings>) {
  const { values, at } = opened(opening, opening.own.secretId !== undefined);
  const { secretId = '', secretKey = '', region } = values;
  return { values, at, common: { key: { secretId, secretKey }, region } };
}

export const tencent: Vendor<TencentSettings> = {
  name: 'tencent',
  settings,
  embeds,
  captcha(opening) {
    const { own, logger } = opening;
    const { values, at, from } = opened(opening, own.captchaAppId !== undefined);
    const { captchaAppId: appId, captchaAppSecret: appSecret, secretId, secretKey } = values;
    if (!appId || !appSecret || !secretId || !secretKey) return undefined;
    return createTencentCaptcha({
      appId,
      appSecret,
      key: { secretId, secretKey },
      base: () => at('captcha'),
      script: (zone, origin) => from(origin, 'captchaScript') ?? SCRIPTS[zone],
      onTrouble: ({ verdict, code }) =>
        logger[verdict === 'outage' ? 'error' : 'info']({ verdict, answer: code }, "a ticket of Tencent's captcha"),
    });
  },
  carriers: {
    sms: {
      open(opening) {
        const { values, at, common } = account(opening);
        const { smsAppId: appId = '', smsSigns: signs = {}, smsTemplates: templates = {} } = values;
        return createTencentSmsCarrier({ ...common, base: () => at('sms'), appId, signs, templates });
      },
      templates: {
        setting: settings.list.smsTemplates.name,
        of: ({ smsTemplates }) => smsTemplates,
      },
    },
    voice: {
      open(opening) {
        const { values, at, common } = account(opening);
        const { vmsAppId: appId = '', vmsTemplates: templates = {} } = values;
        return createTencentVoiceCarrier({ ...common, base: () => at('vms'), appId, templates });
      },
      templates: {
        setting: settings.list.vmsTemplates.name,
        of: ({ vmsTemplates }) => vmsTemplates,
        // Codes are read out without one.
        needs: (message) => !isCode(message),
      },
    },
  },
};
