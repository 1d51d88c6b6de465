import type { ClientBase, Pool } from 'pg';
import type { RunPartitions } from '#infrastructure/event-store/run-partitions.js';
import { expiredIn, type RetentionTerms } from '../domain/retention-terms.js';
import { needsSweep, noteSwept } from '../store/retention-months.js';
import { findGoing, isStillToBeRead, readUpTo, sweepMonth, type Month } from './month-sweep.js';

/** What became, or would become, of a month. */
export interface SweptMonth {
  readonly month: string;
  readonly streams: number;
  /** How many of the streams go. */
  readonly going: number;
  /** Past their time, but held or not over. */
  readonly leftBehind: number;
  /** *unread*: some view has not come past its events, so everything stays for now. */
  readonly outcome: 'nothing' | 'rewritten' | 'dropped' | 'unread';
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

interface SweepOptions {
  readonly pool: Pool;
  readonly partitions: RunPartitions;
  /** The async projections. */
  readonly views: readonly string[];
  readonly now: Date;
  readonly dryRun?: boolean;
}

/**
 * Gives back the disk of the runs whose time is past, month by month: a month of which nothing stays is dropped, another is replaced by one
 * with what stays. Several processes may call it; one of them works, and none while a projection is rebuilt.
 * @returns the months in which there was something to look for; undefined when another process is at work
 */
export async function sweepRuns(
  terms: RetentionTerms,
  { pool, partitions, views, now, dryRun = false }: SweepOptions,
): Promise<readonly SweptMonth[] | undefined> {
  const client = await pool.connect();
  // Between two queries nobody would notice that it breaks, and the process would end; the next query fails.
  client.on('error', () => undefined);
  let failure: Error | undefined;
  try {
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(hashtext('run_months')) as locked`);
    if (rows[0]?.locked !== true) return undefined;
    const swept: SweptMonth[] = [];
    for (const { month, bytes } of await partitions.list()) {
      const result = await sweepOne(client, await describeMonth(client, month), { terms, views, now, dryRun });
      if (result !== undefined) swept.push({ ...result, bytesBefore: bytes, bytesAfter: await bytesOf(partitions, month) });
    }
    return swept;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    await client
      .query('drop table if exists due, going, behind; select pg_advisory_unlock_all()')
      .catch((error: Error) => (failure ??= error));
    client.release(failure);
  }
}

type Outcome = Omit<SweptMonth, 'bytesBefore' | 'bytesAfter'>;
type Circumstances = Pick<SweepOptions, 'now' | 'views'> & { readonly terms: RetentionTerms; readonly dryRun: boolean };

async function sweepOne(client: ClientBase, month: Month, { terms, views, now, dryRun }: Circumstances): Promise<Outcome | undefined> {
  const expired = expiredIn(month.end, terms, now);
  if (expired.workspaceIds.length === 0 && !expired.others) return undefined;
  if (!(await needsSweep(client, month, expired))) return undefined;
  const known = terms.workspaces.map(({ workspaceId }) => workspaceId);
  const finding = await findGoing(client, month, expired, known);
  const { streams, going, leftovers } = finding;
  const result = { month: month.month, streams, going, leftBehind: leftovers.length };
  const readTo = await readUpTo(client, views);
  if (going > 0 && (await isStillToBeRead(client, month, readTo))) return { ...result, outcome: 'unread' };
  if (!dryRun && going > 0) await sweepMonth(client, month, finding, readTo);
  if (!dryRun) await noteSwept(client, month.month, expired, leftovers);
  return { ...result, outcome: going === 0 ? 'nothing' : going === streams ? 'dropped' : 'rewritten' };
}

async function describeMonth(client: ClientBase, month: string): Promise<Month> {
  const first = new Date(`${month}T00:00:00Z`);
  const suffix = month.slice(0, 7).replace('-', '');
  const { rows: beside } = await client.query<{ table: string; key: string }>(
    `select c.relname as table, a.attname as key from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
     where c.relname not in ('run_event', 'blob') and to_regclass(c.relname || '_' || $1) is not null order by 1`,
    [suffix],
  );
  return { month, suffix, beside, end: new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)) };
}

async function bytesOf(partitions: RunPartitions, month: string): Promise<number> {
  return (await partitions.list()).find((each) => each.month === month)?.bytes ?? 0;
}
