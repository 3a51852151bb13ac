/** WeChat: proves who somebody is, and binds whoever scans a code of its mini program or public account. */
import type { AppDeps } from '../../http/dependencies.ts';
import type { Vendor } from '../../ports/vendor.ts';
import { opened } from '../opened.ts';
import { embeds } from './embed.ts';
import { wechat as adapter } from './identity.ts';
import { identitySettings } from './identity-settings.ts';
import { createWechatPlatform } from './platform.ts';
import { registerWechat } from './routes.ts';
import { settings, type WechatSettings } from './settings.ts';

export const wechat: Vendor<WechatSettings, AppDeps> = {
  name: 'wechat',
  settings,
  identity: { adapter, settings: identitySettings },
  embeds,
  routes: registerWechat,
  scenes(opening) {
    const { own, standIn, db, keys } = opening;
    const isGiven = own.miniAppId !== undefined || own.oaAppId !== undefined;
    const { values, at, isStandIn } = opened(opening, isGiven);
    const { miniAppId, miniAppSecret, miniPage, oaAppId, oaAppSecret, oaToken } = values;
    const platform = createWechatPlatform({
      base: () => at('mp'),
      ...(miniAppId && miniAppSecret ? { mini: { appId: miniAppId, secret: miniAppSecret, page: miniPage } } : {}),
      ...(oaAppId && oaAppSecret && oaToken
        ? { account: { appId: oaAppId, secret: oaAppSecret, token: oaToken } }
        : {}),
      db,
      keys,
    });
    return isStandIn && standIn?.phone ? { ...platform, phone: standIn.phone } : platform;
  },
};
