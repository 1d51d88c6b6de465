import { Injectable } from '@nestjs/common';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#ledger/work/work-handler.js';
import { maxAttempts } from '#ledger/work/work-queue.js';
import { runWorkKind } from '../start/execution-start.js';
import { OwnWork } from '../drive/own-work.js';
import { Runs } from '../drive/runs.js';

/** Goes on with a run that waited, or that was synchronous and whose process is gone: what was begun is brought to an end. */
@Injectable()
export class RecoverRun extends WorkHandler {
  readonly kind = runWorkKind;

  constructor(
    private readonly runs: Runs,
    private readonly own: OwnWork,
  ) {
    super();
  }

  async work({ item, lost, draining }: HeldWork): Promise<WorkOutcome> {
    const lease = { itemId: item.id, fence: item.fence };
    const run = await this.own.taken({ executionId: item.streamId, lease, lost, draining }, {});
    if (item.attempts > maxAttempts) {
      await this.runs.quarantine(run, item.attempts - 1);
      return 'finished';
    }
    const state = await this.runs.takeOver(run);
    return state === undefined ? 'released' : 'finished';
  }
}
