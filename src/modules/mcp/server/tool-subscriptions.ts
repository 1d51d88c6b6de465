import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import { Drain } from '#edge/gate/drain.js';
import { Logger } from '#host/logging/logger.js';
import { Timers } from '#kernel/timers.js';
import { ServedServers, type ServedServer } from './served-servers.js';

type Listener = (event: ServerEvent) => void;

/** A server whose clients wait for changes of its tools. */
interface Watched {
  readonly listeners: Set<Listener>;
  /** What the list of tools was made of when it was looked at last. */
  seen: string;
}

/** Signals between processes may be lost, so tools are also looked at without one, this often. */
const withoutSignalMs = 15_000;

/** Tells the clients that subscribe to it when the tools of a server change, whichever process changes them. */
@Injectable()
export class ToolSubscriptions implements OnModuleDestroy {
  readonly #opening = new AsyncLocalStorage<ServedServer>();
  readonly #watched = new Map<string, Watched>();
  readonly #streams = new Set<AbortController>();
  readonly #stopListening: () => void;
  #isLooking = false;
  #isOutdated = false;
  #callOff: (() => void) | undefined;

  constructor(
    private readonly servers: ServedServers,
    private readonly timers: Timers,
    private readonly logger: Logger,
    drain: Drain,
  ) {
    this.#stopListening = servers.onChanged(() => this.#look());
    // A subscription has no end of its client's making that a stop could wait for.
    drain.onBegin(() => this.#endAll());
  }

  onModuleDestroy(): void {
    this.#stopListening();
    this.#endAll();
  }

  /** What the library subscribes to. */
  readonly bus: ServerEventBus = { subscribe: (listener) => this.#subscribe(listener), publish: () => undefined };

  /** Subscriptions whose responses have not ended. */
  get count(): number {
    return this.#streams.size;
  }

  /** Answers a request that opens a subscription to the tools of a server; `stream` ends it. */
  open<Answer>(served: ServedServer, stream: AbortController, answer: () => Promise<Answer>): Promise<Answer> {
    if (!stream.signal.aborted) this.#streams.add(stream);
    return this.#opening.run(served, answer);
  }

  /** The response to such a request has ended, also if it was a refusal. */
  ended(stream: AbortController): void {
    this.#streams.delete(stream);
  }

  #subscribe(listener: Listener): () => void {
    const served = this.#opening.getStore();
    if (served === undefined) throw new Error('A subscription outside of a request');
    const { id } = served.server;
    const watched = this.#watched.get(id) ?? { listeners: new Set(), seen: listed(served) };
    this.#watched.set(id, watched);
    watched.listeners.add(listener);
    this.#lookLater();
    // Tools may have changed since the server was found.
    this.#look();
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0) this.#watched.delete(id);
    };
  }

  #lookLater(): void {
    this.#callOff ??= this.timers.after(withoutSignalMs, () => {
      this.#callOff = undefined;
      if (this.#watched.size === 0) return;
      this.#look();
      this.#lookLater();
    });
  }

  /** One look at a time; a change during a look leads to another one. */
  #look(): void {
    this.#isOutdated = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#lookUntilPresent()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'Clients could not be notified of changed tools'))
      .finally(() => (this.#isLooking = false));
  }

  async #lookUntilPresent(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false;
      for (const [id, watched] of this.#watched) {
        const now = listed(await this.servers.find(id));
        if (now === watched.seen) continue;
        watched.seen = now;
        for (const listener of watched.listeners) listener({ kind: 'tools_list_changed' });
      }
    }
  }

  #endAll(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    for (const stream of this.#streams) stream.abort();
  }
}

/** All that the list of tools of a server is made of. */
function listed(served: ServedServer | undefined): string {
  return JSON.stringify(served?.tools.map(({ createdAt: _, updatedAt: __, ...tool }) => tool) ?? null);
}
