import { Injectable } from '@nestjs/common';

/** Why the batch of a consumer does not arrive. */
export interface ExportFault {
  /** What went wrong. */
  readonly message: string;
  /** Attempts that have failed since one succeeded. */
  readonly failures: number;
  /** When the latest attempt failed. ISO 8601. */
  readonly at: string;
}

const mostText = 300;

/** The consumers to which this process cannot send at the moment. */
@Injectable()
export class ExportFaults {
  readonly #ofConsumers = new Map<string, ExportFault>();

  note(consumer: string, fault: ExportFault): void {
    this.#ofConsumers.set(consumer, { ...fault, message: fault.message.slice(0, mostText) });
  }

  end(consumer: string): void {
    this.#ofConsumers.delete(consumer);
  }

  read(): ReadonlyMap<string, ExportFault> {
    return this.#ofConsumers;
  }
}
