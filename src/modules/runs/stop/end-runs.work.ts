import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#ledger/work/work-handler.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue, type ClaimedItem } from '#ledger/work/work-queue.js';
import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { WorkflowDirectory, endOfRunsKind } from '#modules/workflows/index.js';
import { isOver } from '#engine/execution.state.js';
import { PauseBook } from '../ports/pause-book.js';
import { StopRun } from './stop-run.js';

const atOnce = 10;
/** When those are tried again that could not be ended. */
const againAfterMs = 1000;

/**
 * Ends the runs of a deleted workflow: those in the queue, those that are active in any process, and those that are paused. It is repeated until none
 * is left. When its process is lost, another one begins again.
 */
@Injectable()
export class EndRuns extends WorkHandler {
  readonly kind = endOfRunsKind;

  constructor(
    private readonly store: EventStore,
    private readonly queue: WorkQueue,
    private readonly stop: StopRun,
    private readonly book: PauseBook,
    private readonly workflows: WorkflowDirectory,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  async work({ item, lost, draining }: HeldWork): Promise<WorkOutcome> {
    const meta = { ...(await this.workflows.deletionOf(item.streamId)), causationId: item.id };
    const queued = await this.queue.runsOf(item.streamId);
    const runs = [...new Set([...queued, ...(await this.book.askingOf(item.streamId))])];
    let isAnyLeft = false;
    for (let next = 0; next < runs.length; next += atOnce) {
      if (draining.aborted || lost.aborted) return 'released';
      const ended = await Promise.all(runs.slice(next, next + atOnce).map((executionId) => this.#end(executionId, item, meta)));
      isAnyLeft ||= ended.includes(false);
    }
    const { id, kind, workspaceId, streamId, priority, fence } = item;
    const dueAt = new Date(this.clock.now().getTime() + againAfterMs);
    const again = isAnyLeft ? [this.queue.schedule({ id, kind, workspaceId, streamId, priority }, dueAt, fence)] : [];
    await this.store.append({ streams: [], writes: [workItem.remove({ id }), ...again], lease: { itemId: id, fence } });
    return 'finished';
  }

  /** @returns whether the run has ended. One that cannot be ended does not keep the others active. */
  async #end(executionId: string, { streamId: workflowId, workspaceId }: ClaimedItem, meta: EventMeta): Promise<boolean> {
    try {
      const run = { executionId, workspaceId, workflowId };
      const { status } = await this.stop.cancel(run, { ...meta, correlationId: executionId }, 'workflow-deleted');
      return status !== 'queued' && isOver({ status });
    } catch (error) {
      this.logger.warn({ err: error, executionId }, 'A run of a deleted workflow could not be ended; it will be tried again');
      return false;
    }
  }
}
