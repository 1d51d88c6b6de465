import type { ClientBase, Pool } from 'pg';
import { isLastingRefusal } from '#ledger/database/faults/refusal.js';
import { isoTimes } from '#ledger/database/iso-times.js';
import { eventRowColumns } from '#ledger/events/postgres-event-store.js';
import { writesStatement, type DecodeEvent } from './apply-events.js';
import { isAtOrAfter, type FeedPosition, type FeedRow } from './event-feed.js';
import type { Projection } from '#ledger/rows/projection.js';
import { keepMonths, releaseMonths } from './rebuild/rebuild-progress.js';
import type { Write } from '#ledger/rows/read-model.js';

interface RetryOptions {
  readonly pool: Pool;
  readonly decode: DecodeEvent;
}

export interface Retried {
  /** Events that are applied now, or that are no longer kept. */
  readonly settled: number;
  /** Events that still cannot be applied, each with the reason. */
  readonly failures: readonly string[];
}

/**
 * Applies the events that a projection has set aside, after what kept them out was mended. What came later in their streams is applied
 * once more behind them, so that rows end as they would have; only what is counted up is not counted twice.
 */
export async function retryDeadLetters(projection: Projection, { pool, decode }: RetryOptions): Promise<Retried> {
  const failures: string[] = [];
  let settled = 0;
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // The events of a run that goes meanwhile would be applied to tables from which its rows have gone already.
    await keepMonths(client);
    const { rows } = await client.query<{ streamId: string }>(
      'select distinct stream_id as "streamId" from dead_letter where projection = $1 order by 1',
      [projection.name],
    );
    for (const { streamId } of rows) {
      const outcome = await retryStream(client, projection, streamId, decode).catch((error: unknown) => refusalOf(client, error));
      if (typeof outcome === 'number') settled += outcome;
      else failures.push(`stream ${streamId}: ${outcome}`);
    }
    await releaseMonths(client);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
  return { settled, failures };
}

async function refusalOf(client: ClientBase, error: unknown): Promise<string> {
  await client.query('rollback');
  if (!isLastingRefusal(error) && !(error instanceof Indigestible)) throw error;
  return error.message;
}

class Indigestible extends Error {}

async function retryStream(client: ClientBase, projection: Projection, streamId: string, decode: DecodeEvent): Promise<number> {
  const { name, models } = projection;
  await client.query('begin');
  for (const { table } of models) await client.query(`lock table "${table}" in share row exclusive mode`);
  const { rows: letters } = await client.query<{ version: number }>(
    'delete from dead_letter where projection = $1 and stream_id = $2 returning version',
    [name, streamId],
  );
  const aside = new Set(letters.map(({ version }) => version));
  if (aside.size === 0) {
    // Another caller has retried them meanwhile.
    await client.query('rollback');
    return 0;
  }
  const events = await seen(client, projection, streamId, Math.min(...aside));
  const writes: Write[] = [];
  for (const row of events) {
    const again = await writesOfEvent(projection, row, decode);
    writes.push(...again.filter(({ operation }) => operation !== 'increase' || aside.has(row.version)));
  }
  const { text, values } = writesStatement([{ writes }]);
  await client.query(text, [...values]);
  await client.query('commit');
  return aside.size;
}

async function writesOfEvent({ handlers }: Projection, row: FeedRow, decode: DecodeEvent): Promise<readonly Write[]> {
  const handler = handlers.get(row.type);
  if (handler === undefined) return [];
  try {
    return handler.apply(await decode(row, handler.unread));
  } catch (error) {
    throw new Indigestible(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The events of a stream that the projection has passed, from `version` on. The others are still to come to it. */
async function seen(client: ClientBase, { name, mode }: Projection, streamId: string, version: number): Promise<readonly FeedRow[]> {
  const part = (lifetime: 'run' | 'ledger'): string =>
    `select ${eventRowColumns(lifetime)}, tx, pos, 0 as passed from ${lifetime}_event where stream_id = $1 and version >= $2`;
  const { rows } = await client.query<FeedRow>({
    text: `select * from (${part('run')} union all ${part('ledger')}) e order by version`,
    types: isoTimes,
    values: [streamId, version],
  });
  if (mode === 'inline') return rows;
  const { rows: places } = await client.query<FeedPosition>('select tx, pos from projection_checkpoint where name = $1', [name]);
  const [place] = places;
  return place === undefined ? [] : rows.filter((row) => isAtOrAfter(place, row));
}
