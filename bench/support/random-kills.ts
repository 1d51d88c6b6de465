import type { Subject } from './bed.js';

/** Kills two of three processes at random and starts them again, until it is stopped. */
export function killAtRandom(servers: Subject[], start: () => Promise<Subject>): { stop(): Promise<number> } {
  let kills = 0;
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      const victims = [0, 1, 2].toSorted(() => Math.random() - 0.5).slice(0, 2);
      for (const index of victims) process.kill(servers[index]?.pid ?? 0, 'SIGKILL');
      kills += victims.length;
      await Promise.all(victims.map(async (index) => (servers[index] = await start())));
      await new Promise((resolve) => setTimeout(resolve, 3_000 + Math.random() * 3_000));
    }
  })();
  return {
    /** @returns how many processes were killed */
    async stop() {
      isOver = true;
      await killing;
      return kills;
    },
  };
}
