/** Paces work on one key: at most `width` at once in this process, the rest in order. It decides nothing; the database does. */
export interface Gate {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createGate(width: number): Gate {
  const lanes = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return {
    async run(key, work) {
      let lane = lanes.get(key);
      if (!lane) {
        lane = { running: 0, waiting: [] };
        lanes.set(key, lane);
      }
      const { waiting } = lane;
      // A finished one hands its place on, so `running` stays as it is then.
      if (lane.running >= width) await new Promise<void>((start) => waiting.push(start));
      else lane.running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else {
          lane.running -= 1;
          if (lane.running === 0) lanes.delete(key);
        }
      }
    },
  };
}
