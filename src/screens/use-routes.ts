import { useSyncExternalStore } from 'react';
import type { BaseLocationHook } from 'wouter';
import type { Location } from '../browser/location.ts';

const hooks = new WeakMap<Location, BaseLocationHook>();

/** wouter's view of the page's address: a hook of its own for each location, the same one every time. */
export function routesOf(location: Location): BaseLocationHook {
  let hook = hooks.get(location);
  if (hook === undefined) {
    const go = (to: string, options?: { replace?: boolean }): void => location.go(to, options);
    hook = function useRoutes() {
      return [useSyncExternalStore(location.subscribe, location.path, location.path), go];
    };
    hooks.set(location, hook);
  }
  return hook;
}
