/** What stands in for each vendor. One more is its folder and its lines here. */
import type { FastifyInstance } from 'fastify';
import type { StandIn } from '../server/ports/vendor.ts';
import type { SimulatedProvider } from '../server/third-party/wiring.ts';
import type { Database } from '../server/types.ts';
import { aliyunRoutes, simulatedAliyun } from './aliyun/aliyun.ts';
import { APPLE, appleRoutes } from './apple/apple.ts';
import { baiduRoutes, simulatedBaidu } from './baidu/baidu.ts';
import { DINGTALK, dingtalkRoutes } from './dingtalk/dingtalk.ts';
import { dingtalkFrameRoutes } from './dingtalk/frame.ts';
import { googleButtonRoutes } from './google/button.ts';
import { GOOGLE, googleRoutes } from './google/google.ts';
import { OPENID, openidRoutes, simulatedOpenId } from './openid-connect/openid-connect.ts';
import { QQ, qqRoutes } from './qq/qq.ts';
import { realNameRoutes } from './real-name/real-name.ts';
import { simulatedTencent } from './tencent/account.ts';
import { tencentCaptchaRoutes } from './tencent/captcha.ts';
import { tencentMessageRoutes } from './tencent/messages.ts';
import { simulatedWechatPhone, simulatedWechatPlatform, wechatPlatformRoutes } from './wechat/platform.ts';
import { WECHAT, wechatRoutes } from './wechat/wechat.ts';

/** By id of provider. */
const PROVIDERS: Readonly<Record<string, SimulatedProvider>> = {
  wechat: WECHAT,
  qq: QQ,
  google: GOOGLE,
  apple: APPLE,
  dingtalk: DINGTALK,
};

/** What stands in for a provider: its own simulator, or the one of all that speak OpenID Connect. */
export const standInOf = (id: string, adapter: string): SimulatedProvider | undefined =>
  PROVIDERS[id] ?? (adapter === OPENID ? simulatedOpenId(id) : undefined);

/** By name of vendor. */
export const VENDOR_STAND_INS: Readonly<Record<string, StandIn<object>>> = {
  tencent: { settings: simulatedTencent },
  aliyun: { settings: simulatedAliyun },
  baidu: { settings: simulatedBaidu },
  wechat: { settings: simulatedWechatPlatform, phone: simulatedWechatPhone },
};

/** The addresses of each simulator. */
export const ROUTES: readonly ((db: Database) => (app: FastifyInstance) => void)[] = [
  aliyunRoutes,
  appleRoutes,
  baiduRoutes,
  dingtalkRoutes,
  dingtalkFrameRoutes,
  googleButtonRoutes,
  googleRoutes,
  openidRoutes,
  qqRoutes,
  realNameRoutes,
  tencentCaptchaRoutes,
  tencentMessageRoutes,
  wechatPlatformRoutes,
  wechatRoutes,
];
