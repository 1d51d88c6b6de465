import { DomainError } from '#kernel/errors.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { Blob } from './payload-codec.js';

/** A large part of a payload that was stored as an object is not there any more, or not as it was stored. */
export class PayloadLost extends DomainError {
  constructor(hash: string, location: string, reason: string, options?: ErrorOptions) {
    const message = `The large value ${hash} of a run cannot be read: object ${location} in the storage of files ${reason}`;
    super('unavailable', 'PAYLOAD_MISSING', message, options);
    this.name = 'PayloadLost';
  }
}

/** What became of the large parts of an append. */
export interface PlacedBlobs {
  /** Those that stay rows of the database. */
  readonly rows: readonly Blob[];
  /** The rows to append for those that are objects now. */
  readonly writes: readonly Write[];
  /** Where these objects lie. */
  readonly locations: readonly string[];
}

/** Large parts of payloads as objects beside the database. */
export abstract class PayloadObjects {
  /**
   * Stores those that are large enough, durably when it resolves. An object is removed later unless `writes` become durable.
   * @throws InfrastructureFault when nothing can be stored at the moment
   */
  abstract place(blobs: readonly Blob[]): Promise<PlacedBlobs>;

  /** The error of an append with objects at these locations that the database has refused. */
  abstract refused(error: unknown, locations: readonly string[]): unknown;

  /** The JSON text that lies at a location. @throws PayloadLost; InfrastructureFault when nothing can be read at the moment */
  abstract read(location: string, hash: string): Promise<string>;
}
