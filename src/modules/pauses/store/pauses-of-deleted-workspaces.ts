import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';
import { ResumeRun } from '#modules/runs/index.js';

/** A run with an open question, and the id of its answer account. */
interface OpenPause {
  readonly id: string;
  readonly execution_id: string;
}

const mostAtOnce = 500;
const beforeAllIds = '00000000-0000-0000-0000-000000000000';
const failure = 'A paused run of a deleted workspace could not be woken; the next round will retry';

/** Wakes the paused runs of deleted workspaces. No person can answer them any more, so they end. */
@Injectable()
export class PausesOfDeletedWorkspaces implements OnModuleDestroy {
  readonly #unlisten: () => void;

  constructor(
    private readonly pool: Pool,
    private readonly resume: ResumeRun,
    private readonly logger: Logger,
    store: EventStore,
  ) {
    this.#unlisten = store.onAppended((streams) => {
      for (const { workspaceId, events } of streams) {
        if (workspaceId === null || !events.some(({ type }) => type === 'workspace.deleted')) continue;
        this.#wakeAllOf(workspaceId).catch((error: unknown) =>
          logger.warn({ err: error }, 'Paused runs of a deleted workspace were not found; the next round will retry'),
        );
      }
    });
  }

  onModuleDestroy(): void {
    this.#unlisten();
  }

  /**
   * Wakes the runs that the deletion has not: the process that deleted the workspace was lost, a wake failed, or the run has asked its
   * question since. A question without an expiry has no timer that would end it.
   */
  async wakeLeft(signal: AbortSignal): Promise<void> {
    // A run stays open until a worker has ended it, so a round looks at each once.
    for (let after: string | undefined = beforeAllIds; after !== undefined && !signal.aborted;) {
      const open = await this.#openAfter(after);
      await this.#wake(open, signal);
      after = open.length < mostAtOnce ? undefined : open.at(-1)?.id;
    }
  }

  async #openAfter(id: string): Promise<readonly OpenPause[]> {
    const { rows } = await this.pool.query<OpenPause>({
      name: 'pauses_of_deleted_workspaces',
      text: `select p.id, p.execution_id from paused_execution p join workspace_terms w on w.workspace_id = p.workspace_id
             where w.deleted_at is not null and p.status in ('paused', 'partially_resumed') and p.id > $1
             order by p.id limit ${mostAtOnce}`,
      values: [id],
    });
    return rows;
  }

  async #wakeAllOf(workspaceId: string): Promise<void> {
    const { rows } = await this.pool.query<OpenPause>(
      `select id, execution_id from paused_execution where workspace_id = $1 and status in ('paused', 'partially_resumed')`,
      [workspaceId],
    );
    await this.#wake(rows);
  }

  /** One that fails does not keep the others from being woken. */
  async #wake(open: readonly OpenPause[], signal?: AbortSignal): Promise<void> {
    for (const { execution_id: executionId } of open) {
      if (signal?.aborted === true) return;
      await this.resume.wake(executionId).catch((error: unknown) => this.logger.warn({ err: error, executionId }, failure));
    }
  }
}
