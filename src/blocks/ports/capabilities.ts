import type { Port } from './port.js';
import type { RunIdentity } from './run-identity.js';

/** A port and the maker of its capability. */
export interface Provision {
  readonly port: Port;
  readonly of: (run: RunIdentity) => unknown;
}

export function provide<Capability>(port: Port<Capability>, of: (run: RunIdentity) => Capability): Provision {
  return { port, of };
}

/** The capabilities of one server, by their ports. */
export class Capabilities {
  readonly #provisions: ReadonlyMap<Port, Provision['of']>;

  constructor(provisions: readonly Provision[]) {
    this.#provisions = new Map(provisions.map(({ port, of }) => [port, of]));
  }

  /** The capability behind a port, for one run. */
  of<Wanted extends Port>(port: Wanted, run: RunIdentity): Wanted['capability'] {
    const of = this.#provisions.get(port);
    if (of === undefined) throw new Error(`This server does not provide the port ${port.name}`);
    return of(run);
  }
}
