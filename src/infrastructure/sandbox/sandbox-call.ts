import { parse } from 'secure-json-parse';
import type { Json } from '#kernel/json.js';
import type { Program } from './program.js';
import { SandboxFailure, type SandboxFailureKind, type SandboxRequest, type SandboxResult } from './sandbox.js';

const SPOKEN: Readonly<Record<SandboxFailureKind, (timeoutMs: number) => string>> = {
  error: () => 'The code failed',
  timeout: (timeoutMs) => `Execution timed out after ${timeoutMs} ms`,
  memory: () => 'Memory limit exceeded',
  aborted: () => 'Execution was cancelled',
  crashed: () => 'The process that ran the code ended unexpectedly',
  busy: () => 'Too many functions are waiting to run; try again later',
};

/** One request on its way: waiting, running or answered. Whoever answers first wins; later answers are ignored. */
export class SandboxCall {
  readonly result: Promise<SandboxResult>;
  /** Set when the call first begins to run. */
  deadline = Number.POSITIVE_INFINITY;
  settledAt: number | undefined;
  /** The outside has seen something of this call, so it must not run twice. */
  hasFetched = false;
  /** A process ended while it ran this call. */
  hasLostProcess = false;
  readonly #resolve: (result: SandboxResult) => void;
  readonly #reject: (failure: SandboxFailure) => void;
  readonly #abort = (): void => this.fail('aborted');

  constructor(
    readonly request: SandboxRequest,
    readonly program: Program,
    readonly bindings: string,
    readonly onSettled: (call: SandboxCall) => void,
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<SandboxResult>();
    this.result = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    request.signal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** It will probably wait for the network, with an isolate to itself. */
  get usesNetwork(): boolean {
    return this.request.fetch !== undefined && this.program.mentionsFetch;
  }

  get isSettled(): boolean {
    return this.settledAt !== undefined;
  }

  begin(now: number): void {
    if (this.deadline === Number.POSITIVE_INFINITY) this.deadline = now + this.request.timeoutMs;
  }

  remainingMs(now: number): number {
    return Math.max(1, Math.min(this.request.timeoutMs, this.deadline - now));
  }

  succeed(json: string, stdout: string): void {
    if (this.isSettled) return;
    let result: Json;
    try {
      // `__proto__` is the one key that can harm whoever copies the result carelessly.
      result = parse(json, { protoAction: 'remove', constructorAction: 'ignore' }) as Json;
    } catch {
      return this.fail('crashed');
    }
    this.#settle();
    this.#resolve({ result, stdout });
  }

  fail(kind: SandboxFailureKind, message = '', stdout = ''): void {
    if (this.isSettled) return;
    this.#settle();
    this.#reject(new SandboxFailure(kind, message === '' ? SPOKEN[kind](this.request.timeoutMs) : message, stdout));
  }

  #settle(): void {
    this.settledAt = performance.now();
    this.request.signal?.removeEventListener('abort', this.#abort);
    this.onSettled(this);
  }
}
