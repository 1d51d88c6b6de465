import type { Server } from 'node:http';
import { leavePortOfSeveral } from '#edge/gate/port-of-several.js';
import { whenTold } from '#ledger/signals/siblings.js';

/**
 * When a process stops, what becomes of the port that it shares with others: it leaves the port to the one that replaces it, and keeps it
 * while all stop, so that new connections are answered until the work of all has ended.
 */
export class PortAtStop {
  readonly #unneeded = Promise.withResolvers<void>();
  #doAllStop = false;

  constructor(private readonly server: Server) {
    whenTold('replaced', () => this.#leave());
    whenTold('all stop', () => (this.#doAllStop = true));
    whenTold('others ended', () => this.#unneeded.resolve());
  }

  /** This process refuses starts from now on. If it stops alone, the others get the connections. */
  refuse(): void {
    if (!this.#doAllStop) this.#leave();
  }

  /** Resolves when the process may close the port. */
  get unneeded(): Promise<void> {
    return this.#unneeded.promise;
  }

  #leave(): void {
    leavePortOfSeveral(this.server);
    this.#unneeded.resolve();
  }
}
