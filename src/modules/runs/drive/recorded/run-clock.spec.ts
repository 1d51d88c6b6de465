import { describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import { ExecutionPaused, ExecutionResumed, PauseEnded } from '#engine/execution.events.js';
import { RunClock } from './run-clock.js';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 5, 10, minute)).toISOString();

class SettableClock extends Clock {
  minute = 0;
  /** What was added to the clock. */
  setBy = 0;

  now(): Date {
    return new Date(at(this.minute + this.setBy));
  }

  override steadyMs(): number {
    return this.minute * 60_000;
  }
}

const paused = ExecutionPaused({ output: {}, resumeAt: at(40), pausedAt: at(10) });
const resumed = ExecutionResumed({ owner: '1', fence: 2, deadlineAt: at(50), at: at(40) });
const answered = PauseEnded({ node: 'a', blockId: 'a', reason: 'answered', input: null, answers: [], at: at(39) });

function run() {
  const clock = new SettableClock();
  return { clock, time: new RunClock(clock, { startedAt: at(0), deadlineAt: at(20) }) };
}

describe('the time of a run', () => {
  it('is what its deadline leaves', () => {
    const { clock, time } = run();
    clock.minute = 15;
    expect([time.remainingMs(), time.allowedSeconds]).toEqual([5 * 60_000, 1_200]);
    clock.minute = 25;
    expect(time.remainingMs()).toBe(0);
  });

  it('passes as before when the clock is set, also between the start and the first block', () => {
    const clock = new SettableClock();
    clock.setBy = 120;
    const time = new RunClock(clock, { startedAt: at(0), deadlineAt: at(20) }, 0);
    clock.minute = 5;
    expect([time.remainingMs(), time.iso()]).toEqual([15 * 60_000, at(5)]);
    clock.setBy = -120;
    expect(time.times()).toEqual({ endedAt: at(5), durationMs: 5 * 60_000 });
  });

  it('continues with the clock of the process that takes the run over', () => {
    const clock = new SettableClock();
    clock.minute = 7;
    const time = new RunClock(clock, { startedAt: at(0), deadlineAt: at(20) });
    clock.setBy = 120;
    clock.minute = 8;
    expect(time.remainingMs()).toBe(12 * 60_000);
  });

  it('leaves out what the run waited', () => {
    const { clock, time } = run();
    for (const event of [paused, resumed]) time.take(event);
    clock.minute = 45;
    expect(time.remainingMs()).toBe(5 * 60_000);
    expect(time.times()).toEqual({ endedAt: at(45), durationMs: 15 * 60_000 });
  });
});

describe('a moment that a run waited for', () => {
  it('has come when its timer says so, although the clock here is slow', () => {
    const { clock, time } = run();
    for (const event of [paused, resumed]) time.take(event);
    clock.minute = 38;
    expect(time.reached()).toBe(Date.parse(at(40)));
  });

  it('has not come only because an answer arrived', () => {
    const { clock, time } = run();
    for (const event of [paused, answered, resumed]) time.take(event);
    clock.minute = 38;
    expect(time.reached()).toBe(Date.parse(at(38)));
  });
});
