import { Injectable } from '@nestjs/common';
import type { Write } from '#ledger/rows/read-model.js';
import { Signals } from '#ledger/signals/signals.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import { Ids } from '#kernel/ids.js';

/** The kind of the work that ends the runs of a deleted workflow. The module runs does it. */
export const endOfRunsKind = 'end-runs';

/** Runs that other processes have started from what they remember of the workflow are durable by then. */
const nothingStartsAfterMs = 2000;

/** The work that follows on the deletion of a workflow. */
@Injectable()
export class EndOfRuns {
  constructor(
    private readonly queue: WorkQueue,
    private readonly signals: Signals,
    private readonly ids: Ids,
  ) {}

  /** The rows of that work, for the append that deletes the workflow: at once, and again when no run can start any more. */
  of({ workflowId, workspaceId }: { readonly workflowId: string; readonly workspaceId: string }, at: string): readonly Write[] {
    const work = () => ({ id: this.ids.next(), kind: endOfRunsKind, workspaceId, streamId: workflowId, priority: 1 });
    const now = new Date(at);
    return [this.queue.add(work(), now), this.queue.schedule(work(), new Date(now.getTime() + nothingStartsAfterMs))];
  }

  /** To be called when the deletion is durable: a worker that has nothing to do claims the work at once. */
  announce(): void {
    this.signals.send(workTopic);
  }
}
