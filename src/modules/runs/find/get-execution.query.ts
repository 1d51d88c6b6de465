import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SecretBox } from '#host/secrets/secret-box.js';
import type { Json } from '#kernel/json.js';
import { ExecutionJobs, type ExecutionJob } from '../jobs/execution-jobs.js';
import { type RunOrigin, type ExecutionEvent } from '#engine/execution.events.js';
import { type ExecutionStatus, foldExecution, isOver, type ExecutionState } from '#engine/execution.state.js';
import { spendingOf } from '#engine/trace/run-spending.js';
import { RunIntegrity, type RunIntegrityView } from '#modules/audit/index.js';
import { openedState } from '../jobs/sealed-output.js';
import { PauseBook } from '../ports/pause-book.js';
import { type RunName, nameOf, RunStore, type FoundRun } from './run-store.js';
import { addSelected, selectedValues, type SelectedOutput } from './output-selection.js';
import { OutputSelections } from './output-selections.js';
import { type PauseView, pauseView } from './pause-view.js';

/** The present state of a run. Times are ISO 8601, durations ms, money USD; null until known. */
export interface ExecutionView {
  /** The id under which the caller knows the run: the id that the caller chose, or ours. */
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
  /** Null unless the run is paused. `accountId` names the account of its questions; null if the run has asked none. */
  readonly paused: (PauseView & { readonly accountId: string | null }) | null;
  /** Null until the run has ended. */
  readonly output: Json;
  /** The selected values so far, by block and path. */
  readonly blockOutputs: Readonly<Record<string, Json>>;
  /** Whether the stored events are those that were recorded; null before the first event. */
  readonly integrity: RunIntegrityView | null;
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

type Summary = Omit<ExecutionView, 'executionId' | 'workflowId' | 'blockOutputs' | 'paused' | 'integrity'>;

@QueryHandler(GetExecution)
export class GetExecutionHandler implements IQueryHandler<GetExecution> {
  constructor(
    private readonly runs: RunStore,
    private readonly selections: OutputSelections,
    private readonly jobs: ExecutionJobs,
    private readonly book: PauseBook,
    private readonly box: SecretBox,
    private readonly integrity: RunIntegrity,
  ) {}

  async execute({ run: asked, selectedOutputs }: GetExecution): Promise<ExecutionView> {
    const run = await this.runs.find(asked, 'read');
    return this.integrity.reading(run, () => this.#view(run, selectedOutputs));
  }

  async #view(run: FoundRun, selectedOutputs: readonly string[]): Promise<ExecutionView> {
    const selection = await this.selections.of(run, selectedOutputs);
    // Before the events: a job ends together with its run.
    const job = await this.jobs.find(run.executionId);
    const events = await this.runs.history(run.executionId);
    const state = foldExecution(events);
    const summary = state === undefined ? unstarted(job) : summaryOf(openedState(state, this.box, run.executionId), events);
    const paused = this.#paused(run, events, state);
    const integrity = state === undefined ? null : await this.#integrity(run, state);
    return {
      executionId: nameOf(run),
      workflowId: run.workflowId,
      ...summary,
      paused,
      blockOutputs: blockOutputs(events, selection),
      integrity,
    };
  }

  async #integrity({ executionId, workspaceId }: FoundRun, state: ExecutionState): Promise<RunIntegrityView | null> {
    return (await this.integrity.of(executionId, workspaceId, { hasEnded: isOver(state) })) ?? null;
  }

  #paused(run: FoundRun, events: readonly ExecutionEvent[], state: ExecutionState | undefined): ExecutionView['paused'] {
    const view = pauseView(events, state?.pausedAt ?? null);
    if (view === null) return null;
    const wasAsked = events.some(({ type, payload }) => type === 'execution.block-paused' && payload.pause.kind === 'human');
    return { ...view, accountId: wasAsked ? this.book.accountOf(run.executionId, run.workspaceId) : null };
  }
}

/** The status of a run without events is that of its job. */
function unstarted(job: ExecutionJob | undefined): Summary {
  const status = job === undefined || job.status === 'processing' ? 'running' : job.status;
  return {
    status,
    trigger: 'api',
    startedAt: job?.startedAt ?? null,
    endedAt: job?.completedAt ?? null,
    durationMs: null,
    costUsd: null,
    error: job?.error ?? null,
    output: null,
  };
}

function summaryOf({ started, status, output, error, endedAt, durationMs }: ExecutionState, events: readonly ExecutionEvent[]): Summary {
  const { trigger, startedAt, origin } = started;
  const { costUsd } = spendingOf(events);
  const view = { status, trigger, startedAt, endedAt, durationMs, costUsd, error, output: endedAt === null ? null : output };
  return origin === undefined ? view : { ...view, origin };
}

/** The latest values of each block; a block may run several times. */
function blockOutputs(events: readonly ExecutionEvent[], selection: readonly SelectedOutput[]): Readonly<Record<string, Json>> {
  const values: Record<string, Json> = {};
  for (const { type, payload } of events) {
    if (type !== 'execution.block-completed' && type !== 'execution.block-failed') continue;
    for (const { path, value } of selectedValues(selection, payload.blockId, payload.output))
      addSelected(values, payload.blockId, path, value);
  }
  return values;
}
