import type { Pool } from 'pg';

/** The standbys that follow the database, and what its failover would lose. */
export interface Standbys {
  /** A commit waits for one of these. */
  readonly synchronous: number;
  /** No commit waits for these. */
  readonly asynchronous: number;
  /** *unknown*: the role of the server may not see how standbys follow; `grant pg_monitor` lets it. */
  readonly failover: 'no standby' | 'keeps what was answered' | 'may lose what was answered' | 'unknown';
}

interface Row {
  readonly synchronous: number;
  readonly asynchronous: number;
  readonly hidden: number;
  readonly waits: boolean;
}

/** Reads the standbys of the primary. */
export async function readStandbys(pool: Pool): Promise<Standbys> {
  const { rows } = await pool.query<Row>({
    name: 'standbys',
    text: `select count(*) filter (where sync_state in ('sync', 'quorum'))::int as synchronous,
        count(*) filter (where sync_state in ('async', 'potential') and state in ('streaming', 'catchup'))::int as asynchronous,
        count(*) filter (where sync_state is null)::int as hidden,
        current_setting('synchronous_commit') not in ('off', 'local') as waits
      from pg_stat_replication`,
  });
  const [{ synchronous, asynchronous, hidden, waits } = { synchronous: 0, asynchronous: 0, hidden: 0, waits: true }] = rows;
  if (synchronous > 0 && waits) return { synchronous, asynchronous, failover: 'keeps what was answered' };
  const all = synchronous + asynchronous;
  if (all > 0) return { synchronous: 0, asynchronous: all, failover: 'may lose what was answered' };
  return { synchronous, asynchronous, failover: hidden > 0 ? 'unknown' : 'no standby' };
}
