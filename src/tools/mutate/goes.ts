/** The tests that a mutant meets, a few at a time. */
import type { Reaching } from './reached.ts';

/** Seconds of tests that run in the first go; each further one takes four times as many, as most mutants die soon. */
const FIRST = 5;

/** What runs in one go: files with the names of tests, `null` for all, and the milliseconds that they usually take. */
export interface Go {
  readonly tests: Record<string, string[] | null>;
  time: number;
}

/** Tests in goes, as many as there is patience for, in seconds. */
export function goesOf(reaching: readonly Reaching[], patience: number): Go[] {
  const goes: Go[] = [];
  let rest = reaching;
  let left = patience * 1000;
  for (let size = FIRST * 1000; rest.length > 0 && left > 0; size *= 4) {
    const go: Go = { tests: {}, time: 0 };
    const later: Reaching[] = [];
    for (const { file, around, tests } of rest) {
      let taken = 0;
      for (const { name, time } of tests) {
        const more = time + (taken === 0 ? around : 0);
        // At least one test runs, whatever it takes.
        if (go.time > 0 && go.time + more > Math.min(size, left)) break;
        go.time += more;
        taken += 1;
        go.tests[file] = name === null ? null : [...(go.tests[file] ?? []), name];
      }
      if (taken < tests.length) later.push({ file, around, tests: tests.slice(taken) });
    }
    goes.push(go);
    left -= go.time;
    rest = later;
  }
  return goes;
}
