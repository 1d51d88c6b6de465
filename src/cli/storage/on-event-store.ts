import { WriterConnection } from '#ledger/database/servers/writer-connection.js';
import { AppendLane } from '#ledger/events/append-lane.js';
import { EventCatalogue } from '#ledger/events/event-catalogue.js';
import type { EventStore } from '#ledger/events/event-store.js';
import { PostgresEventStore } from '#ledger/events/postgres-event-store.js';
import { inlineGeneration } from '#ledger/projections/inline-generation.js';
import { SystemIds } from '#host/system-ids.js';
import type { Ids } from '#kernel/ids.js';
import { DomainError } from '#kernel/errors.js';
import { requireEncryptionKey } from '#modules/identity/index.js';
import { CommandFailed } from '../failure.js';
import { requirePresentSchema } from './upgrade/require-present-schema.js';
import type { CommandParts } from '#app/compose-command.js';

/** What appends events beside running servers, which take them into account immediately. */
interface EventMeans extends CommandParts {
  readonly store: EventStore;
  readonly ids: Ids;
}

/** Does `work` with the event store of the database. @throws CommandFailed with the words of a refusal */
export async function onEventStore<Result>(parts: CommandParts, work: (means: EventMeans) => Promise<Result>): Promise<Result> {
  const { connectionString, pool, composition, clock, secretBox, payloads } = parts;
  await requirePresentSchema(connectionString);
  // What is made with another encryption key would never be accepted.
  await requireEncryptionKey(pool, secretBox);
  const connection = new WriterConnection(connectionString, 'sluice-command');
  const inline = composition.projections.filter(({ mode }) => mode === 'inline');
  const [ids, catalogue] = [new SystemIds(), new EventCatalogue(composition.events)];
  const lane = new AppendLane(connection);
  lane.writeFor(await inlineGeneration(pool, inline));
  const store = new PostgresEventStore(lane, pool, catalogue, inline, clock, undefined, payloads);
  try {
    return await work({ ...parts, store, ids });
  } catch (error) {
    throw error instanceof DomainError ? new CommandFailed(error.message, { cause: error }) : error;
  } finally {
    await connection.close();
  }
}
