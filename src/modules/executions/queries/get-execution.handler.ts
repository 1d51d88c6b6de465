import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import type { Json } from '#kernel/json.js';
import { ExecutionJobs, type ExecutionJob } from '#modules/jobs/index.js';
import type { ExecutionEvent } from '../domain/execution.events.js';
import { foldExecution, type ExecutionState } from '../domain/execution.state.js';
import { PauseBook } from '../ports/pause-book.js';
import { nameOf, RunFinder, type FoundRun } from '../runtime/run-finder.js';
import { addSelected, selectedValues, type SelectedOutput } from '../streaming/output-selection.js';
import { OutputSelections } from '../streaming/output-selections.js';
import { GetExecution, type ExecutionView } from './get-execution.query.js';
import { pauseView } from './pause-view.js';

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
