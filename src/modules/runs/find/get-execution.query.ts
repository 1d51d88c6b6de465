import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SecretBox } from '#host/secrets/secret-box.js';
import type { Json } from '#kernel/json.js';
import type { ExecutionStart } from '../jobs/execution-start.js';
import { ExecutionJobs, type ExecutionJob } from '../jobs/execution-jobs.js';
import type { RunOrigin } from '#engine/execution.events.js';
import { type ExecutionStatus, isOver, type ExecutionState } from '#engine/execution.state.js';
import type { RunSpending } from '#engine/trace/run-spending.js';
import { RunIntegrity, type RunIntegrityView } from '#modules/audit/index.js';
import { openedState } from '../jobs/sealed-output.js';
import { PauseBook } from '../ports/pause-book.js';
import { type RunName, nameOf, RunStore, type FoundRun } from './run-store.js';
import type { SelectedOutput } from './output-selection.js';
import { OutputSelections } from './output-selections.js';
import { RunReport } from './run-report.js';
import type { PauseView } from './pause-view.js';

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
  /** Whether the stored events are those that were recorded; null before the first event, and if it was not asked for. */
  readonly integrity: RunIntegrityView | null;
}

/** @throws DomainError not-found, the same for an absent and a foreign run; forbidden; invalid for a selector that leads nowhere */
export class GetExecution extends Query<ExecutionView> {
  constructor(
    readonly run: RunName,
    readonly selectedOutputs: readonly string[],
    readonly withIntegrity = true,
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

  async execute({ run: asked, selectedOutputs, withIntegrity }: GetExecution): Promise<ExecutionView> {
    const run = await this.runs.find(asked, 'read');
    return this.integrity.reading(run, () => this.#view(run, selectedOutputs, withIntegrity));
  }

  async #view(run: FoundRun, selectedOutputs: readonly string[], withIntegrity: boolean): Promise<ExecutionView> {
    const selection = await this.selections.of(run, selectedOutputs);
    let report = await this.#report(run, selection);
    // Before the events: a job ends together with its run.
    const job = report.state === undefined ? await this.jobs.find(run.executionId) : undefined;
    if (report.state === undefined) report = await this.#report(run, selection);
    const { state, spending, blockOutputs } = report;
    const summary = state === undefined ? unstarted(job) : summaryOf(openedState(state, this.box, run.executionId), spending);
    const integrity = state === undefined || !withIntegrity ? null : await this.#integrity(run, state);
    return { executionId: nameOf(run), workflowId: run.workflowId, ...summary, paused: this.#paused(run, report), blockOutputs, integrity };
  }

  async #report({ executionId }: FoundRun, selection: readonly SelectedOutput[]): Promise<RunReport> {
    const report = new RunReport(selection);
    for await (const page of this.runs.pages(executionId)) report.take(page);
    return report;
  }

  async #integrity({ executionId, workspaceId }: FoundRun, state: ExecutionState): Promise<RunIntegrityView | null> {
    return (await this.integrity.of(executionId, workspaceId, { hasEnded: isOver(state) })) ?? null;
  }

  #paused(run: FoundRun, { state, pauses }: RunReport): ExecutionView['paused'] {
    const view = pauses.view(state?.pausedAt ?? null);
    if (view === null) return null;
    return { ...view, accountId: pauses.hasAsked ? this.book.accountOf(run.executionId, run.workspaceId) : null };
  }
}

/** The status of a run without events is that of its job. */
function unstarted(job: ExecutionJob | undefined): Summary {
  const none = { durationMs: null, costUsd: null, output: null };
  if (job === undefined) return { status: 'running', trigger: 'api', startedAt: null, endedAt: null, error: null, ...none };
  const { startedAt, completedAt: endedAt, error = null } = job;
  const { trigger, origin } = job.payload as unknown as ExecutionStart;
  const status = job.status === 'processing' ? 'running' : job.status;
  return { status, trigger, ...(origin === undefined ? {} : { origin }), startedAt, endedAt, error, ...none };
}

function summaryOf({ started, status, output, error, endedAt, durationMs }: ExecutionState, { costUsd }: RunSpending): Summary {
  const { trigger, startedAt, origin } = started;
  const view = { status, trigger, startedAt, endedAt, durationMs, costUsd, error, output: endedAt === null ? null : output };
  return origin === undefined ? view : { ...view, origin };
}
