import { Injectable } from '@nestjs/common';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#infrastructure/queue/work-handler.js';
import { workItem } from '#infrastructure/queue/work-item.js';
import { maxAttempts } from '#infrastructure/queue/work-queue.js';
import type { ExecutionEvent } from '../domain/execution.events.js';
import { Runs, runWorkKind } from '../runtime/runs.js';

/** Goes on with a synchronous run whose process is gone: its caller has left, but what it began is brought to an end. */
@Injectable()
export class RecoverRun extends WorkHandler {
  readonly kind = runWorkKind;

  constructor(
    private readonly runs: Runs,
    private readonly store: EventStore,
  ) {
    super();
  }

  async work({ item, lost, draining }: HeldWork): Promise<WorkOutcome> {
    const executionId = item.streamId;
    const history = (await this.store.read('run', executionId)) as unknown as ExecutionEvent[];
    const lease = { itemId: item.id, fence: item.fence };
    const finishing = (): { writes: ReturnType<typeof workItem.remove>[] } => ({ writes: [workItem.remove({ id: item.id })] });
    const run = { executionId, history, meta: {}, lease, lost, draining, finishing };
    if (item.attempts > maxAttempts) {
      await this.runs.quarantine(run, item.attempts - 1);
      return 'finished';
    }
    const state = await this.runs.takeOver(run);
    return state === undefined ? 'released' : 'finished';
  }
}
