/** Asking how it stands with a code, on networks as they are. */
import { createMemoryClock } from '../../src/browser/clock.ts';
import { type Polling, startPolling } from '../../src/screens/poll.ts';

interface Question {
  /** Lets the answer come; gives whether it had an effect. */
  answer(): Promise<boolean>;
  readonly at: number;
}

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

function polling(changes: Partial<Polling> = {}) {
  const clock = createMemoryClock(1_000_000);
  const questions: Question[] = [];
  let open = true;
  let expired = 0;
  const stop = startPolling({
    clock,
    life: 120_000,
    interval: 2_000,
    ask: (isStale) =>
      new Promise((resolve) => {
        questions.push({
          at: clock.now() - 1_000_000,
          async answer() {
            const stale = isStale();
            resolve();
            await settle();
            return !stale;
          },
        });
      }),
    isOpen: () => open,
    onExpired: () => {
      expired += 1;
      open = false;
    },
    ...changes,
  });
  /** Lets time pass in steps, answering every question at once. */
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 500) {
      clock.pass(Math.min(500, left));
      await questions.at(-1)?.answer();
    }
  };
  return {
    clock,
    questions,
    stop,
    pass,
    close: () => {
      open = false;
    },
    expired: () => expired,
  };
}

test('every 2 s for a minute, then every 5 s', async () => {
  const { questions, pass } = polling();
  await pass(58_000);
  expect(questions.map(({ at }) => at)).toEqual(Array.from({ length: 29 }, (_, nth) => 2000 * (nth + 1)));
  await pass(30_000);
  const later = questions.filter(({ at }) => at > 60_000).map(({ at }) => at);
  expect(later.slice(1).map((at, nth) => at - (later[nth] as number))).toEqual(later.slice(1).map(() => 5000));
});

test('nothing is asked while nobody looks, and at once when somebody does', async () => {
  const { clock, questions, pass } = polling();
  await pass(2_000);
  clock.hide(true);
  await pass(30_000);
  expect(questions).toHaveLength(1);
  clock.hide(false);
  expect(questions).toHaveLength(2);
  await pass(2_500);
  expect(questions).toHaveLength(3);
});

test('a slow answer is waited for, and a lost one is asked for again after ten seconds', async () => {
  const { clock, questions } = polling();
  clock.pass(9_000);
  expect(questions).toHaveLength(1);
  clock.pass(3_500);
  expect(questions).toHaveLength(2);
  // The later answer counts; the earlier one comes too late for anything.
  expect(await questions[1]?.answer()).toBe(true);
  expect(await questions[0]?.answer()).toBe(false);
});

test('an earlier answer that comes first has its effect, and so has the later one', async () => {
  const { clock, questions } = polling();
  clock.pass(12_500);
  expect(await questions[0]?.answer()).toBe(true);
  expect(await questions[1]?.answer()).toBe(true);
});

test('an answer after the code was settled, or another was shown, has no effect', async () => {
  const settled = polling();
  settled.clock.pass(2_000);
  settled.close();
  expect(await settled.questions[0]?.answer()).toBe(false);
  const stopped = polling();
  stopped.clock.pass(2_000);
  stopped.stop();
  expect(await stopped.questions[0]?.answer()).toBe(false);
  stopped.clock.pass(60_000);
  expect(stopped.questions).toHaveLength(1);
});

test('at its end the code is asked about once more, then it is over', async () => {
  const { clock, questions, pass, expired } = polling();
  await pass(119_500);
  const before = questions.length;
  clock.pass(500);
  expect(questions).toHaveLength(before + 1);
  expect(expired()).toBe(0);
  await questions.at(-1)?.answer();
  expect(expired()).toBe(1);
});

test('what was confirmed in the last moment still counts', async () => {
  const { clock, questions, pass, close, expired } = polling();
  await pass(119_500);
  clock.pass(500);
  close();
  await questions.at(-1)?.answer();
  clock.pass(60_000);
  expect(expired()).toBe(0);
});

test('a last answer that does not come is not waited for', async () => {
  const { clock, pass, expired } = polling();
  await pass(119_500);
  clock.pass(500);
  clock.pass(2_000);
  expect(expired()).toBe(1);
});

test('a computer that slept finds its code over', async () => {
  const { clock, questions, pass, expired } = polling();
  await pass(10_000);
  clock.hide(true);
  clock.pass(8 * 3_600_000);
  clock.hide(false);
  await questions.at(-1)?.answer();
  expect(expired()).toBe(1);
});
