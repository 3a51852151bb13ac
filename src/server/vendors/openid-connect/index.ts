/** Any provider of OpenID Connect: proves who somebody is. */
import type { Vendor } from '../../ports/vendor.ts';
import { openIdConnect as adapter } from './identity.ts';
import { settingsOf } from './settings.ts';

export const openIdConnect: Vendor = {
  name: 'openid-connect',
  identity: { adapter, settings: settingsOf },
};
