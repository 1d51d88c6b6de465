import { describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import { AgreedClock } from './agreed-clock.js';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 5, 10);

/** A machine whose clock is wrong by `aheadMs`, beside a database whose clock is right. */
class Machine extends Clock {
  passedMs = 0;
  /** The steady clock does not count it. */
  asleepMs = 0;
  aheadMs = 0;
  isDatabaseAway = false;
  questions = 0;

  now(): Date {
    return new Date(this.machineMs());
  }

  get trueMs(): number {
    return start + this.passedMs + this.asleepMs;
  }

  override machineMs(): number {
    return this.trueMs + this.aheadMs;
  }

  override steadyMs(): number {
    return this.passedMs;
  }

  readonly database = async (): Promise<number> => {
    this.questions += 1;
    if (this.isDatabaseAway) throw new Error('away');
    return this.trueMs;
  };
}

function machine(aheadMs = 0) {
  const own = new Machine();
  own.aheadMs = aheadMs;
  const clock = new AgreedClock(own);
  const errorMs = (): number => clock.now().getTime() - own.trueMs;
  return { machine: own, clock, errorMs };
}

const answered = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 20));

describe('the clock of a process', () => {
  it.each([0, 1500, -1500])('is that of its machine while the database agrees (%i ms ahead)', async (aheadMs) => {
    const { machine: own, clock, errorMs } = machine(aheadMs);
    const stop = await clock.follow(own.database);
    expect(errorMs()).toBe(aheadMs);
    stop();
  });

  it.each([3 * hourMs, -3 * hourMs])('is that of the database while they differ (%i ms ahead)', async (aheadMs) => {
    const { machine: own, clock, errorMs } = machine(aheadMs);
    const stop = await clock.follow(own.database);
    own.passedMs += hourMs;
    expect([errorMs(), clock.machineMs() - own.trueMs]).toEqual([0, aheadMs]);
    stop();
  });

  it.each([3 * hourMs, -3 * hourMs])(
    'stays when the clock of the machine is set, and while the database is away (by %i ms)',
    async (byMs) => {
      const { machine: own, clock, errorMs } = machine();
      const stop = await clock.follow(own.database);
      own.isDatabaseAway = true;
      own.aheadMs = byMs;
      const atOnce = errorMs();
      await answered();
      expect([atOnce, errorMs()]).toEqual([0, 0]);
      stop();
    },
  );

  it('is right again at once when a wrong clock is set, and follows it when it then runs on', async () => {
    const { machine: own, clock, errorMs } = machine(3 * hourMs);
    const stop = await clock.follow(own.database);
    own.aheadMs = 0;
    const atOnce = errorMs();
    await answered();
    own.aheadMs = 200;
    expect([atOnce, errorMs()]).toEqual([0, 200]);
    stop();
  });

  it('follows a machine that was asleep, once the database says that time has passed', async () => {
    const { machine: own, clock, errorMs } = machine();
    const stop = await clock.follow(own.database);
    own.asleepMs = 3 * hourMs;
    const atOnce = errorMs();
    await answered();
    expect([atOnce, errorMs()]).toEqual([-3 * hourMs, 0]);
    stop();
  });

  it('asks no more after its end', async () => {
    const { machine: own, clock, errorMs } = machine();
    (await clock.follow(own.database))();
    own.aheadMs = hourMs;
    errorMs();
    await answered();
    expect(own.questions).toBe(1);
  });
});
