import type { Server, ServerResponse } from 'node:http';
import { InfrastructureFault } from '#kernel/errors.js';

const restMs = 100;

/**
 * The stop of this process, as its clients see it: first readiness ends and every response closes its connection, so that load balancers
 * and clients go to other processes; then no run starts here any more; then the last responses are sent.
 */
export class Drain {
  readonly #open = new Set<ServerResponse>();
  readonly #onBegin: (() => void)[] = [];
  #state: 'open' | 'leaving' | 'refusing' = 'open';
  #server: Server | undefined;

  /** Whether the stop has begun. */
  get isDraining(): boolean {
    return this.#state !== 'open';
  }

  /** Registers before the other listeners for the requests of a server. */
  guard(server: Server): void {
    this.#server = server;
    server.prependListener('request', (_request, response) => {
      this.#open.add(response);
      response.on('close', () => this.#open.delete(response));
      if (this.isDraining) response.setHeader('Connection', 'close');
    });
  }

  /** Calls `end` when the stop begins: for responses that end by nothing else. */
  onBegin(end: () => void): void {
    this.#onBegin.push(end);
  }

  /** From now on the process is not ready, and every response closes its connection. */
  begin(): void {
    this.#state = 'leaving';
    for (const response of this.#open) if (!response.headersSent) response.setHeader('Connection', 'close');
    for (const end of this.#onBegin) end();
  }

  /** From now on no run starts. Connections without a request are closed, after those that have arrived were read. */
  refuse(): void {
    this.#state = 'refusing';
    setImmediate(() => this.#server?.closeIdleConnections());
  }

  /** To be called before a run starts. @throws InfrastructureFault */
  requireOpen(): void {
    if (this.#state !== 'refusing') return;
    throw new InfrastructureFault('This process is stopping. Please retry: another process, or this one after its restart, will respond.');
  }

  /** Resolves when every request is answered. */
  async idle(): Promise<void> {
    while (this.#open.size > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}
