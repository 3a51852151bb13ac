/**
 * Every frame for a script of others, by its name in `/foyer/frames/<name>`. The relay of each is `relays/<name>.js`: a plain
 * script that loads the other one and tells the page what becomes of it. See docs/server.md.
 */
import { googleFrame } from '../vendors/google/embed.ts';
import { dingtalkFrame, wechatFrame } from '../vendors/scan-embed.ts';
import { qqCallbackFrame, qqFrame } from '../vendors/qq/embed.ts';
import { tencentCaptchaFrame } from '../vendors/tencent/embed.ts';
import type { FrameKind } from '../ports/embed.ts';

export const FRAMES: Readonly<Record<string, FrameKind>> = {
  'tencent-captcha': tencentCaptchaFrame,
  wechat: wechatFrame,
  dingtalk: dingtalkFrame,
  google: googleFrame,
  qq: qqFrame,
  'qq-callback': qqCallbackFrame,
};
