/** DingTalk: proves who somebody is. */
import type { Vendor } from '../../ports/vendor.ts';
import { embeds } from './embed.ts';
import { dingtalk as adapter } from './identity.ts';
import { identitySettings } from './settings.ts';

export const dingtalk: Vendor = {
  name: 'dingtalk',
  identity: { adapter, settings: identitySettings },
  embeds,
};
