import type { Pool } from 'pg';
import type { Projection } from './projection.js';
import { rebuildsUnderWay, type RebuildProgress } from './rebuild-progress.js';

export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  readonly mode: 'inline' | 'async';
  /** The version that queries see; null while it is built for the first time. */
  readonly liveVersion: number | null;
  readonly events: number;
  readonly deadLetters: number;
  /** How old the oldest event is that it has not seen, in ms; 0 when it is up to date. */
  readonly lagMs: number;
  /** Null when it is not being rebuilt. */
  readonly rebuild: RebuildProgress | null;
}

interface Row {
  readonly name: string;
  readonly version: number;
  readonly events: string;
  readonly dead: string;
  readonly lag: string | null;
}

/** How projections are doing, whoever runs them. */
export async function projectionStatus(pool: Pool, projections: readonly Projection[]): Promise<readonly ProjectionStatus[]> {
  const { rows } = await pool.query<Row>(
    `select c.name, c.version, c.events, (select count(*) from dead_letter d where d.projection = c.name) as dead,
       (select extract(epoch from now() - min(at)) * 1000 from (
          (select at from run_event where (tx, pos) > (c.tx, c.pos) order by tx, pos limit 1) union all
          (select at from ledger_event where (tx, pos) > (c.tx, c.pos) order by tx, pos limit 1)) e) as lag
     from projection_checkpoint c`,
  );
  const rebuilds = await rebuildsUnderWay(pool);
  return projections.map(({ name, version, mode }) => {
    const row = rows.find((candidate) => candidate.name === name);
    const rebuild = rebuilds.find((candidate) => candidate.name === name) ?? null;
    return { name, version, mode, rebuild, ...live(row, mode) };
  });
}

function live(row: Row | undefined, mode: Projection['mode']): Pick<ProjectionStatus, 'liveVersion' | 'events' | 'deadLetters' | 'lagMs'> {
  if (row === undefined) return { liveVersion: null, events: 0, deadLetters: 0, lagMs: 0 };
  const lagMs = mode === 'inline' ? 0 : Math.max(0, Number(row.lag ?? 0));
  return { liveVersion: row.version, events: Number(row.events), deadLetters: Number(row.dead), lagMs };
}
