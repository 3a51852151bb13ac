/** Figures that a test measures, kept for `npm run bench -- --only security`; elsewhere they go nowhere. */
import { appendFileSync } from 'node:fs';

/** @param what names the figure with its unit, as `sessions of a thief, of 100 rounds` */
export function record(what: string, value: number): void {
  const file = process.env.FOYER_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify({ test: expect.getState().currentTestName, what, value })}\n`);
}
