/** Finds or installs the browsers before the tests that start one: installing takes longer than a test may. */
import { findBrowser } from './browser.ts';

process.stdout.write(`${await findBrowser('shell')}\n${await findBrowser()}\n`);
