/** Google: proves who somebody is. */
import type { Vendor } from '../../ports/vendor.ts';
import { embeds } from './embed.ts';
import { google as adapter } from './identity.ts';
import { identitySettings } from './settings.ts';

export const google: Vendor = {
  name: 'google',
  identity: { adapter, settings: identitySettings },
  embeds,
};
