import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { appendTo, EventStore, UniqueConflict } from '#ledger/events/event-store.js';
import { retryConflicts } from '#ledger/events/retry-conflicts.js';
import { selectOne } from '#ledger/rows/select.js';
import { Signals } from '#ledger/signals/signals.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import { WorkQueue, type NewWork } from '#ledger/work/work-queue.js';
import { Clock } from '#kernel/clock.js';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { BulkJobRequested, BulkJobStopped, bulkJobStream, type BulkAction } from '../domain/bulk-job.events.js';
import { bulkJobModel, type BulkJobRow } from '../projections/bulk-job.entity.js';

/** A bulk job as it is stored. */
export type StoredBulkJob = BulkJobRow;

export const bulkJobWorkKind = 'bulk-job';

/** Lower than the priority of workflow runs, because clients wait for runs. */
const priority = -1;

export interface NewBulkJob {
  readonly workspaceId: string;
  readonly action: BulkAction;
  readonly executionIds: readonly string[];
  readonly meta: EventMeta;
}

/** What is stored of bulk jobs. Checks no permissions. */
@Injectable()
export class BulkJobs {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly queue: WorkQueue,
    private readonly signals: Signals,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  find(id: string): Promise<StoredBulkJob | undefined> {
    return selectOne(this.pool, bulkJobModel, { id });
  }

  /** Resolves when the request and its work are durable. @throws DomainError conflict while another bulk job of the workspace runs */
  async add({ workspaceId, action, executionIds, meta }: NewBulkJob): Promise<string> {
    const id = this.ids.next();
    const requested = BulkJobRequested({ action, executionIds, at: this.clock.iso() });
    const streams = [appendTo(bulkJobStream.at(id, workspaceId), { expected: 0, events: [requested], meta })];
    try {
      await this.store.append({ streams, writes: [this.queue.add(bulkJobWork(id, workspaceId), this.clock.now())] });
    } catch (error) {
      if (!(error instanceof UniqueConflict && error.constraint === 'bulk_job_running')) throw error;
      throw conflict('CONFLICT', 'Another bulk job runs in this workspace. Wait for its end, or stop it');
    }
    this.signals.send(workTopic);
    return id;
  }

  /** Does nothing to one that has ended. A step that is under way is carried out. */
  async stop(id: string, meta: EventMeta): Promise<void> {
    await retryConflicts(async () => {
      const job = await this.find(id);
      if (job?.status !== 'running') return;
      const stopped = BulkJobStopped({ at: this.clock.iso() });
      const stream = bulkJobStream.at(id, job.workspaceId);
      await this.store.append({ streams: [appendTo(stream, { expected: job.position, events: [stopped], meta })] });
    });
  }
}

/** The work of a bulk job, one item for all its steps. */
export function bulkJobWork(id: string, workspaceId: string): NewWork {
  return { id, kind: bulkJobWorkKind, workspaceId, streamId: id, priority };
}
