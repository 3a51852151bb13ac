/**
 * Every frame for a script of others, by its name in `/foyer/frames/<name>`. The relay of each is `relays/<name>.js`: a plain
 * script that loads the other one and tells the page what becomes of it. See docs/server.md.
 */
import { googleFrame } from './google.ts';
import { dingtalkFrame, wechatFrame } from './providers.ts';
import { qqCallbackFrame, qqFrame } from './qq.ts';
import { tencentCaptchaFrame } from './tencent-captcha.ts';
import type { FrameKind } from './types.ts';

export const FRAMES: Readonly<Record<string, FrameKind>> = {
  'tencent-captcha': tencentCaptchaFrame,
  wechat: wechatFrame,
  dingtalk: dingtalkFrame,
  google: googleFrame,
  qq: qqFrame,
  'qq-callback': qqCallbackFrame,
};
