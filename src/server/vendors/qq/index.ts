/** QQ: proves who somebody is. */
import type { Vendor } from '../../ports/vendor.ts';
import { embeds } from './embed.ts';
import { qq as adapter } from './identity.ts';
import { identitySettings } from './settings.ts';

export const qq: Vendor = {
  name: 'qq',
  identity: { adapter, settings: identitySettings },
  embeds,
};
