import { Clock } from '#kernel/clock.js';

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }

  override machineMs(): number {
    return Date.now();
  }

  override steadyMs(): number {
    return performance.now();
  }
}
