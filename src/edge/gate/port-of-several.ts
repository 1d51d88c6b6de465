import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import type { Server } from 'node:http';

/** The port of a process that shares it with others. It is opened by `handOver`; a process that answers no requests has none. */
export class PortOfSeveral {
  constructor(
    private readonly address: { readonly port: number; readonly host: string },
    private readonly isOpened: boolean,
  ) {}

  get port(): number {
    return this.address.port;
  }

  async handOver(server: Server): Promise<void> {
    if (this.isOpened) await once(server.listen(this.address.port, this.address.host), 'listening');
  }

  close(): void {
    // It is not opened before `handOver`; after it the server closes it.
  }
}

/** New connections go to the other processes. Those that exist stay open, also idle ones, whose clients may be about to send a request. */
export function leavePortOfSeveral(server: Server): void {
  NetServer.prototype.close.call(server);
}
