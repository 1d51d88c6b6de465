import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { Config } from '#host/config/config.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { EventStore } from '#ledger/events/event-store.js';
import { type Caller, requireReach } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { RetentionRules } from '#modules/retention/index.js';
import { type JobStatus, isOver } from './job.decider.js';
import { jobStream, type JobEvent } from './job.events.js';
import { resumeAddresses } from '#engine/pause.js';
import { OtherJobs } from '../ports/other-jobs.js';
import { PauseBook } from '../ports/pause-book.js';
import { RunEstimates } from '../ports/run-estimates.js';
import { openedOutput } from './sealed-output.js';

export interface JobView {
  readonly id: string;
  readonly status: JobStatus;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** Present when completed. */
  readonly output?: Json;
  /** Present when failed. */
  readonly error?: string;
  /** Typical duration of recent runs of the workflow without their pauses, in ms; present while queued or processing if there are any. */
  readonly estimatedDurationMs?: number;
  /** Present while the run waits for a person: since when, and where people answer. */
  readonly asked?: { readonly pausedAt: string; readonly answerUrl: string };
  /** Present for a job that is not a run: how far it is. */
  readonly progress?: JsonObject;
}

export class GetJob extends Query<JobView> {
  constructor(
    readonly caller: Caller,
    readonly jobId: string,
  ) {
    super();
  }
}

interface Row {
  readonly workspace_id: string;
  readonly subject_id: string;
  readonly execution_id: string;
  readonly status: JobStatus;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
}

@QueryHandler(GetJob)
export class GetJobHandler implements IQueryHandler<GetJob> {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly retention: RetentionRules,
    private readonly estimates: RunEstimates,
    private readonly box: SecretBox,
    private readonly book: PauseBook,
    private readonly others: OtherJobs,
  ) {}

  async execute({ caller, jobId }: GetJob): Promise<JobView> {
    const { rows } = await this.pool.query<Row>({
      name: 'get_job',
      text: 'select workspace_id, subject_id, execution_id, status, started_at, completed_at from job where id = $1 and (completed_at is null or completed_at > $2)',
      values: [jobId, new Date(this.clock.now().getTime() - this.config.jobRetentionMs)],
    });
    const [row] = rows;
    if (row === undefined) return this.#other(caller, jobId);
    requireReach(caller, row.workspace_id, 'read', 'Job');
    if (await this.retention.isPast({ executionId: row.execution_id, workspaceId: row.workspace_id })) throw notFound('Job');
    const startedAt = row.started_at?.toISOString() ?? null;
    const completedAt = row.completed_at?.toISOString() ?? null;
    const rest = isOver(row.status) ? await this.#ending(jobId, row.execution_id) : await this.#prospect(row);
    return { id: jobId, status: row.status, startedAt, completedAt, ...rest };
  }

  async #other(caller: Caller, jobId: string): Promise<JobView> {
    const job = await this.others.find(jobId);
    if (job === undefined) throw notFound('Job');
    const { workspaceId, ...view } = job;
    requireReach(caller, workspaceId, 'read', 'Job');
    return { id: jobId, ...view };
  }

  async #ending(jobId: string, executionId: string): Promise<Pick<JobView, 'output' | 'error'>> {
    const events = await this.store.read(jobStream, jobId);
    const last = events.at(-1);
    switch (last?.type) {
      case 'job.completed':
        return { output: openedOutput(last.payload, this.box, runOf(events, executionId)) };
      case 'job.failed':
        return { error: last.payload.error };
      default:
        return {};
    }
  }

  async #prospect(row: Row): Promise<Pick<JobView, 'estimatedDurationMs' | 'asked'>> {
    const [estimate, asked] = await Promise.all([this.#estimate(row.subject_id), row.status === 'processing' ? this.#asked(row) : {}]);
    return { ...estimate, ...asked };
  }

  async #asked({ execution_id: executionId, workspace_id: workspaceId, subject_id: workflowId }: Row): Promise<Pick<JobView, 'asked'>> {
    const pausedAt = await this.book.askedSince(executionId, workspaceId);
    if (pausedAt === undefined) return {};
    const { uiUrl } = resumeAddresses(this.config.baseUrl, { workflowId, executionId, contextId: '' });
    return { asked: { pausedAt, answerUrl: uiUrl } };
  }

  async #estimate(subjectId: string): Promise<Pick<JobView, 'estimatedDurationMs'>> {
    const ms = await this.estimates.typicalMs(subjectId);
    return ms === undefined ? {} : { estimatedDurationMs: Math.round(ms) };
  }
}

/** The run of a job. The job of an answer has an id of the answer, and names its run in its payload. */
function runOf([first]: readonly JobEvent[], executionId: string): string {
  if (first?.type !== 'job.queued' || !isJsonObject(first.payload.payload)) return executionId;
  const { executionId: runId } = first.payload.payload;
  return typeof runId === 'string' ? runId : executionId;
}
