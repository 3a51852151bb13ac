/** Which of WeChat's applications this deployment has: those of the settings, else, with `npm start`, what stands in for them. */

import type { WechatSettings } from '../../settings-wechat.ts';
import type { Simulators } from '../../stand-ins.ts';
import type { Database, KeyRing } from '../../types.ts';
import { createWechatPlatform } from './platform.ts';
import type { WechatPlatform } from '../../ports/scenes.ts';

export interface WechatWiring {
  readonly settings: WechatSettings;
  readonly simulators: Simulators | undefined;
  readonly db: Database;
  readonly keys: KeyRing;
  /** Port listened on, known once it is. */
  readonly port: () => number;
}

export function wechatOf({ settings, simulators, db, keys, port }: WechatWiring): WechatPlatform {
  const isGiven = settings.wechatMiniAppId !== undefined || settings.wechatOaAppId !== undefined;
  const standIn = isGiven ? undefined : simulators;
  const used = (): WechatSettings => standIn?.wechat?.(`http://127.0.0.1:${port()}`) ?? settings;
  // What stands in has the same credentials wherever it listens.
  const { wechatMiniAppId, wechatMiniAppSecret, wechatMiniPage, wechatOaAppId, wechatOaAppSecret, wechatOaToken } =
    used();
  const platform = createWechatPlatform({
    base: () => used().wechatMp,
    ...(wechatMiniAppId && wechatMiniAppSecret
      ? { mini: { appId: wechatMiniAppId, secret: wechatMiniAppSecret, page: wechatMiniPage } }
      : {}),
    ...(wechatOaAppId && wechatOaAppSecret && wechatOaToken
      ? { account: { appId: wechatOaAppId, secret: wechatOaAppSecret, token: wechatOaToken } }
      : {}),
    db,
    keys,
  });
  return standIn?.wechatPhone ? { ...platform, phone: standIn.wechatPhone } : platform;
}
