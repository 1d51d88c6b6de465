import { LeaseLost, type EventStore, type Lease } from '#ledger/events/event-store.js';
import { retryConflicts } from '#ledger/events/retry-conflicts.js';
import type { EventMeta } from '#kernel/event.js';
import type { BlockPaused } from '#engine/execution.events.js';
import type { Started } from '../jobs/execution-start.js';
import type { PauseBook } from '../ports/pause-book.js';

interface AskingRun {
  readonly executionId: string;
  readonly started: Started;
  readonly meta: EventMeta;
  /** The lease under which this process drives the run, once it has one. */
  readonly lease: () => Lease | undefined;
  readonly onError: (error: unknown) => void;
}

/**
 * The questions of a run that is active in other branches: they are opened at once, so that they can be answered before the run rests. The
 * lease fences this: a run that another process has taken over or ended opens nothing here.
 */
export class EarlyQuestions {
  #opening: Promise<void> | undefined;

  constructor(
    private readonly store: EventStore,
    private readonly book: PauseBook,
    private readonly run: AskingRun,
  ) {}

  /** Opens those that are not open yet, when their events are durable. If this fails, the next rest of the run opens them. */
  open(asked: readonly ReturnType<typeof BlockPaused>['payload'][], durable: Promise<void>): void {
    const earlier = this.#opening ?? Promise.resolve();
    // Those who wait for the events learn why they could not be stored.
    const isDurable = durable.then(
      () => true,
      () => false,
    );
    this.#opening = Promise.all([isDurable, earlier])
      .then(([mayOpen]) => (mayOpen ? retryConflicts(() => this.#append(asked)) : undefined))
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) this.run.onError(error);
      });
  }

  /** The context ids of the questions whose answers wait until the run rests. */
  queued(): Promise<ReadonlySet<string>> {
    return this.book.queued(this.run.executionId, this.run.started.workspaceId);
  }

  /** Waits for what is being opened. @returns whether anything was */
  async settled(): Promise<boolean> {
    if (this.#opening === undefined) return false;
    await this.#opening;
    return true;
  }

  async #append(asked: Parameters<EarlyQuestions['open']>[0]): Promise<void> {
    const { executionId, started, meta } = this.run;
    const streams = await this.book.ask({ executionId, started, asked, meta });
    const lease = this.run.lease();
    if (streams.length > 0 && lease !== undefined) await this.store.append({ streams, lease });
  }
}
