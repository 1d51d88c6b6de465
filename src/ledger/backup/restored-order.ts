import type { ClientBase } from 'pg';

/**
 * Lets the order of events go on behind everything that was restored: events are ordered by their transactions first, and the cluster may
 * have counted fewer of them than the one that the events come from. Every reader of the events keeps its place.
 * @returns what is added to the transactions of this cluster from now on
 */
export async function continueOrder(client: ClientBase, highestTx: string): Promise<bigint> {
  const { rows } = await client.query<{ tx: string }>('select pg_current_xact_id()::text as tx');
  const missing = BigInt(highestTx) - BigInt(rows[0]?.tx ?? 0);
  if (missing <= 0n) return 0n;
  const shifted = (tx: string): string => `'select ((${tx}::text::bigint + ${missing})::text)::xid8'`;
  await client.query(`
    create or replace function event_tx() returns xid8 language sql stable as ${shifted('pg_current_xact_id()')};
    create or replace function event_horizon() returns xid8 language sql stable as ${shifted('pg_snapshot_xmin(pg_current_snapshot())')};
  `);
  return missing;
}
