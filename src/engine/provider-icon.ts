import type { Provider } from '../generated/config.ts';

/** The parts of a provider's drawing; without a colour of its own, a part has the provider's. */
export const iconParts = (icon: Provider['icon']): readonly { readonly path: string; readonly color?: string }[] =>
  typeof icon === 'string' ? [{ path: icon }] : icon;
