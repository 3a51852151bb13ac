/** What stands in for each vendor. One more is its folder, a line here, and its routes in `routes.ts`. */
import type { StandIn } from '../server/ports/vendor.ts';
import type { SimulatedProvider } from '../server/third-party/wiring.ts';
import { simulatedAliyun } from './aliyun/aliyun.ts';
import { APPLE } from './apple/apple.ts';
import { simulatedBaidu } from './baidu/baidu.ts';
import { DINGTALK } from './dingtalk/dingtalk.ts';
import { GOOGLE } from './google/google.ts';
import { OPENID, simulatedOpenId } from './openid-connect/openid-connect.ts';
import { QQ } from './qq/qq.ts';
import { simulatedTencent } from './tencent/account.ts';
import { simulatedWechatPhone, simulatedWechatPlatform } from './wechat/platform.ts';
import { WECHAT } from './wechat/wechat.ts';

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
