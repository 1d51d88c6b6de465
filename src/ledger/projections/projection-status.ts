import type { Pool } from 'pg';
import { lagQuery, type Lag } from './event-feed.js';
import type { Projection } from '#ledger/rows/projection.js';
import { rebuildsUnderWay, type RebuildProgress } from './rebuild/rebuild-progress.js';

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
  /** How many these are, of all types; beyond 10,000 not all are counted. */
  readonly lagEvents: number;
  /** Null when it is not being rebuilt. */
  readonly rebuild: RebuildProgress | null;
}

interface Row {
  readonly name: string;
  readonly version: number;
  readonly events: string;
  readonly dead: string;
  readonly lag: Lag;
}

/** The state of projections, of all processes. */
export async function projectionStatus(pool: Pool, projections: readonly Projection[]): Promise<readonly ProjectionStatus[]> {
  const { rows } = await pool.query<Row>(
    `select c.name, c.version, c.events, (select count(*) from dead_letter d where d.projection = c.name) as dead,
       (select row_to_json(lag) from (${lagQuery('c.tx', 'c.pos', 'c.name = any($1)')}) lag) as lag
     from projection_checkpoint c`,
    [projections.filter(({ mode }) => mode === 'async').map(({ name }) => name)],
  );
  const rebuilds = await rebuildsUnderWay(pool);
  return projections.map(({ name, version, mode }) => {
    const row = rows.find((candidate) => candidate.name === name);
    const rebuild = rebuilds.find((candidate) => candidate.name === name) ?? null;
    return { name, version, mode, rebuild, ...live(row) };
  });
}

function live(row: Row | undefined): Omit<ProjectionStatus, 'name' | 'version' | 'mode' | 'rebuild'> {
  if (row === undefined) return { liveVersion: null, events: 0, deadLetters: 0, lagMs: 0, lagEvents: 0 };
  const { version: liveVersion, events, dead, lag } = row;
  return { liveVersion, events: Number(events), deadLetters: Number(dead), lagMs: lag.ms, lagEvents: lag.events };
}
