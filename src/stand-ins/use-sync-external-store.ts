/** Stands in for the shim of older Reacts: this one has the hook itself. */
export { useSyncExternalStore } from 'react';
