import { OutboundFailure, type StreamTimeouts } from '../outbound-http.js';

const defaults = { connectMs: 10_000, headersMs: 120_000, idleMs: 120_000, totalMs: 3_600_000 } as const;

const missing = {
  connectMs: 'No connection',
  headersMs: 'No answer',
  idleMs: 'The answer stopped: no data',
  totalMs: 'No complete answer',
} as const;

/** Watches one streamed exchange: its signal and the time limits of its parts. The first of them that ends it says why. */
export class StreamWatch {
  readonly #end = new AbortController();
  readonly #timeouts: Required<StreamTimeouts>;
  readonly #total: NodeJS.Timeout;
  readonly #abort = (): void => this.end(new OutboundFailure('aborted', 'The request was aborted'));
  #part: NodeJS.Timeout | undefined;

  constructor(
    timeouts: StreamTimeouts | undefined,
    private readonly caller: AbortSignal | undefined,
    /** Contains this watch until its end. */
    private readonly open: Set<StreamWatch>,
  ) {
    open.add(this);
    this.#timeouts = { ...defaults, ...timeouts };
    this.#total = this.#timer('totalMs');
    caller?.addEventListener('abort', this.#abort);
    if (caller?.aborted === true) this.#abort();
  }

  /** Aborted when the exchange ends before its time. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** From now on this part of the exchange is awaited, and no other. */
  awaits(part: 'connectMs' | 'headersMs' | 'idleMs'): void {
    this.rests();
    this.#part = this.#timer(part);
  }

  /** Nothing is awaited but the whole. */
  rests(): void {
    clearTimeout(this.#part);
  }

  end(reason: Error): void {
    this.#end.abort(reason);
    this.close();
  }

  /** The exchange is complete: nothing ends it any more. */
  close(): void {
    this.rests();
    clearTimeout(this.#total);
    this.caller?.removeEventListener('abort', this.#abort);
    this.open.delete(this);
  }

  #timer(part: keyof StreamTimeouts): NodeJS.Timeout {
    const ms = this.#timeouts[part];
    return setTimeout(() => this.end(new OutboundFailure('timeout', `${missing[part]} within ${ms} ms`)), ms);
  }
}
