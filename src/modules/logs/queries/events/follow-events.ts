import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock.js';
import type { Json } from '#kernel/json.js';
import { ExecutionJobs, Stopping, StreamTails, type Message } from '#modules/runs/index.js';
import { isEnd } from './run-status.js';
import { RunEventPages, type EventsAsked } from './run-event-pages.js';

/** Events that one reader holds in memory. */
const pageSize = 32;
const heartbeatMs = 15_000;
/** Interval at which the job of a run that has not started is read, in ms. */
const jobPollMs = 1000;
const reconnectMs = 1000;

/** Follows runs by their durable events, for readers who want them all. */
@Injectable()
export class FollowEvents {
  constructor(
    private readonly pages: RunEventPages,
    private readonly jobs: ExecutionJobs,
    private readonly tails: StreamTails,
    private readonly stopping: Stopping,
    private readonly clock: Clock,
  ) {}

  /** Ends with the run, when the reader disconnects, or when the process stops. Reads a page when the reader asks for more. */
  async *follow(executionId: string, asked: EventsAsked, gone: AbortSignal): AsyncGenerator<Message, void, undefined> {
    const stop = this.tails.follow(executionId);
    try {
      yield* this.#messages(executionId, asked, gone);
    } finally {
      stop();
    }
  }

  async *#messages(executionId: string, asked: EventsAsked, gone: AbortSignal): AsyncGenerator<Message, void, undefined> {
    let position = asked.after;
    let sentAtMs = -Infinity;
    let isOver = position > 0 && isEnd(await this.pages.at(executionId, position));
    while (!gone.aborted && !isOver) {
      const read = await this.pages.read(executionId, { ...asked, after: position }, pageSize);
      for (const event of read.events) {
        yield { id: String(event.position), data: event as unknown as Json };
        sentAtMs = this.#nowMs();
      }
      position = read.position;
      if (isEnd(read.last) || (position === 0 && (await this.#hasEndedUnstarted(executionId)))) isOver = true;
      else if (!read.isMore) {
        if (this.stopping.signal.aborted) return yield { reconnectMs };
        if (this.#nowMs() - sentAtMs >= heartbeatMs) {
          yield { comment: 'waiting' };
          sentAtMs = this.#nowMs();
        }
        const ms = sentAtMs + heartbeatMs - this.#nowMs();
        const place = { streamId: executionId, after: position };
        await this.tails.grownWithin(position === 0 ? Math.min(jobPollMs, ms) : ms, [gone, this.stopping.signal], place);
      }
    }
  }

  /** A job that was cancelled or quarantined before its run started leaves no events of the run. */
  async #hasEndedUnstarted(executionId: string): Promise<boolean> {
    const job = await this.jobs.find(executionId);
    return job !== undefined && job.completedAt !== null && (await this.pages.at(executionId, 1)) === undefined;
  }

  #nowMs(): number {
    return this.clock.now().getTime();
  }
}
