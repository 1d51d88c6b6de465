import { Query } from '@nestjs/cqrs';
import type { Json } from '#kernel/json.js';
import type { RunOrigin } from '../domain/execution.events.js';
import type { ExecutionStatus } from '../domain/execution.state.js';
import type { RunName } from '../runtime/run-finder.js';
import type { PauseView } from './pause-view.js';

/** One run as it stands. Times are ISO 8601, durations ms, money USD; null until known. */
export interface ExecutionView {
  /** As the caller knows it: the id that it chose, or ours. */
  readonly executionId: string;
  readonly workflowId: string;
  readonly status: 'queued' | ExecutionStatus;
  readonly trigger: string;
  /** Present when the run repeats another one. */
  readonly origin?: RunOrigin;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  readonly costUsd: number | null;
  readonly error: string | null;
  /** Null for a run that does not wait. `accountId` names the account of who was asked what; null where nobody was. */
  readonly paused: (PauseView & { readonly accountId: string | null }) | null;
  /** Null until the run has ended. */
  readonly output: Json;
  /** The selected values that are there so far, by block and path. */
  readonly blockOutputs: Readonly<Record<string, Json>>;
}

/** @throws DomainError not-found, the same for an absent and a foreign run; forbidden; invalid for a selector that leads nowhere */
export class GetExecution extends Query<ExecutionView> {
  constructor(
    readonly run: RunName,
    readonly selectedOutputs: readonly string[],
  ) {
    super();
  }
}
