/** Tencent's captcha: its script draws the puzzle and gives a ticket, which only `captcha/tencent.ts` can tell from a made-up one. */
import type { FrameKind } from '../../ports/embed.ts';

/** Hosts of the captcha's parts, of its pictures and of its own inner frame. */
const PARTS = [
  'https://*.captcha.qcloud.com',
  'https://*.captcha.gtimg.com',
  'https://captcha.gtimg.com',
  'https://*.captcha.qq.com',
];

export const tencentCaptchaFrame: FrameKind = {
  params: { language: /^[a-z]{2}(-[A-Z]{2})?$/ },
  content({ line, parts, own }) {
    const { tencentCaptcha } = parts;
    const { captcha } = line.line;
    if (captcha.provider !== 'tencent' || tencentCaptcha === undefined) return undefined;
    return {
      script: tencentCaptcha.script(line.line.zone, own),
      opens: {
        script: PARTS,
        connect: PARTS,
        img: [...PARTS, 'data:', 'blob:'],
        style: [...PARTS, "'unsafe-inline'"],
        font: PARTS,
        frame: PARTS,
      },
      sandbox: ['allow-scripts', 'allow-forms', 'allow-popups'],
      values: { appId: tencentCaptcha.appId, onOutage: captcha.onOutage ?? 'deny' },
    };
  },
};
