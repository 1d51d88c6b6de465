import { Injectable } from '@nestjs/common';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { DomainError } from '#kernel/errors.js';
import type { ExecutionEvent } from '../domain/execution.events.js';
import { foldExecution, type ExecutionState } from '../domain/execution.state.js';
import { RunTails } from '../streaming/run-tails.js';
import { Stopping } from './stopping.js';

const rests: ReadonlySet<string> = new Set(['execution.paused', 'execution.completed', 'execution.failed', 'execution.cancelled']);

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
      const state = restOf(history, position);
      if (state !== undefined) return state;
      if (signal.aborted) throw goesOnElsewhere();
      await this.tails.grown(executionId, history.length, signal);
    }
  }
}

/** How the run stood when it first rested after this position. What came after that is not part of it. */
export function restOf(history: readonly ExecutionEvent[], position: number): ExecutionState | undefined {
  const index = history.findIndex(({ type }, at) => at >= position && rests.has(type));
  return index === -1 ? undefined : foldExecution(history.slice(0, index + 1));
}

function goesOnElsewhere(): DomainError {
  const message = 'The answer has been taken, and the run goes on in another process. Ask for the run to learn what it comes to.';
  return new DomainError('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds: 1 });
}
