export interface OutboundRequest {
  readonly url: string;
  readonly method: string;
  /** Headers that belong to the connection (`host`, `content-length`, `transfer-encoding` …) are set by this client; values of the caller are ignored. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null;
  /** The workflows that led to this request. This server receives them in `X-Sim-Via`, other servers do not. */
  readonly via?: readonly string[];
  /** The workspace for which the request is sent: tenants share no connections and do not wait for the look-ups of each other. Default: this server. */
  readonly tenant?: string;
  /** Why a host must not be reached, as the end of a sentence; undefined if it may. Asked before each redirect as well. */
  readonly refusalOf?: (host: string) => string | undefined;
  /** Whole exchange, redirects included. */
  readonly timeoutMs: number;
  /** Decoded. Default: 10 MiB. */
  readonly maxResponseBytes?: number;
  readonly signal?: AbortSignal;
}

export interface OutboundResponse {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  /** Lower-case names; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** How long the parts of a streamed exchange may take, in ms. */
export interface StreamTimeouts {
  /** Until the connection is open, name resolution included. Default: 10 s. */
  readonly connectMs?: number;
  /** From there to the headers of the answer. Default: 120 s. */
  readonly headersMs?: number;
  /** From one piece of the body to the next; time in which the caller does not read does not count. Default: 120 s. */
  readonly idleMs?: number;
  /** The whole exchange. Default: one hour. */
  readonly totalMs?: number;
}

/** A request whose answer is read while it arrives. It follows no redirect, because it usually has a key. */
export interface OutboundStreamRequest extends Omit<OutboundRequest, 'timeoutMs'> {
  readonly timeouts?: StreamTimeouts;
  /** Decoded. Default: 16 MiB. */
  readonly maxResponseBytes?: number;
  /** Whether loopback and private addresses are allowed, because the operator named this one. */
  readonly allowsPrivate?: boolean;
  /** Whether the request is sent once, on a new connection. Another one is sent again if the connection was kept and broke before any answer. */
  readonly isSentOnce?: boolean;
  /**
   * How long after a piece what arrives is gathered for the next one, in ms. It is asked after each piece. Default: 0, each piece is passed
   * on as it arrives. The end of the body waits for nothing.
   */
  readonly gatherMs?: () => number;
}

export interface OutboundStream extends Omit<OutboundResponse, 'body'> {
  /**
   * The decoded body, to be read once. Leaving the loop before the end closes the connection at once, and so does the signal of the request.
   * @throws OutboundFailure while it is read
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** `blocked` covers every destination that the policy refuses. Its message names the host as it was written, and never what a name resolves to. */
export type OutboundFailureKind = 'invalid' | 'blocked' | 'timeout' | 'aborted' | 'too-large' | 'network' | 'redirects';

export class OutboundFailure extends Error {
  constructor(
    readonly kind: OutboundFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OutboundFailure';
  }
}

/** The message contains the code only (`ECONNREFUSED`, `ENOTFOUND`), because system messages contain addresses. */
export function asFailure(error: unknown): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? 'unknown error';
  return new OutboundFailure('network', `The request failed (${code})`, { cause: error });
}

/**
 * The only client for outgoing requests. It refuses private, loopback, link-local and metadata addresses after name resolution and on
 * each redirect, unless the operator allows them; bounds time, size and redirects.
 */
export abstract class OutboundHttp {
  /**
   * Returns responses of any HTTP status. @throws OutboundFailure when there is no response or the destination is refused;
   * InfrastructureFault when this client is closed
   */
  abstract send(request: OutboundRequest): Promise<OutboundResponse>;
  /**
   * Returns the answer of any HTTP status but a redirect as soon as its headers are there. @throws OutboundFailure; InfrastructureFault
   * when this client is closed
   */
  abstract stream(request: OutboundStreamRequest): Promise<OutboundStream>;
}
