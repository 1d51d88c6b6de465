import type { Clock } from '#kernel/clock.js';
import type { ExportConsumer } from '#host/config/files/exports-file.js';
import { makeBatch, type FeedEntry } from '../batch/batch.js';
import type { Sink, StagedBatch } from '../sinks/sink.js';
import type { ConsumerProgress, Progress } from '../store/consumer-progress.js';
import type { Feed } from './feed.js';

export interface ExportParts {
  readonly consumer: ExportConsumer;
  readonly feed: Feed;
  readonly sink: Sink;
  readonly progress: ConsumerProgress;
  readonly clock: Clock;
}

/** The outcome of a step. *again*: more entries are ready; *idle*: there were none. */
export type StepResult = 'again' | 'idle';

/**
 * Sends one batch to one consumer. A batch is stored before it is sent and until it has arrived, so a retry
 * after any failure sends the same bytes.
 */
export class ConsumerExport {
  constructor(private readonly parts: ExportParts) {}

  /** @throws Error if the batch has not arrived; the next step sends it again */
  async step(signal: AbortSignal): Promise<StepResult> {
    const { sink, progress } = this.parts;
    const reached = await progress.read();
    if (reached.batch !== undefined) {
      await sink.deliver(reached.batch, signal);
      await progress.arrived(reached.batch);
      return 'again';
    }
    return this.#goOn(reached);
  }

  async #goOn(reached: Progress): Promise<StepResult> {
    const { feed, progress } = this.parts;
    const part = await feed.after(reached.place);
    if (part === undefined) return 'idle';
    const [first, ...others] = part.entries;
    if (first === undefined) {
      if (part.place !== reached.place) await progress.passed(reached, part.place);
      return part.isMore ? 'again' : 'idle';
    }
    await progress.stage(await this.#batch(reached, [first, ...others]), part.place);
    return 'again';
  }

  async #batch({ number, hash }: Progress, entries: readonly [FeedEntry, ...FeedEntry[]]): Promise<StagedBatch> {
    const { consumer, sink, clock } = this.parts;
    const at = clock.iso();
    const batch = makeBatch({ consumer: consumer.name, feed: consumer.feed, number: number + 1, at, previous: hash }, entries);
    return { ...batch, place: await sink.place(at) };
  }
}
