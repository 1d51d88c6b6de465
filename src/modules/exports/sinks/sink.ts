import type { Batch } from '../batch/batch.js';

/** A batch that is stored until it has arrived. */
export interface StagedBatch extends Batch {
  /** The result of `Sink.place` for the batch. */
  readonly place: number;
}

/** The destination of the batches of one consumer. */
export interface Sink {
  /** The place of a batch of this time. It is stored with the batch, so that every retry uses it. */
  place(at: string): Promise<number>;
  /** Resolves when the batch is durable; @throws Error otherwise. A batch may be sent more than once. */
  deliver(batch: StagedBatch, signal: AbortSignal): Promise<void>;
}
