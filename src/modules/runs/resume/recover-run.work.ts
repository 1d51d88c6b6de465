import { Injectable } from '@nestjs/common';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#ledger/work/work-handler.js';
import { workKinds } from '../jobs/work-kinds.js';
import { Quarantine } from '../stop/quarantine.js';
import { RunDriver } from '../drive/run-driver.js';
import { RunStore } from '../find/run-store.js';

/** Continues a run that has its own work item: a run whose pause is over, or an orphaned run that was started without a job. */
@Injectable()
export class RecoverRun extends WorkHandler {
  readonly kind = workKinds.run;

  constructor(
    private readonly driver: RunDriver,
    private readonly runs: RunStore,
    private readonly quarantine: Quarantine,
  ) {
    super();
  }

  async work({ item, lost, draining }: HeldWork): Promise<WorkOutcome> {
    const lease = { itemId: item.id, fence: item.fence };
    const run = await this.runs.takenOver({ executionId: item.streamId, lease, lost, draining }, {});
    const verdict = await this.quarantine.verdictOn(item, run.history);
    if (verdict !== undefined) {
      await this.driver.quarantine(run, verdict);
      return 'finished';
    }
    const state = await this.driver.takeOver(run);
    return state === undefined ? 'released' : 'finished';
  }
}
