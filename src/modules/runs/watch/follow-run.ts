import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { Clock } from '#kernel/clock.js';
import { ExecutionJobs } from '../jobs/execution-jobs.js';
import { executionStream } from '#engine/execution.events.js';
import { isRest, restAfter, type ExecutionState } from '#engine/execution.state.js';
import type { FoundRun } from '../find/run-store.js';
import { ActiveRuns } from '../drive/active-runs.js';
import { Stopping } from '../drive/stopping.js';
import type { SelectedOutput } from '../find/output-selection.js';
import { ContinuesElsewhere } from './continues-elsewhere.js';
import { StreamTails, type News } from './stream-tails.js';
import { plainProtocol, type StreamProtocol } from './agent-frames.js';
import { endMark, farthest, StreamFrames, type OpenText, type StreamFrame } from './stream-frames.js';
import { TextPieces } from '../store/texts/text-pieces.js';
import type { TextKind } from '../store/texts/run-text.entity.js';

/**
 * A frame, a comment that keeps the connection open, or the end of a stream whose process stops: the reader connects again after
 * `reconnectMs`, and another process sends the rest.
 */
export type Message = StreamFrame | { readonly comment: string } | { readonly reconnectMs: number };

export interface Watch {
  readonly selection: readonly SelectedOutput[];
  /** Id of the last frame that the reader has. */
  readonly after: string | undefined;
  /** What the reader wants of the calls of models. */
  readonly protocol?: StreamProtocol | undefined;
  /** Aborts when the reader has disconnected. */
  readonly gone: AbortSignal;
  /** Ends at the first pause or end of the run at this position or later, even if the run has continued since. */
  readonly untilRestFrom?: number | undefined;
  /** Time without a frame after which a comment is sent, in ms. */
  readonly heartbeatMs?: number;
}

interface Page {
  readonly frames: readonly StreamFrame[];
  /** Position of the last event that was read. */
  readonly position: number;
  readonly hasMore: boolean;
}

/** Events that one reader holds in memory. */
const pageSize = 16;
const defaultHeartbeatMs = 15_000;
/** Interval at which the job of a run that has not started is read, in ms. */
const jobPollMs = 1000;
/** Interval at which a run that has started is read although nothing is known to have happened, in ms. */
const longestWaitMs = 60_000;
const reconnectMs = 1000;
const notStored = 'The run could not be started';
const textKinds: readonly TextKind[] = ['reasoning', 'text'];

/**
 * Follows runs by their durable events. A follower may start at any position, late or again; the run does not depend on it.
 */
@Injectable()
export class FollowRun {
  constructor(
    private readonly store: EventStore,
    private readonly jobs: ExecutionJobs,
    private readonly active: ActiveRuns,
    private readonly tails: StreamTails,
    private readonly pieces: TextPieces,
    private readonly stopping: Stopping,
    private readonly clock: Clock,
  ) {}

  /** Ends with the run, when the reader disconnects, or when the process stops. Reads a page when the reader asks for more. */
  async *follow({ executionId }: FoundRun, watch: Watch): AsyncGenerator<Message, void, undefined> {
    const stop = this.tails.follow(executionId);
    try {
      yield* this.#messages(executionId, watch);
    } finally {
      stop();
    }
  }

  async *#messages(executionId: string, watch: Watch): AsyncGenerator<Message, void, undefined> {
    const { selection, after, protocol = plainProtocol, gone, untilRestFrom, heartbeatMs = defaultHeartbeatMs } = watch;
    const frames = new StreamFrames(selection, { protocol, after });
    let sentAtMs = -Infinity;
    for (let position = 0; !gone.aborted;) {
      const next = await this.#readPage(executionId, position, frames, untilRestFrom);
      position = next.position;
      for (const frame of next.frames) {
        yield frame;
        sentAtMs = this.#nowMs();
      }
      if (frames.isOver || next.frames.at(-1)?.data === endMark) return;
      if (next.hasMore) continue;
      for (let news: News = 'text'; news === 'text' && !gone.aborted;) {
        for await (const frame of this.#texts(executionId, frames)) {
          yield frame;
          sentAtMs = this.#nowMs();
        }
        if (this.stopping.signal.aborted) return yield { reconnectMs };
        if (this.#nowMs() - sentAtMs >= heartbeatMs) {
          yield { comment: 'waiting' };
          sentAtMs = this.#nowMs();
        }
        news = await this.#wait(executionId, position, { ms: sentAtMs + heartbeatMs - this.#nowMs(), gone, open: frames.open });
      }
    }
  }

  /** The durable text of the calls in progress, as far as it is behind what was taken. */
  async *#texts(executionId: string, frames: StreamFrames): AsyncGenerator<StreamFrame> {
    for (const open of frames.open) {
      for (const kind of textKinds) {
        if (open.from[kind] === farthest) continue;
        const text = await this.pieces.read(executionId, open.position, open.attempt, open.from[kind], kind);
        if (text !== '') yield* frames.takeText(open, kind, text);
      }
    }
  }

  /**
   * The state of the run at its next pause or end after this position; undefined for a run that will not start. Every other run reaches
   * one, by its deadline at the latest.
   * @throws DomainError unavailable when this process stops, or `gone` aborts, before that
   */
  async nextRest(executionId: string, position: number, gone?: AbortSignal): Promise<ExecutionState | undefined> {
    const reasons = [this.stopping.signal, ...(gone === undefined ? [] : [gone])];
    const stop = this.tails.follow(executionId);
    try {
      for (let read = position, hasWaited = false; ; hasWaited = true) {
        const events = await this.store.read(executionStream, executionId, read);
        if (events.some(isRest)) return restAfter(read === 0 ? events : await this.store.read(executionStream, executionId), position);
        read = events.at(-1)?.position ?? read;
        // Most runs start soon, so their jobs are not read.
        if (read === 0 && hasWaited && (await this.#neverStarted(executionId)) !== undefined) return undefined;
        await this.#waitForMore(executionId, read, reasons);
      }
    } finally {
      stop();
    }
  }

  async #waitForMore(executionId: string, after: number, reasons: readonly AbortSignal[]): Promise<void> {
    if (reasons.some(({ aborted }) => aborted)) throw new ContinuesElsewhere(executionId);
    await this.tails.grownWithin(after === 0 ? jobPollMs : longestWaitMs, reasons, { streamId: executionId, after });
  }

  /** The frames of one page. A reader that has seen a pause waits for the events after it. */
  async #readPage(executionId: string, after: number, frames: StreamFrames, restFrom = Infinity): Promise<Page> {
    const read = await this.store.read(executionStream, executionId, after, pageSize);
    const last = read.findIndex((event) => event.position >= restFrom && isRest(event));
    const page = last === -1 ? read : read.slice(0, last + 1);
    const position = page.at(-1)?.position ?? after;
    if (position === 0) return this.#unstarted(executionId, frames);
    const own = page.flatMap((event) => frames.take(event));
    const hasMore = last === -1 && page.length === pageSize;
    return { frames: hasMore ? own : [...own, ...frames.resting()], position, hasMore };
  }

  async #unstarted(executionId: string, frames: StreamFrames): Promise<Page> {
    const ended = await this.#neverStarted(executionId);
    return { frames: ended === undefined ? [] : frames.neverStarted(ended.error), position: 0, hasMore: false };
  }

  /**
   * How a run ended that has no event and will have none: its job ended before it, or the process that drove it could not store it.
   * Undefined for every other run.
   */
  async #neverStarted(executionId: string): Promise<{ readonly error: string | undefined } | undefined> {
    // In this order: a run that is not active any more is durable by now, or never will be.
    const isActive = this.active.has(executionId);
    const hasEnded = await this.jobs.hasEnded(executionId);
    const mayStart = hasEnded === undefined ? isActive : !hasEnded;
    if (mayStart || (await this.store.read(executionStream, executionId, 0, 1)).length > 0) return undefined;
    const job = hasEnded === undefined ? undefined : await this.jobs.find(executionId);
    return { error: job === undefined ? notStored : job.error };
  }

  async #wait(
    executionId: string,
    position: number,
    { ms, gone, open }: { ms: number; gone: AbortSignal; open: readonly OpenText[] },
  ): Promise<News> {
    const texts = open.map(({ call: _, ...place }) => ({ ...place, executionId }));
    return this.tails.grownWithin(position === 0 ? Math.min(jobPollMs, ms) : ms, [gone, this.stopping.signal], {
      streamId: executionId,
      after: position,
      texts,
    });
  }

  #nowMs(): number {
    return this.clock.now().getTime();
  }
}
