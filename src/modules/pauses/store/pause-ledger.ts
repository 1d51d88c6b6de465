import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { appendTo, type StreamAppend } from '#ledger/events/event-store.js';
import { Clock } from '#kernel/clock.js';
import { ExecutionJobs, outlinedRunOf, JobCancelled, JobCompleted, JobFailed, type ExecutionJob } from '#modules/runs/index.js';
import { PauseBook, type AskingRun, type Rest, type RestingRun } from '#modules/runs/index.js';
import { PauseEnded } from '#engine/execution.events.js';
import { pause, type RestCommand } from '../domain/pause.decider.js';
import type { PauseEvent, PausePoint } from '../domain/pause.events.js';
import type { PausedExecution, PauseState, ResumeEntry } from '../domain/pause.state.js';
import { PauseAccounts } from './pause-accounts.js';
import { pauseStreamOf } from './pause-stream.js';

/**
 * Implements the port of the module runs: advances the answer account of a run in the append in which the run pauses or ends. ADR 0021 and the
 * README of this module say why.
 */
@Injectable()
export class PauseLedger extends PauseBook {
  constructor(
    private readonly accounts: PauseAccounts,
    private readonly jobs: ExecutionJobs,
    private readonly clock: Clock,
    private readonly pool: Pool,
  ) {
    super();
  }

  async rest(run: RestingRun): Promise<Rest> {
    const { executionId, state, meta } = run;
    const { workspaceId } = state.started;
    const { state: before, position } = await this.accounts.of(executionId, workspaceId);
    const at = this.clock.now().toISOString();
    const events = pause.decide(restCommand(run, at), before);
    const after = events.reduce((account, event) => pause.evolve(account, event), before);
    const stream = appendTo(pauseStreamOf(executionId, workspaceId), {
      expected: position,
      events,
      meta,
      outlinedRun: outlinedRunOf(executionId, state.started),
    });
    const jobs = await Promise.all(moved(before, after).map((entry) => this.#job(entry, run, at)));
    return {
      streams: [...(events.length === 0 ? [] : [stream]), ...jobs.flat()],
      writes: [],
      answered: after === null ? [] : claimed(events, after).map((entry) => pauseEnded(after, entry, at)),
    };
  }

  async ask({ executionId, started, asked, meta }: AskingRun): Promise<readonly StreamAppend[]> {
    const { workflowId, workspaceId } = started;
    const { state, position } = await this.accounts.of(executionId, workspaceId);
    const at = this.clock.now().toISOString();
    const events = pause.decide({ type: 'ask', executionId, workflowId, workspaceId, asked: asked.flatMap(pointOf), at }, state);
    if (events.length === 0) return [];
    const outlinedRun = outlinedRunOf(executionId, started);
    return [appendTo(pauseStreamOf(executionId, workspaceId), { expected: position, events, meta, outlinedRun })];
  }

  async queued(executionId: string, workspaceId: string): Promise<ReadonlySet<string>> {
    const { state } = await this.accounts.of(executionId, workspaceId);
    const pending = state?.entries.filter(({ status }) => status === 'pending') ?? [];
    return new Set(pending.map(({ contextId }) => contextId));
  }

  accountOf(executionId: string, workspaceId: string): string {
    return pauseStreamOf(executionId, workspaceId).streamId;
  }

  async askingOf(workflowId: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ execution_id: string }>(
      `select execution_id from paused_execution where workflow_id = $1 and status in ('paused', 'partially_resumed')`,
      [workflowId],
    );
    return rows.map(({ execution_id: id }) => id);
  }

  async askedSince(executionId: string, workspaceId: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ paused_at: Date }>({
      name: 'find_open_pause',
      text: `select paused_at from paused_execution where id = $1 and status in ('paused', 'partially_resumed')`,
      values: [this.accountOf(executionId, workspaceId)],
    });
    return rows[0]?.paused_at.toISOString();
  }

  /** The job of an answer starts when the answer is claimed, and ends when the run has processed it. */
  async #job(entry: ResumeEntry, { state, meta }: RestingRun, at: string): Promise<readonly StreamAppend[]> {
    const job = entry.jobId === null ? undefined : await this.jobs.find(entry.resumeId);
    if (job === undefined || job.completedAt !== null) return [];
    if (entry.status === 'claimed') return [job.beginning(at, meta)];
    const end = endOfJob(entry, state, at);
    // A job fails from *processing* only, so a queued job starts in the same append. A queued job can be cancelled.
    return [isQueued(job) && end.type === 'job.failed' ? job.beginning(at, meta, end) : job.ending(end, meta)];
  }
}

function isQueued({ status }: ExecutionJob): boolean {
  return status === 'queued';
}

function endOfJob({ status, failureReason }: ResumeEntry, state: RestingRun['state'], completedAt: string) {
  const { output, sealed } = state;
  if (status === 'completed') return JobCompleted({ output, ...(sealed === undefined ? {} : { sealed }), completedAt });
  return state.status === 'cancelled' ? JobCancelled({ completedAt }) : JobFailed({ error: failureReason ?? state.status, completedAt });
}

/** The answers whose status has changed. */
function moved(before: PauseState, after: PauseState): readonly ResumeEntry[] {
  const known = new Map(before?.entries.map(({ resumeId, status }) => [resumeId, status]));
  return after?.entries.filter(({ resumeId, status }) => known.get(resumeId) !== status) ?? [];
}

function restCommand({ executionId, state, waits }: RestingRun, at: string): RestCommand {
  const { workflowId, workspaceId } = state.started;
  const run = state.status === 'running' ? 'paused' : state.status;
  return { type: 'rest', executionId, workflowId, workspaceId, waiting: waits.flatMap(pointOf), run, error: state.error, at };
}

/** A timer has no point in the account. */
function pointOf({ node, blockId, output, pausedAt: registeredAt, pause: asked }: RestingRun['waits'][number]): readonly PausePoint[] {
  if (asked.kind === 'time') return [];
  const { contextId, fields, expiresAt, onExpiry, approvers, requiredApprovals, parallelScope, loopScope } = asked;
  const response = output['response'] ?? output;
  const rules = { expiresAt, onExpiry, approvers, requiredApprovals, parallelScope, loopScope };
  return [{ contextId, node, blockId, response, fields: fields.map((field) => ({ ...field })), ...rules, registeredAt }];
}

/** The answers that these events claim. */
export function claimed(events: readonly PauseEvent[], { entries }: PausedExecution): readonly ResumeEntry[] {
  const ids = new Set(events.flatMap((event) => (event.type === 'pause.resume-claimed' ? [event.payload.resumeId] : [])));
  return entries.filter(({ resumeId }) => ids.has(resumeId));
}

type Ended = Rest['answered'][number];

/** The event of the run that ends a pause with an answer. */
export function pauseEnded({ points }: PausedExecution, { contextId, resumeId, input, answers }: ResumeEntry, at: string): Ended {
  const point = points.get(contextId);
  if (point === undefined) throw new Error(`There is no pause point ${contextId}`);
  const { node, blockId } = point.point;
  const given = answers.length > 1 ? [...answers] : answers.map(({ input: _, ...who }) => who);
  return PauseEnded({ node, blockId, reason: 'answered', input, answers: given, resumeId, at });
}
