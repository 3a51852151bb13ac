import { type ActionRun, needed } from './types.ts';

/** Starts a countdown; one that is stored survives a reload. */
export const startCountdown: ActionRun = (action, { timers, line, clock, startTimer }) => {
  const name = needed(action, 'timer', action.timer);
  const timer = timers[name];
  const seconds = timer && line.limits[timer.limit];
  if (seconds === undefined) throw new Error(`No countdown is named ${name}.`);
  startTimer(name, clock.now() + seconds * 1000);
};
