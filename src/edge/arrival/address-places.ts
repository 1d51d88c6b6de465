import { clientOf } from '#edge/request/client-address.js';

interface Bounds {
  readonly most: number;
  readonly mostOfAddress: number;
}

/** Places for requests without a caller, for each client address and in all. The counts are those of this process. */
export class AddressPlaces {
  readonly #byClient = new Map<string, number>();
  #count = 0;

  constructor(private readonly bounds: Bounds) {}

  hasRoom(address: string): boolean {
    return this.#hasRoom(clientOf(address));
  }

  /** @returns a function that leaves the place; undefined: there is none */
  enter(address: string): (() => void) | undefined {
    const client = clientOf(address);
    if (!this.#hasRoom(client)) return undefined;
    this.#byClient.set(client, (this.#byClient.get(client) ?? 0) + 1);
    this.#count += 1;
    return () => this.#leave(client);
  }

  #hasRoom(client: string): boolean {
    return this.#count < this.bounds.most && (this.#byClient.get(client) ?? 0) < this.bounds.mostOfAddress;
  }

  #leave(client: string): void {
    const present = this.#byClient.get(client) ?? 0;
    this.#count -= 1;
    if (present > 1) this.#byClient.set(client, present - 1);
    else this.#byClient.delete(client);
  }
}
