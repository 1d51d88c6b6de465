import type { CommandParts } from '#app/compose-command.js';
import { WriterConnection } from '#ledger/database/servers/writer-connection.js';
import { AppendLane } from '#ledger/events/append-lane.js';
import { EventCatalogue } from '#ledger/events/event-catalogue.js';
import { PostgresEventStore } from '#ledger/events/postgres-event-store.js';

/** The event store of a command that only reads: it opens the append connection on the first append, and runs no projections. */
export function eventReader({ connectionString, pool, composition, clock, payloads }: CommandParts): PostgresEventStore {
  const lane = new AppendLane(new WriterConnection(connectionString, 'sluice-command'));
  return new PostgresEventStore(lane, pool, new EventCatalogue(composition.events), [], clock, undefined, payloads);
}
