import { parse } from 'secure-json-parse';
import { InfrastructureFault } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { FetchRecord } from './pipe/fetch-record.js';
import { FetchTurns } from './pipe/fetch-turns.js';
import type { Program } from './program.js';
import { SandboxFailure, type SandboxFailureKind, type SandboxRequest, type SandboxResult } from './sandbox.js';

const failureTexts: Readonly<Record<SandboxFailureKind, (timeoutMs: number) => string>> = {
  error: () => 'The code failed',
  timeout: (timeoutMs) => `Execution timed out after ${timeoutMs} ms`,
  memory: () => 'Memory limit exceeded',
  aborted: () => 'Execution was cancelled',
  crashed: () => 'The process that ran the code ended unexpectedly',
  busy: () => 'Too many functions are waiting to run; try again later',
};

/** Why a call of a closed sandbox has no outcome. */
export const sandboxClosed = 'The sandbox of this process is closed';

/** How often a call is run again when its process ended for another reason. */
const innocentLosses = 5;
const quotedChars = 200;

export interface CallWays {
  onSettled(call: SandboxCall): void;
  parseLarge: ParseLarge;
}

/** Parses a large result while other work has its turn. Rejected for what is not JSON. */
export type ParseLarge = (json: string) => Promise<Json>;

/** Results above this size take several milliseconds to parse. */
const largeChars = 256 * 1024;

/** Parses a result. `__proto__` is the only key that is dangerous for code that copies it. @throws SyntaxError */
export function parseResult(json: string): Json {
  return parse(json, { protoAction: 'remove', constructorAction: 'ignore' }) as Json;
}

/** One call: waiting, active or ended. The first outcome counts; later ones are ignored. */
export class SandboxCall {
  readonly result: Promise<SandboxResult>;
  /** Set when the call first begins to run. */
  deadline = Number.POSITIVE_INFINITY;
  settledAt: number | undefined;
  readonly fetches = new FetchRecord();
  readonly turns = new FetchTurns();
  readonly acceptedAt = performance.now();
  #losses = 0;
  #outside: AbortController | undefined;
  readonly #resolve: (result: SandboxResult) => void;
  readonly #reject: (failure: SandboxFailure | InfrastructureFault) => void;
  readonly #abort = (): void => this.fail('aborted');

  constructor(
    readonly request: SandboxRequest,
    readonly program: Program,
    readonly bindings: string,
    private readonly ways: CallWays,
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<SandboxResult>();
    this.result = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    request.signal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** The call will probably wait for the network, with a separate isolate. */
  get usesNetwork(): boolean {
    return this.request.fetch !== undefined && this.program.mentionsFetch;
  }

  get isSettled(): boolean {
    return this.settledAt !== undefined;
  }

  /** Aborted when the call has failed from outside, so that its requests are cancelled. */
  get signal(): AbortSignal {
    this.#outside ??= new AbortController();
    if (this.isSettled) this.#outside.abort();
    return this.#outside.signal;
  }

  /**
   * Records that the process of the call has ended. @returns whether the call may run again. The call of the active step may be the cause;
   * it is retried once, because the process may have been ended from outside.
   */
  survivesLoss(isSuspect: boolean): boolean {
    this.#losses += isSuspect ? innocentLosses : 1;
    return this.#losses <= innocentLosses && this.fetches.isComplete;
  }

  get hasBegun(): boolean {
    return this.deadline !== Number.POSITIVE_INFINITY;
  }

  begin(now: number): void {
    if (!this.hasBegun) this.deadline = now + this.request.timeoutMs;
  }

  remainingMs(now: number): number {
    return Math.max(1, Math.min(this.request.timeoutMs, this.deadline - now));
  }

  succeed(json: string, stdout: string): void {
    if (this.isSettled) return;
    this.#settle();
    const resolve = (result: Json): void => this.#resolve({ result, stdout });
    const reject = (): void => this.#reject(this.#failure('crashed'));
    if (json.length > largeChars) return void this.ways.parseLarge(json).then(resolve, reject);
    try {
      resolve(parseResult(json));
    } catch {
      reject();
    }
  }

  fail(kind: SandboxFailureKind, message = '', stdout = ''): void {
    if (this.isSettled) return;
    this.#settle();
    // A request that the code does not wait for continues, as in any other runtime.
    if (kind !== 'error') this.#outside?.abort();
    this.#reject(this.#failure(kind, message, stdout));
  }

  #failure(kind: SandboxFailureKind, message = '', stdout = ''): SandboxFailure {
    const said = message === '' ? failureTexts[kind](this.request.timeoutMs) : quoteLine(message, this.request.source);
    return new SandboxFailure(kind, said, stdout);
  }

  /** Ends the call because the host of the sandbox has failed, and not the code. */
  abandon(message: string): void {
    if (this.isSettled) return;
    this.#settle();
    this.#outside?.abort();
    this.#reject(new InfrastructureFault(message));
  }

  #settle(): void {
    this.settledAt = performance.now();
    this.request.signal?.removeEventListener('abort', this.#abort);
    this.ways.onSettled(this);
  }
}

/** `(line 3)` becomes `(line 3: return user.name)`. */
function quoteLine(message: string, source: string | undefined): string {
  return message.replace(/ \(line (\d+)\)$/, (place, line: string) => {
    const text = source?.split('\n')[Number(line) - 1]?.trim() ?? '';
    if (text === '') return place;
    return ` (line ${line}: ${text.length > quotedChars ? `${text.slice(0, quotedChars)}…` : text})`;
  });
}
