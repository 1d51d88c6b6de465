import type { Caller } from '#kernel/caller.js';
import type { RequestSource } from '#kernel/event.js';
import type { ServedServer } from './served-servers.js';

/** A request to an MCP server, as far as a call of a tool needs it. */
export interface McpExchange {
  readonly served: ServedServer;
  readonly caller: Caller;
  readonly requestId: string;
  readonly source: RequestSource;
  readonly callChain: readonly string[];
  /** Aborts when the client closes the connection. */
  readonly gone: AbortSignal;
}
