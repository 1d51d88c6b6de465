import { Injectable } from '@nestjs/common';
import { growingCache } from '#host/caches/growing-cache.js';
import type { Bucket } from '#edge/throttle/bucket-store.js';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';
import type { EffectiveModelPolicy } from '#kernel/models/model-policy.js';
import { Timers } from '#kernel/timers.js';
import { OriginQueues } from '#world/outbound/origin-queues.js';

/** A minute has so many parts at most, so that a call of many tokens takes few of them. */
const mostParts = 1_000;
const mostWorkspaces = 10_000;

type Limits = Pick<EffectiveModelPolicy, 'tokensPerMinute' | 'callsAtOnce'>;

/**
 * Keeps the calls of models of a workspace within its policy; calls beyond it wait. Calls at the same time are counted in each process,
 * tokens in a bucket that all processes share, which holds the tokens of two minutes.
 */
@Injectable()
export class ModelRates {
  /** A queue apart from those of providers: who waits here says nothing about the load of the server. */
  readonly #calls = new OriginQueues();
  /** Parts that calls have used and that their bucket did not have. */
  readonly #owed = growingCache<number>(mostWorkspaces);

  constructor(
    private readonly limiter: RateLimiter,
    private readonly timers: Timers,
  ) {}

  /** Waits until a call with so many tokens in its request may be made. @returns how to end it, with the tokens of its answer */
  async enter(
    workspaceId: string,
    { tokensPerMinute, callsAtOnce }: Limits,
    inputTokens: number,
    signal: AbortSignal,
  ): Promise<(outputTokens: number) => void> {
    const leave = callsAtOnce === null ? undefined : await this.#calls.enter(workspaceId, callsAtOnce, signal);
    try {
      if (tokensPerMinute !== null) await this.#take(workspaceId, tokensPerMinute, inputTokens, signal);
    } catch (error) {
      leave?.();
      throw error;
    }
    return (outputTokens) => {
      leave?.();
      if (tokensPerMinute !== null) this.#owe(workspaceId, partsOf(outputTokens, tokensPerMinute));
    };
  }

  async #take(workspaceId: string, tokensPerMinute: number, tokens: number, signal: AbortSignal): Promise<void> {
    const bucket = bucketOf(workspaceId, tokensPerMinute);
    const owed = this.#owed.get(workspaceId) ?? 0;
    this.#owed.delete(workspaceId);
    let left = owed + partsOf(tokens, tokensPerMinute);
    try {
      while (left > 0) {
        const { isAllowed, resetInMs } = await this.limiter.take(bucket);
        if (isAllowed) left -= 1;
        else await this.timers.wait(Math.max(1, resetInMs), signal);
      }
    } catch (error) {
      this.#owe(workspaceId, Math.min(left, owed));
      throw error;
    }
  }

  #owe(workspaceId: string, parts: number): void {
    if (parts > 0) this.#owed.set(workspaceId, (this.#owed.get(workspaceId) ?? 0) + parts);
  }
}

function bucketOf(workspaceId: string, tokensPerMinute: number): Bucket {
  return { key: `${workspaceId}:models`, ratePerMinute: Math.max(1, Math.floor(tokensPerMinute / partOf(tokensPerMinute))) };
}

function partsOf(tokens: number, tokensPerMinute: number): number {
  return Math.ceil(tokens / partOf(tokensPerMinute));
}

/** Tokens in a part. */
function partOf(tokensPerMinute: number): number {
  return Math.ceil(tokensPerMinute / mostParts);
}
