import { Injectable } from '@nestjs/common';
import { appendTo, EventStore } from '#ledger/events/event-store.js';
import { retryConflicts } from '#ledger/events/retry-conflicts.js';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#ledger/work/work-handler.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue, type ClaimedItem } from '#ledger/work/work-queue.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { BulkJobAdvanced, BulkJobCompleted, BulkJobRequested, bulkJobStream, type BulkProgress } from '../domain/bulk-job.events.js';
import { BulkJobs, bulkJobWork, bulkJobWorkKind } from '../store/bulk-jobs.js';
import { BulkStep } from './bulk-step.js';

/** With at most 10 runs a step: 50 a second. */
const pauseMs = 200;
/** When a bulk job continues whose account may not start runs at the moment. */
const waitMs = 60_000;
/** After that many claims of one step, a run that the server cannot cancel or replay is left out. */
const patience = 5;

/** Carries out bulk jobs step by step. A step that a killed process has begun is repeated. Between two steps no process holds the work. */
@Injectable()
export class BulkJobWork extends WorkHandler {
  readonly kind = bulkJobWorkKind;

  constructor(
    private readonly store: EventStore,
    private readonly jobs: BulkJobs,
    private readonly step: BulkStep,
    private readonly queue: WorkQueue,
    private readonly clock: Clock,
  ) {
    super();
  }

  async work({ item }: HeldWork): Promise<WorkOutcome> {
    const job = await this.jobs.find(item.streamId);
    const [requested] = await this.store.read(bulkJobStream, item.streamId, 0, 1);
    if (job?.status !== 'running' || requested?.type !== BulkJobRequested.type) {
      await this.store.append({ streams: [], writes: [workItem.remove({ id: item.id })], lease: { itemId: item.id, fence: item.fence } });
      return 'finished';
    }
    const { actorId, keyId, requestId, ip, userAgent } = requested.meta;
    const known = Object.entries({ actorId, keyId, requestId, ip, userAgent }).filter(([, value]) => value !== undefined);
    const meta: EventMeta = { ...Object.fromEntries(known), causationId: job.id };
    const progress = await this.step.carryOut(job, requested.payload.executionIds, { meta, isTolerant: item.attempts > patience });
    await retryConflicts(() => this.#record(item, progress, meta));
    return 'finished';
  }

  /** The row is read again after a conflict: a user has stopped the job. What the step has done is recorded then too. */
  async #record(item: ClaimedItem, progress: BulkProgress, meta: EventMeta): Promise<void> {
    const job = await this.jobs.find(item.streamId);
    if (job === undefined) return;
    const { id, workspaceId, position, found, status } = job;
    const at = this.clock.iso();
    const isLast = progress.done >= found;
    const isNews = progress.done !== job.done || progress.waitsFor !== job.waitsFor;
    const isRunning = status === 'running';
    const advanced = BulkJobAdvanced({ ...progress, waitsFor: isRunning ? progress.waitsFor : null, at });
    const events = [...(isNews ? [advanced] : []), ...(isLast && isRunning ? [BulkJobCompleted({ at })] : [])];
    const streams = events.length === 0 ? [] : [appendTo(bulkJobStream.at(id, workspaceId), { expected: position, events, meta })];
    const next = isLast || !isRunning ? [] : [this.#later(item, progress)];
    const lease = { itemId: item.id, fence: item.fence };
    await this.store.append({ streams, writes: [workItem.remove({ id: item.id }), ...next], lease });
  }

  #later({ streamId, workspaceId, fence }: ClaimedItem, { waitsFor }: BulkProgress): ReturnType<WorkQueue['schedule']> {
    const dueAt = new Date(this.clock.now().getTime() + (waitsFor === null ? pauseMs : waitMs));
    return this.queue.schedule(bulkJobWork(streamId, workspaceId), dueAt, fence);
  }
}
