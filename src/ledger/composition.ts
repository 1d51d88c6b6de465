import type { AnyEventDefinition } from '#kernel/event.js';
import type { Projection } from '#ledger/rows/projection.js';
import type { ReadModel } from '#ledger/rows/read-model.js';

/** What a module hands to the composition root: its events, its projections and the tables it owns beside them. */
export interface Wiring {
  readonly events: readonly AnyEventDefinition[];
  readonly projections: readonly Projection[];
  /** Tables that are written with appends but are not views of events (secrets, queues). */
  readonly tables?: readonly ReadModel<object, never>[];
}

export class Composition {
  constructor(private readonly wirings: readonly Wiring[]) {}

  get events(): readonly AnyEventDefinition[] {
    return this.wirings.flatMap(({ events }) => events);
  }

  get projections(): readonly Projection[] {
    return this.wirings.flatMap(({ projections }) => projections);
  }

  get models(): readonly ReadModel<object, never>[] {
    return this.wirings.flatMap(({ projections, tables = [] }) => [...projections.flatMap(({ models }) => models), ...tables]);
  }
}
