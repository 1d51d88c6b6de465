import type { Server } from 'node:http';

/** How long the headers of a request may take, in ms. */
const headersMs = 10_000;
const checkEveryMs = 1000;

interface Limits {
  /** The longest time that any body may take, in ms. Bodies that are processed as they arrive have their least rate besides. */
  readonly requestMs: number;
}

/** Closes connections whose headers arrive slowly, with 408. Is called before the server listens: Node starts its check then, and else checks every 30 s. */
export function limitHeaderTime(server: Server, { requestMs }: Limits): void {
  Object.assign(server, {
    headersTimeout: headersMs,
    requestTimeout: Math.max(requestMs, headersMs),
    connectionsCheckingInterval: checkEveryMs,
  });
}
