import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';
import { ResumeRun } from '#modules/runs/index.js';

/** Wakes the paused runs of a deleted workspace. No person can answer them any more, so they end. */
@Injectable()
export class PausesOfDeletedWorkspaces implements OnModuleDestroy {
  readonly #unlisten: () => void;

  constructor(
    private readonly pool: Pool,
    private readonly resume: ResumeRun,
    logger: Logger,
    store: EventStore,
  ) {
    this.#unlisten = store.onAppended((streams) => {
      for (const { workspaceId, events } of streams) {
        if (workspaceId === null || !events.some(({ type }) => type === 'workspace.deleted')) continue;
        this.#wake(workspaceId).catch((error: unknown) =>
          logger.warn({ err: error }, 'Paused runs of a deleted workspace could not be woken; they end when their pauses end'),
        );
      }
    });
  }

  onModuleDestroy(): void {
    this.#unlisten();
  }

  async #wake(workspaceId: string): Promise<void> {
    const { rows } = await this.pool.query<{ execution_id: string }>(
      `select execution_id from paused_execution where workspace_id = $1 and status in ('paused', 'partially_resumed')`,
      [workspaceId],
    );
    for (const { execution_id: executionId } of rows) await this.resume.wake(executionId);
  }
}
