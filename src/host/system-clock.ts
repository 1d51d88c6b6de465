import { Clock } from '#kernel/clock.js';

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
