/** Every fault, by its number. */
import { CRASHES } from './crashes.ts';
import type { Fault } from './types.ts';

export const FAULTS: readonly Fault[] = [...CRASHES].sort((a, b) => a.number - b.number);
