import { OriginQueues } from '../origin-queues.js';

type Resolve = (host: string) => Promise<readonly string[]>;

/** All addresses of a host name, looked up for a tenant. */
export type ResolveFor = (host: string, tenant: string) => Promise<readonly string[]>;

/** Look-ups of one tenant at the same time. Each one occupies a thread of the process, for as long as a name server is silent. */
const lookupsAtATime = 4;
/** The connection of a request fails before. */
const longestWaitMs = 10_000;

/** Look-ups of host names, so that names without an answer delay those of the same tenant alone. */
export class NameLookups {
  readonly #turns = new OriginQueues();
  readonly #running = new Map<string, Promise<readonly string[]>>();

  constructor(private readonly resolve: Resolve) {}

  /** Requests of a tenant for one name share a look-up. */
  async addressesOf(host: string, tenant: string): Promise<readonly string[]> {
    const key = `${host} ${tenant}`;
    const running = this.#running.get(key) ?? this.#inTurn(host, tenant).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #inTurn(host: string, tenant: string): Promise<readonly string[]> {
    const leave = await this.#turns.enter(tenant, lookupsAtATime, AbortSignal.timeout(longestWaitMs));
    try {
      return await this.resolve(host);
    } finally {
      leave();
    }
  }
}
