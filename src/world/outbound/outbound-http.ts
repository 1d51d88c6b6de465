export interface OutboundRequest {
  readonly url: string;
  readonly method: string;
  /** Headers that belong to the connection (`host`, `content-length`, `transfer-encoding` …) are set by this client; values of the caller are ignored. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null;
  /** The workflows that led to this request. This server receives them in `X-Sim-Via`, other servers do not. */
  readonly via?: readonly string[];
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
}
