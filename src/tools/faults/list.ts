/** Every fault, by its number. */
import { BROWSER } from './browser.ts';
import { CRASHES } from './crashes.ts';
import { DATABASE } from './database.ts';
import { INSTANCES } from './instances.ts';
import { OUTSIDE } from './outside.ts';
import { PRODUCTION } from './production.ts';
import { RACES } from './races.ts';
import { TABS } from './tabs.ts';
import type { Fault } from './types.ts';

export const FAULTS: readonly Fault[] = [
  ...CRASHES,
  ...INSTANCES,
  ...DATABASE,
  ...OUTSIDE,
  ...RACES,
  ...BROWSER,
  ...TABS,
  ...PRODUCTION,
].sort((a, b) => a.number - b.number);
