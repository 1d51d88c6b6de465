import type { Json } from '#kernel/json.js';

/** One answer of the host to a `fetch` inside the sandbox. Header names are lower-case. */
export interface SandboxFetchResponse {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SandboxFetchRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type SandboxFetch = (request: SandboxFetchRequest, signal: AbortSignal) => Promise<SandboxFetchResponse>;

/** A piece of user code and all that it may see. */
export interface SandboxRequest {
  /** Isolates are never shared between tenants. */
  readonly tenant: string;
  /**
   * Names the code across calls, as `<deployment>:<block>`, so that compiled code can be kept. Programs that are equal up to the
   * last colon may share an isolate; no call finds anything in it that another one left.
   */
  readonly program: string;
  /** Body of an async JavaScript function: top-level `await` and `return` are allowed. */
  readonly code: string;
  /** What the author wrote, when `code` was made of it and has the same lines. Errors then quote the line that failed. */
  readonly source?: string;
  /** Each becomes a constant of that name inside the code. Names are valid identifiers. */
  readonly bindings: Readonly<Record<string, Json>>;
  /** Wall-clock limit of the whole call, time spent waiting for `fetch` included. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /**
   * Absent: the code has no network. No request of the code is sent twice, even when the code is run again. The signal is aborted
   * when the response is no longer needed: the call was aborted, has timed out, or was ended for another reason.
   */
  readonly fetch?: SandboxFetch;
}

export interface SandboxResult {
  /** What the code returned; null when it returned nothing. */
  readonly result: Json;
  /** Console output, cut at 200,000 characters with a mark. */
  readonly stdout: string;
}

/** `error`: the code threw or does not compile. The others say which limit ended it. */
export type SandboxFailureKind = 'error' | 'timeout' | 'memory' | 'aborted' | 'crashed' | 'busy';

/** The code failed. `message` is fit for the author of the code: error name, message and line of the user's own code. */
export class SandboxFailure extends Error {
  constructor(
    readonly kind: SandboxFailureKind,
    message: string,
    readonly stdout = '',
  ) {
    super(message);
    this.name = 'SandboxFailure';
  }
}

/** Runs user code outside this process. Whatever the code does, this process and other callers do not notice. */
export abstract class Sandbox {
  /**
   * @throws SandboxFailure at the latest `timeoutMs` + 250 ms after the call began to run; InfrastructureFault when this process cannot run
   * code, or has ended the call for another reason than the code
   */
  abstract run(request: SandboxRequest): Promise<SandboxResult>;
}
