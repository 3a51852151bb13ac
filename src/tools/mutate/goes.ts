/** The tests that a mutant meets, a few at a time. */
import type { Reaching } from './reached.ts';

/** Seconds of tests that run in the first go; each further one takes four times as many, as most mutants die soon. */
const FIRST = 5;

/** What runs in one go: files with the names of tests, `null` for all, and the milliseconds that they usually take. */
export interface Go {
  readonly tests: Record<string, string[] | null>;
  time: number;
}

/** Tests in goes, as many as there is patience for, in seconds: those first that come first, and of the others what fits beside. */
export function goesOf(reaching: readonly Reaching[], patience: number): Go[] {
  const goes: Go[] = [];
  let rest = reaching;
  let left = patience * 1000;
  for (let size = FIRST * 1000; rest.length > 0 && left > 0; size *= 4) {
    const go: Go = { tests: {}, time: 0 };
    const later: Reaching[] = [];
    let room = size;
    for (const each of rest) {
      const { file, name, time, around } = each;
      const before = Object.hasOwn(go.tests, file) ? 0 : around;
      // The first test of a go is worth the beginning of its file, whatever that takes, and the first of all any time.
      const isFirst = go.time === 0;
      const more = isFirst ? time : before + time;
      const fits = isFirst ? goes.length === 0 || time <= left : more <= room && go.time + more <= left;
      if (!fits) {
        later.push(each);
        continue;
      }
      room -= more;
      go.time += before + time;
      go.tests[file] = name === null ? null : [...(go.tests[file] ?? []), name];
    }
    if (go.time === 0) break;
    goes.push(go);
    left -= go.time;
    rest = later;
  }
  return goes;
}
