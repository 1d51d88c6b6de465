import type { AuditLine } from '#kernel/audit-line.js';
import type { ContentOutline } from '#kernel/models/event-contents.js';
import type { AnyEventDefinition } from '#kernel/event.js';
import { RunFacts, type RunLife } from '#ledger/months/run-facts.js';
import type { Table } from '#ledger/rows/kept.js';
import type { Projection } from '#ledger/rows/projection.js';
import type { ReadModel } from '#ledger/rows/read-model.js';
import { ownModels, ownPlainTables } from './own-tables.js';

/** What a module declares to the composition root: its events, its projections and its tables. */
export interface Wiring {
  readonly events: readonly AnyEventDefinition[];
  readonly projections: readonly Projection[];
  /** Tables that are written with appends but are not views of events (secrets, queues). */
  readonly tables?: readonly ReadModel<object, never>[];
  /** Tables without a read model: only statements of their module read and write them. */
  readonly plainTables?: readonly Table[];
  /** How its streams of runs begin and end. */
  readonly lives?: readonly RunLife[];
  /** Tables in which it keeps its place in the events (columns `tx` and `pos`), where it follows them without a projection. */
  readonly places?: readonly Table[];
  /** How its events are stored in runs that keep no contents. */
  readonly outlines?: readonly ContentOutline[];
  /** How its events appear in the audit log. */
  readonly auditLines?: readonly AuditLine[];
  /** Its lasting events that do not appear in the audit log. */
  readonly notAudited?: readonly NotAudited[];
}

interface NotAudited {
  readonly events: readonly AnyEventDefinition[];
  readonly because: string;
}

/** What all modules declare, beside the tables of the ledger. */
export class Composition {
  constructor(private readonly wirings: readonly Wiring[]) {}

  get events(): readonly AnyEventDefinition[] {
    return this.wirings.flatMap(({ events }) => events);
  }

  get projections(): readonly Projection[] {
    return this.wirings.flatMap(({ projections }) => projections);
  }

  get models(): readonly ReadModel<object, never>[] {
    const ofModules = this.wirings.flatMap(({ projections, tables = [] }) => [...projections.flatMap(({ models }) => models), ...tables]);
    return [...ownModels, ...ofModules];
  }

  /** Every table, with and without a read model. */
  get tables(): readonly Table[] {
    return [...this.models, ...ownPlainTables, ...this.wirings.flatMap(({ plainTables = [] }) => plainTables)];
  }

  get auditLines(): readonly AuditLine[] {
    return this.wirings.flatMap(({ auditLines = [] }) => auditLines);
  }

  get outlines(): readonly ContentOutline[] {
    return this.wirings.flatMap(({ outlines = [] }) => outlines);
  }

  get notAudited(): readonly NotAudited[] {
    return this.wirings.flatMap(({ notAudited = [] }) => notAudited);
  }

  get runs(): RunFacts {
    const lives = this.wirings.flatMap((wiring) => wiring.lives ?? []);
    const places = this.wirings.flatMap((wiring) => wiring.places ?? []);
    return new RunFacts(lives, this.tables, places);
  }
}
