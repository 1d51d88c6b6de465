import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { Signals } from '#ledger/signals/signals.js';
import { Timers } from '#kernel/timers.js';
import { DeletedWorkspaces } from '#modules/identity/index.js';
import { runWorkKind } from '../start/execution-start.js';
import { LiveRuns } from '../drive/live-runs.js';

const topic = 'workspace-deleted';
/** Longer than what was known of a workspace is remembered: until then runs may begin in it. */
const lookAgainAfterMs = 1000;

/**
 * Tells the runs of a workspace that is deleted. Nothing depends on it: every run looks by itself before it begins, goes on or
 * touches the outside. But runs that are under way would go on to their next effect, and those that wait to the end of their wait.
 */
@Injectable()
export class OrphanedRuns implements OnModuleDestroy {
  readonly #unlisten: readonly (() => void)[];
  #callOff: (() => void) | undefined;

  constructor(
    store: EventStore,
    private readonly signals: Signals,
    private readonly queue: WorkQueue,
    private readonly live: LiveRuns,
    private readonly deleted: DeletedWorkspaces,
    private readonly logger: Logger,
    timers: Timers,
  ) {
    this.#unlisten = [
      store.onAppended((streams) => this.#told(streams)),
      signals.on(topic, () => {
        this.#tellAll();
        this.#callOff?.();
        this.#callOff = timers.after(lookAgainAfterMs, () => this.#tellAll());
      }),
    ];
  }

  onModuleDestroy(): void {
    for (const unlisten of this.#unlisten) unlisten();
    this.#callOff?.();
  }

  #told(streams: readonly StreamAppend[]): void {
    for (const { lifetime, workspaceId, events } of streams) {
      if (lifetime !== 'ledger' || workspaceId === null || !events.some(({ type }) => type === 'workspace.deleted')) continue;
      this.#unhindered(this.queue.hasten(workspaceId, runWorkKind));
      this.signals.send(topic);
    }
  }

  #tellAll(): void {
    this.#unhindered(this.#orphan());
  }

  async #orphan(): Promise<void> {
    for (const [workspaceId, runs] of this.live.byWorkspace()) {
      if (await this.deleted.has(workspaceId)) for (const run of runs) run.orphan();
    }
  }

  #unhindered(work: Promise<void>): void {
    work.catch((error: unknown) => this.logger.warn({ err: error }, 'Runs of a deleted workspace end a little later'));
  }
}
