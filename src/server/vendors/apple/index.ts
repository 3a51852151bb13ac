/** Apple: proves who somebody is. */
import type { Vendor } from '../../ports/vendor.ts';
import { apple as adapter } from './identity.ts';
import { identitySettings } from './settings.ts';

export const apple: Vendor = {
  name: 'apple',
  identity: { adapter, settings: identitySettings },
};
