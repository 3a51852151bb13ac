/** Stands in for wouter's own reading of the address: the page hands in its own (`Router hook`). */
import unreachable from './unreachable.ts';

export { unreachable as navigate, unreachable as useBrowserLocation, unreachable as useSearch };
