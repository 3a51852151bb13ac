/** Tencent's captcha: its script draws the puzzle and gives a ticket, which only `captcha.ts` can tell from a made-up one. */
import type { FrameKind } from '../../ports/embed.ts';
import { relayOf } from '../relay.ts';

/** Hosts of the captcha's parts, of its pictures and of its own inner frame. */
const PARTS = [
  'https://*.captcha.qcloud.com',
  'https://*.captcha.gtimg.com',
  'https://captcha.gtimg.com',
  'https://*.captcha.qq.com',
];

const captchaFrame: FrameKind = {
  relay: relayOf(import.meta.url, 'tencent-captcha'),
  params: { language: /^[a-z]{2}(-[A-Z]{2})?$/ },
  content({ line, deps, own }) {
    const { captcha } = line.line;
    const account = captcha.provider === 'tencent' ? deps.captchas.tencent : undefined;
    if (account === undefined) return undefined;
    return {
      script: account.script(line.line.zone, own),
      opens: {
        script: PARTS,
        connect: PARTS,
        img: [...PARTS, 'data:', 'blob:'],
        style: [...PARTS, "'unsafe-inline'"],
        font: PARTS,
        frame: PARTS,
      },
      sandbox: ['allow-scripts', 'allow-forms', 'allow-popups'],
      values: { appId: account.appId, onOutage: captcha.onOutage ?? 'deny' },
    };
  },
};

export const embeds = { 'tencent-captcha': captchaFrame };
