/** Tencent's captcha: its script draws the puzzle and gives a ticket, which only `captcha/tencent.ts` can tell from a made-up one. */
import type { FrameKind } from './types.ts';

/** Hosts of the captcha's pictures and of its own inner frame. */
const PICTURES = ['https://*.captcha.qcloud.com', 'https://*.captcha.gtimg.com'];

export const tencentCaptchaFrame: FrameKind = {
  params: { language: /^[a-z]{2}$/ },
  content({ line, parts, own }) {
    const { tencentCaptcha } = parts;
    const { captcha } = line.line;
    if (captcha.provider !== 'tencent' || tencentCaptcha === undefined) return undefined;
    return {
      script: tencentCaptcha.script(line.line.zone, own),
      opens: {
        script: PICTURES,
        connect: PICTURES,
        img: [...PICTURES, 'data:', 'blob:'],
        style: [...PICTURES, "'unsafe-inline'"],
        font: PICTURES,
        frame: PICTURES,
      },
      sandbox: ['allow-scripts', 'allow-forms', 'allow-popups'],
      values: { appId: tencentCaptcha.appId, onOutage: captcha.onOutage ?? 'deny' },
    };
  },
};
