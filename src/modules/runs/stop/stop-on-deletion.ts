import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { Changes } from '#ledger/projections/changes.js';
import { Signals } from '#ledger/signals/signals.js';
import { Timers } from '#kernel/timers.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { DeletedWorkspaces } from '#modules/identity/index.js';
import { WorkflowDeleted } from '#modules/workflows/index.js';
import { workKinds } from '../jobs/work-kinds.js';
import { ActiveRuns } from '../drive/active-runs.js';

const topic = 'workspace-deleted';
/** Longer than the caches that know a workspace are valid: runs may start in it until they expire. */
const knownEverywhereAfterMs = 1000;

/**
 * Cancels the runs of a deleted workspace. Correctness does not depend on it: every run checks its workspace before it starts, before
 * it continues, and before each effect. Without it an active run would continue to its next effect, and one that waits for a moment to
 * that moment. A run that waits for an answer has no such moment: the module of pauses wakes it, and looks again later for
 * those that were left out.
 *
 * Runs of a deleted workflow that this process drives are cancelled too. `EndRuns` ends all others, and those that are left here.
 */
@Injectable()
export class StopOnDeletion implements OnModuleDestroy {
  readonly #unlisten: readonly (() => void)[];
  #cancelSecondPass: (() => void) | undefined;

  constructor(
    store: EventStore,
    private readonly signals: Signals,
    private readonly queue: WorkQueue,
    private readonly active: ActiveRuns,
    private readonly deleted: DeletedWorkspaces,
    private readonly secrets: WorkspaceSecrets,
    private readonly logger: Logger,
    timers: Timers,
    changes: Changes,
  ) {
    this.#unlisten = [
      store.onAppended((streams) => this.#onAppended(streams)),
      changes.on([WorkflowDeleted.type], ({ streamId }) => this.active.cancelOfWorkflow(streamId)),
      signals.on(topic, () => {
        this.#cancelAll();
        this.#cancelSecondPass?.();
        this.#cancelSecondPass = timers.after(knownEverywhereAfterMs, () => this.#cancelAll());
      }),
    ];
  }

  onModuleDestroy(): void {
    for (const unlisten of this.#unlisten) unlisten();
    this.#cancelSecondPass?.();
  }

  #onAppended(streams: readonly StreamAppend[]): void {
    for (const { lifetime, workspaceId, events } of streams) {
      if (lifetime !== 'ledger' || workspaceId === null || !events.some(({ type }) => type === 'workspace.deleted')) continue;
      // A process that does not know of the deletion yet would end the pause instead of the run.
      this.#logFailure(this.queue.hasten(workspaceId, workKinds.run, knownEverywhereAfterMs));
      this.signals.send(topic);
    }
  }

  #cancelAll(): void {
    this.#logFailure(this.#cancelDeleted());
  }

  async #cancelDeleted(): Promise<void> {
    for (const [workspaceId, runs] of this.active.byWorkspace()) {
      if (!(await this.deleted.has(workspaceId))) continue;
      // Queued jobs take the places of the runs that end here: they must find out before they begin.
      this.secrets.forget(workspaceId);
      for (const run of runs) run.cancel('workspace-deleted');
    }
  }

  #logFailure(work: Promise<void>): void {
    work.catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Runs of a deleted workspace could not be cancelled at once; each ends at its next check'),
    );
  }
}
