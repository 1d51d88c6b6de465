import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import type { Json } from '#kernel/json.js';
import { ExecutionJobs, type ExecutionJob } from '../jobs/execution-jobs.js';
import type { RunOrigin, ExecutionEvent } from '#engine/execution.events.js';
import { type ExecutionStatus, foldExecution, type ExecutionState } from '#engine/execution.state.js';
import { PauseBook } from '../ports/pause-book.js';
import { type RunName, nameOf, RunFinder, type FoundRun } from './run-finder.js';
import { addSelected, selectedValues, type SelectedOutput } from '../watch/output-selection.js';
import { OutputSelections } from '../watch/output-selections.js';
import { type PauseView, pauseView } from './pause-view.js';

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

type Standing = Omit<ExecutionView, 'executionId' | 'workflowId' | 'blockOutputs' | 'paused'>;

@QueryHandler(GetExecution)
export class GetExecutionHandler implements IQueryHandler<GetExecution> {
  constructor(
    private readonly finder: RunFinder,
    private readonly selections: OutputSelections,
    private readonly store: EventStore,
    private readonly jobs: ExecutionJobs,
    private readonly book: PauseBook,
  ) {}

  async execute({ run: asked, selectedOutputs }: GetExecution): Promise<ExecutionView> {
    const run = await this.finder.find(asked, 'read');
    const selection = await this.selections.of(run, selectedOutputs);
    // Before the events: a job ends together with its run.
    const job = await this.jobs.find(run.executionId);
    const events = (await this.store.read('run', run.executionId)) as unknown as ExecutionEvent[];
    const state = foldExecution(events);
    const standing = state === undefined ? unbegun(job) : standingOf(state);
    const paused = this.#paused(run, events, state);
    return { executionId: nameOf(run), workflowId: run.workflowId, ...standing, paused, blockOutputs: blockOutputs(events, selection) };
  }

  #paused(run: FoundRun, events: readonly ExecutionEvent[], state: ExecutionState | undefined): ExecutionView['paused'] {
    const view = pauseView(events, state?.pausedAt ?? null);
    if (view === null) return null;
    const wasAsked = events.some(({ type, payload }) => type === 'execution.block-paused' && payload.pause.kind === 'human');
    return { ...view, accountId: wasAsked ? this.book.accountOf(run.executionId, run.workspaceId) : null };
  }
}

/** A run without events stands as its job does. */
function unbegun(job: ExecutionJob | undefined): Standing {
  const status = job === undefined || job.status === 'processing' ? 'running' : job.status;
  return {
    status,
    trigger: 'api',
    startedAt: job?.startedAt ?? null,
    endedAt: job?.completedAt ?? null,
    durationMs: null,
    costUsd: null,
    error: job?.error ?? (status === 'cancelled' ? 'The run was cancelled' : null),
    output: null,
  };
}

function standingOf({ started, status, output, error, endedAt, durationMs }: ExecutionState): Standing {
  const { trigger, startedAt, baseChargeUsd: costUsd, origin } = started;
  const view = { status, trigger, startedAt, endedAt, durationMs, costUsd, error, output: endedAt === null ? null : output };
  return origin === undefined ? view : { ...view, origin };
}

/** Of a block that ran several times the latest values. */
function blockOutputs(events: readonly ExecutionEvent[], selection: readonly SelectedOutput[]): Readonly<Record<string, Json>> {
  const values: Record<string, Json> = {};
  for (const { type, payload } of events) {
    if (type !== 'execution.block-completed' && type !== 'execution.block-failed') continue;
    for (const { path, value } of selectedValues(selection, payload.blockId, payload.output))
      addSelected(values, payload.blockId, path, value);
  }
  return values;
}
