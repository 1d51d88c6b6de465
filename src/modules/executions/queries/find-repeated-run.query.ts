import { Query } from '@nestjs/cqrs';
import type { ExecutionStarted, ReplayMode, RunOrigin } from '../domain/execution.events.js';
import type { RunName } from '../runtime/run-finder.js';

type Started = ReturnType<typeof ExecutionStarted>['payload'];

/** What a replay has in common with the run that it repeats, and what it remembers of it. */
export interface RepeatedRun extends Pick<Started, 'deploymentVersion' | 'trigger' | 'input'> {
  readonly origin: RunOrigin;
}

export interface Replay {
  readonly mode: ReplayMode;
  readonly from: string | undefined;
}

/**
 * A run that somebody wants to repeat.
 * @throws DomainError not-found, forbidden; conflict as long as the run has not ended; invalid when `from` did not run in it
 */
export class FindRepeatedRun extends Query<RepeatedRun> {
  constructor(
    readonly run: RunName,
    readonly replay: Replay,
  ) {
    super();
  }
}
