import { inTurn } from '#host/loop/turn.js';
import { Timers } from '#kernel/timers.js';

/** A timer of the runtime fires immediately when its delay is longer. */
const longestMs = 2_147_483_647;

export class SystemTimers extends Timers {
  after(ms: number, action: () => void): () => void {
    const timer = setTimeout(action, Math.min(ms, longestMs));
    return () => clearTimeout(timer);
  }

  soon(action: () => void): void {
    inTurn(action);
  }
}
