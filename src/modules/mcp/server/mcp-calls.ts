import { Injectable } from '@nestjs/common';

/** How a call of a tool ended. *refused*: no run started. */
export type CallOutcome = 'completed' | 'failed' | 'paused' | 'cancelled' | 'invalid' | 'refused' | 'limited';

/** Counts what clients of MCP servers do in this process, for metrics. */
@Injectable()
export class McpCalls {
  readonly #counts = new Map<CallOutcome, number>();
  #open = 0;
  #limited = 0;

  /** Responses that have begun or are awaited. */
  get open(): number {
    return this.#open;
  }

  /** Messages that were refused for the rate of the plan. */
  get limited(): number {
    return this.#limited;
  }

  /** To be called for each such message. */
  countLimited(): void {
    this.#limited += 1;
  }

  /** How many calls ended with each outcome. Names of tools are no part of it: metrics can be read without a key. */
  get counts(): ReadonlyMap<CallOutcome, number> {
    return this.#counts;
  }

  /** @returns a function to call when the response has ended */
  enter(): () => void {
    this.#open += 1;
    let hasLeft = false;
    return () => {
      if (!hasLeft) this.#open -= 1;
      hasLeft = true;
    };
  }

  /** To be called for each call of a tool that has ended. */
  count(outcome: CallOutcome): void {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1);
  }
}
