import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore, appendTo, type StreamAppend } from '#ledger/events/event-store.js';
import type { DeletionReason } from '#engine/execution.events.js';
import { cancellationText } from '#engine/execution.state.js';
import { fold } from '#kernel/decider.js';
import type { EventMeta } from '#kernel/event.js';
import type { Json } from '#kernel/json.js';
import { job, type JobState, type JobStatus } from './job.decider.js';
import { outlinedRunOf, type ExecutionStart } from './execution-start.js';
import { jobStream, startedByOthers, type JobEvent } from './job.events.js';

/** The job of an asynchronous run, folded from its stream. */
export interface ExecutionJob {
  readonly jobId: string;
  readonly workspaceId: string;
  readonly status: JobStatus;
  /** The data with which the run starts. */
  readonly payload: Json;
  /** ISO 8601; null until the job starts. */
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** Present when failed, and when cancelled. */
  readonly error?: string;
  /** The append that starts a job without a work item, and ends it if `end` is given; it conflicts when the job has changed. */
  beginning(at: string, meta: EventMeta, end?: JobEvent): StreamAppend;
  /** The append that ends the job; it conflicts when the job has changed. */
  ending(event: JobEvent, meta: EventMeta): StreamAppend;
  /** The append that cancels the job; it conflicts when the job has changed. @throws DomainError conflict when the job is over */
  cancelling(at: string, meta: EventMeta, reason?: DeletionReason): StreamAppend;
}

/** A job whose run is queued, active or paused. */
export interface UnfinishedJob {
  readonly jobId: string;
  readonly executionId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
}

/** Finds the job of a run. Checks no permissions. */
@Injectable()
export class ExecutionJobs {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
  ) {}

  /** Undefined for a run without a job, and for a run whose job is no longer stored. */
  async find(executionId: string): Promise<ExecutionJob | undefined> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'job_of_execution',
      text: 'select id from job where execution_id = $1',
      values: [executionId],
    });
    const [row] = rows;
    if (row === undefined) return undefined;
    const history = await this.store.read(jobStream, row.id);
    const state = fold(job, history);
    return state.status === 'none' ? undefined : view(row.id, state, history);
  }

  /** When the run was put into the queue, ISO 8601. Undefined for a run without a job, and for a run whose job is no longer stored. */
  async queuedAt(executionId: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ queued_at: Date }>({
      name: 'queued_at',
      text: 'select queued_at from job where execution_id = $1 order by queued_at limit 1',
      values: [executionId],
    });
    return rows[0]?.queued_at.toISOString();
  }

  /** Whether the job of a run has ended. Undefined as above. */
  async hasEnded(executionId: string): Promise<boolean | undefined> {
    const { rows } = await this.pool.query<{ hasEnded: boolean }>({
      name: 'job_has_ended',
      text: `select completed_at is not null as "hasEnded" from job where execution_id = $1`,
      values: [executionId],
    });
    return rows[0]?.hasEnded;
  }

  /** Those of these jobs that are not over. */
  async unfinished(jobIds: readonly string[]): Promise<readonly UnfinishedJob[]> {
    if (jobIds.length === 0) return [];
    const { rows } = await this.pool.query<UnfinishedJob>({
      name: 'unfinished_jobs',
      text: `select id as "jobId", execution_id as "executionId", workspace_id as "workspaceId", subject_id as "workflowId"
             from job where id = any($1::uuid[]) and completed_at is null`,
      values: [jobIds],
    });
    return rows;
  }
}

function view(jobId: string, state: Extract<JobState, { job: unknown }>, history: readonly JobEvent[]): ExecutionJob {
  const { workspaceId, payload, executionId } = state.job;
  // The job of an answer names its run in its payload.
  const { executionId: runId = executionId, ...start } = payload as unknown as Pick<ExecutionStart, 'contents'> & { executionId?: string };
  const outlinedRun = outlinedRunOf(runId, start);
  const append = (events: readonly JobEvent[], meta: EventMeta): StreamAppend => {
    return appendTo(jobStream.at(jobId, workspaceId), { expected: history.length, events, meta, outlinedRun });
  };
  return {
    jobId,
    workspaceId,
    status: state.status,
    payload,
    startedAt: history.find((event) => event.type === 'job.started')?.payload.startedAt ?? null,
    completedAt: completedAt(history.at(-1)),
    ...errorOf(history.at(-1)),
    beginning: (at, meta, end) => append(end === undefined ? [startedByOthers(at)] : [startedByOthers(at), end], meta),
    ending: (event, meta) => append([event], meta),
    cancelling: (at, meta, reason) => append(job.decide({ type: 'cancel', at, reason }, state), meta),
  };
}

function errorOf(last: JobEvent | undefined): Pick<ExecutionJob, 'error'> {
  if (last?.type === 'job.failed') return { error: last.payload.error };
  return last?.type === 'job.cancelled' ? { error: cancellationText(last.payload.reason) } : {};
}

function completedAt(last: JobEvent | undefined): string | null {
  return last !== undefined && 'completedAt' in last.payload ? last.payload.completedAt : null;
}
