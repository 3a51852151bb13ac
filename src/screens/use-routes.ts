import { useCallback, useSyncExternalStore } from 'react';
import type { BaseLocationHook } from 'wouter';
import type { Location } from '../browser/location.ts';

const hooks = new WeakMap<Location, BaseLocationHook>();

/** wouter's view of the page's address. */
export function useRoutes(location: Location): BaseLocationHook {
  let hook = hooks.get(location);
  if (hook === undefined) {
    hook = () => {
      const path = useSyncExternalStore(location.subscribe, location.path, location.path);
      const go = useCallback((to: string, options?: { replace?: boolean }) => location.go(to, options), []);
      return [path, go];
    };
    hooks.set(location, hook);
  }
  return hook;
}
