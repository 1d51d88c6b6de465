import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { Clock } from '#kernel/clock.js';
import { ExecutionJobs } from '../jobs/execution-jobs.js';
import { isRest } from '#engine/execution.state.js';
import type { FoundRun } from '../find/run-finder.js';
import { Stopping } from '../stop/stopping.js';
import type { SelectedOutput } from './output-selection.js';
import { RunTails } from './run-tails.js';
import { endMark, isBehind, StreamFrames, type PlacedEvent, type StreamFrame } from './stream-frames.js';

/** A frame, or a remark that only keeps the connection alive. */
export type Message = StreamFrame | { readonly comment: string };

export interface Watch {
  readonly selection: readonly SelectedOutput[];
  /** The last frame that the reader has. */
  readonly after: string | undefined;
  /** Aborts when the reader is gone. */
  readonly gone: AbortSignal;
  /** Ends where the run first came to rest, whatever has become of it since. */
  readonly untilRest?: boolean;
  /** After this long without a frame the reader is told that all is well. */
  readonly heartbeatMs?: number;
}

interface Page {
  readonly told: readonly StreamFrame[];
  /** That of the last event that was read. */
  readonly position: number;
  readonly hasMore: boolean;
}

/** Events in memory for each reader. */
const pageSize = 16;
const defaultHeartbeatMs = 15_000;
/** How often somebody looks whether a run that has not begun ever will. */
const beginMs = 1000;

/**
 * Tells what is durable of a run, frame by frame, as it becomes so, and from any place on. The run knows nothing of its readers; they
 * may come late, leave, and come back.
 */
@Injectable()
export class RunFollower {
  constructor(
    private readonly store: EventStore,
    private readonly jobs: ExecutionJobs,
    private readonly tails: RunTails,
    private readonly stopping: Stopping,
    private readonly clock: Clock,
  ) {}

  /** Ends with the run, when the reader is gone, or when the process stops. Reads on when the reader asks for more. */
  async *follow({ executionId }: FoundRun, watch: Watch): AsyncGenerator<Message, void, undefined> {
    const { selection, after, gone, untilRest = false, heartbeatMs = defaultHeartbeatMs } = watch;
    const frames = new StreamFrames(selection);
    let spokenAtMs = -Infinity;
    for (let position = 0; !gone.aborted;) {
      const next = await this.#next(executionId, position, frames, untilRest);
      position = next.position;
      const news = next.told.filter(({ id }) => isBehind(id, after));
      for (const frame of news) {
        yield frame;
        spokenAtMs = this.#nowMs();
      }
      if (frames.isOver || news.at(-1)?.data === endMark) return;
      if (next.hasMore) continue;
      if (this.stopping.signal.aborted) return yield { comment: 'the server is stopping; come back for the rest' };
      if (this.#nowMs() - spokenAtMs >= heartbeatMs) {
        yield { comment: 'waiting' };
        spokenAtMs = this.#nowMs();
      }
      await this.#wait(executionId, position, { ms: spokenAtMs + heartbeatMs - this.#nowMs(), gone });
    }
  }

  /** The frames of one page. Who has seen already that the run rests waits for what comes then. */
  async #next(executionId: string, after: number, frames: StreamFrames, untilRest: boolean): Promise<Page> {
    const read = (await this.store.read('run', executionId, after, pageSize)) as unknown as readonly PlacedEvent[];
    const page = untilRest ? upToRest(read) : read;
    const position = page.at(-1)?.position ?? after;
    if (position === 0) return this.#unbegun(executionId, frames);
    const told = page.flatMap((event) => frames.take(event));
    const hasMore = page.length === pageSize && !(untilRest && page.some(isRest));
    return { told: hasMore ? told : [...told, ...frames.resting()], position, hasMore };
  }

  /** A job that was cancelled or set aside before its run began leaves no events of the run. */
  async #unbegun(executionId: string, frames: StreamFrames): Promise<Page> {
    const job = await this.jobs.find(executionId);
    if (job === undefined || job.completedAt === null) return { told: [], position: 0, hasMore: false };
    // The run may have begun and ended since somebody looked.
    const hasMore = (await this.store.read('run', executionId, 0, 1)).length > 0;
    return { told: hasMore ? [] : frames.neverBegan(job.error), position: 0, hasMore };
  }

  async #wait(executionId: string, position: number, { ms, gone }: { ms: number; gone: AbortSignal }): Promise<void> {
    const enough = new AbortController();
    const stop = (): void => enough.abort();
    const timer = setTimeout(stop, position === 0 ? Math.min(beginMs, ms) : ms);
    const reasons = [gone, this.stopping.signal];
    for (const reason of reasons) reason.addEventListener('abort', stop);
    if (reasons.some(({ aborted }) => aborted)) stop();
    await this.tails.grown(executionId, position, enough.signal);
    clearTimeout(timer);
    for (const reason of reasons) reason.removeEventListener('abort', stop);
  }

  #nowMs(): number {
    return this.clock.now().getTime();
  }
}

function upToRest(page: readonly PlacedEvent[]): readonly PlacedEvent[] {
  const rest = page.findIndex(isRest);
  return rest === -1 ? page : page.slice(0, rest + 1);
}
