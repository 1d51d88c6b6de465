import type { Batch } from '../batch/batch.js';

/** A batch that is kept until it has arrived. */
export interface StagedBatch extends Batch {
  /** What `Sink.place` said when it was made. */
  readonly place: number;
}

/** Where the batches of one consumer go. */
export interface Sink {
  /** Where a batch of this time will lie; kept with the batch, so that it is put there however often that takes. */
  place(at: string): Promise<number>;
  /** Resolves once the batch is safe there; @throws Error otherwise. The same batch may come again. */
  deliver(batch: StagedBatch, signal: AbortSignal): Promise<void>;
}
