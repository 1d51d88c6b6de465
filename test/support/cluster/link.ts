import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What becomes of bytes in one direction. `undefined`: nothing arrives, and the sender is not told. */
interface Way {
  readonly delayMs?: number;
  readonly bytesPerSecond?: number;
}

/** The state of a network between a host and a service. */
export interface LinkState {
  readonly toService: Way | undefined;
  readonly toHost: Way | undefined;
  /** Whether connections can be opened; those that are open stay. */
  readonly accepts: boolean;
}

export const intact: LinkState = { toService: {}, toHost: {}, accepts: true };

/** A TCP proxy between a host and a service, as slow, silent or cut as a test wants. */
export class Link {
  state: LinkState = intact;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** @param host where the proxy listens */
  static async open(host: string, target: { readonly host: string; readonly port: number }): Promise<Link> {
    let link: Link | undefined;
    const server = createServer((client) => link?.serve(client, target)).listen(0, host);
    await once(server, 'listening');
    return (link = new Link(server, (server.address() as AddressInfo).port));
  }

  /** Ends all connections, as a firewall does that forgets them. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.reset();
    this.server.close();
    await once(this.server, 'close');
  }

  serve(client: Socket, target: { readonly host: string; readonly port: number }): void {
    if (!this.state.accepts) return void client.resetAndDestroy();
    const service = connect(target);
    this.#pass(client, service, () => this.state.toService);
    this.#pass(service, client, () => this.state.toHost);
  }

  #pass(from: Socket, to: Socket, way: () => Way | undefined): void {
    this.#sockets.add(from);
    from.setNoDelay(true);
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    let last = Promise.resolve();
    from.on('data', (bytes: Buffer) => {
      const now = way();
      if (now === undefined) return;
      const ms = (now.delayMs ?? 0) + (now.bytesPerSecond === undefined ? 0 : (bytes.length / now.bytesPerSecond) * 1000);
      if (ms === 0) return void last.then(() => to.write(bytes));
      from.pause();
      last = last.then(async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        to.write(bytes);
        from.resume();
      });
    });
  }
}
