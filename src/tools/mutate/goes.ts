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
    let room = size;
    for (const { file, around, tests } of rest) {
      let taken = 0;
      for (const { name, time } of tests) {
        const before = taken === 0 ? around : 0;
        // The first file of a go is worth its beginning, whatever that takes.
        const more = go.time === 0 ? time : before + time;
        if (go.time > 0 && (more > room || go.time + more > left)) break;
        room -= more;
        go.time += before + time;
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
