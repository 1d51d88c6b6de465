import type { ClientBase, Pool } from 'pg';
import type { RunPartitions } from '#infrastructure/event-store/run-partitions.js';
import { expiredIn, type RetentionTerms } from '../domain/retention-terms.js';
import { needsSweep, noteSwept } from '../store/retention-months.js';
import {
  describeMonth,
  findGoing,
  isStillToBeRead,
  sweepMonth,
  type Finding,
  type Month,
} from '#infrastructure/event-store/months/month-sweep.js';

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
  const isAnyPast = expired.workspaceIds.length > 0 || expired.others;
  if (!isAnyPast || !(await needsSweep(client, month, expired))) return undefined;
  const known = terms.workspaces.map(({ workspaceId }) => workspaceId);
  const finding = await findGoing(client, month, expired, known);
  const outcome = (await isStillToBeRead(client, month, views)) ? 'unread' : outcomeOf(finding);
  if (!dryRun && outcome !== 'unread') {
    if (outcome !== 'nothing') await sweepMonth(client, month, finding, views);
    await noteSwept(client, month.month, expired, finding.leftovers);
  }
  return { month: month.month, streams: finding.streams, going: finding.going, leftBehind: finding.leftovers.length, outcome };
}

function outcomeOf({ streams, going }: Finding): SweptMonth['outcome'] {
  if (going === 0) return 'nothing';
  return going === streams ? 'dropped' : 'rewritten';
}

async function bytesOf(partitions: RunPartitions, month: string): Promise<number> {
  return (await partitions.list()).find((each) => each.month === month)?.bytes ?? 0;
}
