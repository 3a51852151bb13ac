/** Finds or installs the browser before the tests that start one: installing takes longer than a test may. */
import { findBrowser } from './browser.ts';

process.stdout.write(`${await findBrowser()}\n`);
