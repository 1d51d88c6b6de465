import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { FeedPosition } from '#ledger/projections/event-feed.js';
import { Stopping } from '#modules/runs/index.js';
import { ChangedEntriesReads, type ChangedEntries } from './changed-entries.js';
import { RunChanges } from './run-changes.js';

/** Changed entries, a comment that keeps the connection open, or the end of a connection that begins again. */
export type ChangesMessage = ChangedEntries | { readonly comment: string } | { readonly reconnectMs: number };

/** What changes in the runs of a workspace after a place. @throws DomainError forbidden */
export class FollowLogChanges extends Query<AsyncIterable<ChangesMessage>> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly after: FeedPosition | undefined,
    /** Aborts when the reader has disconnected. */
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

const heartbeatMs = 15_000;
/** A connection ends then, so that a reader who has lost access is refused with the next one. */
const longestMs = 60_000;
const reconnectMs = 1000;

@QueryHandler(FollowLogChanges)
export class FollowLogChangesHandler implements IQueryHandler<FollowLogChanges> {
  constructor(
    private readonly changes: RunChanges,
    private readonly reads: ChangedEntriesReads,
    private readonly stopping: Stopping,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, workspaceId, after, gone }: FollowLogChanges): Promise<AsyncIterable<ChangesMessage>> {
    requireWorkspace(caller, workspaceId, 'read');
    return this.#entered(workspaceId, after, gone);
  }

  async *#entered(
    workspaceId: string,
    after: FeedPosition | undefined,
    gone: AbortSignal,
  ): AsyncGenerator<ChangesMessage, void, undefined> {
    const leave = this.changes.enter();
    try {
      yield* this.#messages(workspaceId, after, gone);
    } finally {
      leave();
    }
  }

  /** The first message tells the place, also when nothing has changed. */
  async *#messages(
    workspaceId: string,
    after: FeedPosition | undefined,
    gone: AbortSignal,
  ): AsyncGenerator<ChangesMessage, void, undefined> {
    const endsAtMs = this.#nowMs() + longestMs;
    let [place, sentAtMs] = [after, -Infinity];
    for (let isFirst = true; !gone.aborted; isFirst = false) {
      const { round } = this.changes;
      const passage = await this.changes.after(workspaceId, place);
      place = passage.place;
      if (isFirst || passage.isMissed || passage.changes.length > 0) {
        yield await this.reads.of(workspaceId, passage);
        sentAtMs = this.#nowMs();
      }
      if (this.stopping.signal.aborted || this.#nowMs() >= endsAtMs) return yield { reconnectMs };
      if (this.#nowMs() - sentAtMs >= heartbeatMs) {
        yield { comment: 'waiting' };
        sentAtMs = this.#nowMs();
      }
      const ms = Math.min(endsAtMs, sentAtMs + heartbeatMs) - this.#nowMs();
      await this.changes.next(round, Math.max(1, ms), [gone, this.stopping.signal]);
    }
  }

  #nowMs(): number {
    return this.clock.now().getTime();
  }
}
