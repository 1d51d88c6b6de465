import type { Pool } from 'pg';
import { WriterConnection } from '#infrastructure/database/writer-connection.js';
import { AppendLane } from '#infrastructure/event-store/append-lane.js';
import { EventCatalogue } from '#infrastructure/event-store/event-catalogue.js';
import { PostgresEventStore } from '#infrastructure/event-store/postgres-event-store.js';
import { SystemClock } from '#infrastructure/system-clock.js';
import { composition } from '../composition.js';

/** The event store of a command that only reads: it connects for appends when there is one, and projects nothing. */
export function eventReader(connectionString: string, pool: Pool): PostgresEventStore {
  const lane = new AppendLane(new WriterConnection(connectionString, 'sluice-command'));
  return new PostgresEventStore(lane, pool, new EventCatalogue(composition.events), [], new SystemClock());
}
