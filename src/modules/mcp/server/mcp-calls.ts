import { Injectable } from '@nestjs/common';

/** How a call of a tool ended. *refused*: no run started. */
export type CallOutcome = 'completed' | 'failed' | 'paused' | 'cancelled' | 'invalid' | 'refused' | 'limited';

const mostTools = 200;
const others = 'other';

/** Counts what clients of MCP servers do in this process, for metrics. */
@Injectable()
export class McpCalls {
  readonly #counts = new Map<string, { readonly tool: string; readonly outcome: CallOutcome; count: number }>();
  readonly #tools = new Set<string>();
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

  get counts(): Iterable<{ readonly tool: string; readonly outcome: CallOutcome; readonly count: number }> {
    return this.#counts.values();
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

  /** Only so many tools are counted separately, so that the number of series is bounded. */
  count(name: string, outcome: CallOutcome): void {
    const isNamed = this.#tools.has(name) || this.#tools.size < mostTools;
    if (isNamed) this.#tools.add(name);
    const tool = isNamed ? name : others;
    const key = `${tool} ${outcome}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { tool, outcome, count: 1 });
    else known.count += 1;
  }
}
