import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { DomainError } from '#kernel/errors.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { restAfter, type ExecutionState } from '#engine/execution.state.js';
import { RunTails } from '../watch/run-tails.js';
import { Stopping } from '../stop/stopping.js';

/** Waits for runs that go on in other processes. */
@Injectable()
export class NextRest {
  constructor(
    private readonly store: EventStore,
    private readonly tails: RunTails,
    private readonly stopping: Stopping,
  ) {}

  /**
   * How the run comes to rest next after this position: it waits again or is over. Every run does, by its deadline at the latest.
   * @throws DomainError unavailable when this process stops before that
   */
  async after(executionId: string, position: number): Promise<ExecutionState> {
    const { signal } = this.stopping;
    for (;;) {
      const history = (await this.store.read('run', executionId)) as unknown as ExecutionEvent[];
      const state = restAfter(history, position);
      if (state !== undefined) return state;
      if (signal.aborted) throw goesOnElsewhere();
      await this.tails.grown(executionId, history.length, signal);
    }
  }
}

function goesOnElsewhere(): DomainError {
  const message = 'The answer has been taken, and the run goes on in another process. Ask for the run to learn what it comes to.';
  return new DomainError('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds: 1 });
}
