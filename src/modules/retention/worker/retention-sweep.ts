import type { ClientBase, Pool } from 'pg';
import type { RunPartitions } from '#ledger/events/run-partitions.js';
import { cancelOnAbort } from '#ledger/database/cancel-on-abort.js';
import { covers, expiredIn, type RetentionTerms } from '../domain/retention-terms.js';
import { runHolds } from '../store/run-holds.js';
import { needsSweep, noteSwept } from '#ledger/months/swept-months.js';
import type { RunFacts } from '#ledger/months/run-facts.js';
import { describeMonth, findGoing, isStillToBeRead, sweepMonth, type Finding, type Month } from '#ledger/months/month-sweep.js';

/** The result of the sweep of a month, or of its dry run. */
export interface SweptMonth {
  readonly month: string;
  readonly streams: number;
  /** The number of streams that are deleted. */
  readonly going: number;
  /** Runs beyond their retention time that are on hold or still active. */
  readonly leftBehind: number;
  /**
   * *unread*: a projection has not applied its events yet, so the month stays for now. *changed*: during the copy, some runs were
   * put on hold or got a longer retention time in each attempt; the month stays until the next sweep.
   */
  readonly outcome: 'nothing' | 'rewritten' | 'dropped' | 'unread' | 'changed';
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** Reads on the given connection, or on any connection. */
export type ReadTerms = (client?: ClientBase) => Promise<RetentionTerms>;

interface SweepOptions {
  readonly pool: Pool;
  readonly partitions: RunPartitions;
  readonly runs: RunFacts;
  /** The async projections. */
  readonly views: readonly string[];
  readonly now: Date;
  readonly dryRun?: boolean;
  /** Aborts the sweep. Each month is then either swept or unchanged. */
  readonly signal?: AbortSignal;
}

/** Attempts for a month whose deletable runs change during the copy. */
const tries = 3;

/**
 * Frees the disk space of expired runs, month by month. A month without remaining runs is dropped; another month is replaced by a copy
 * of its remaining runs. Several processes may call it; one of them sweeps, and none during a rebuild of a projection.
 * @returns the months that needed a sweep; undefined if another process sweeps
 */
export async function sweepRuns(readTerms: ReadTerms, options: SweepOptions): Promise<readonly SweptMonth[] | undefined> {
  const { pool, partitions, runs, signal } = options;
  const client = await pool.connect();
  const uncancel = await cancelOnAbort(client, pool, signal);
  let failure: Error | undefined;
  try {
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(hashtext('run_months')) as locked`);
    if (rows[0]?.locked !== true) return undefined;
    const swept: SweptMonth[] = [];
    for (const { month, bytes } of await partitions.list()) {
      const result = await sweepOne(client, await describeMonth(client, month, { runs, holds: runHolds }), readTerms, options);
      if (result !== undefined) swept.push({ ...result, bytesBefore: bytes, bytesAfter: await bytesOf(partitions, month) });
    }
    return swept;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    await uncancel();
    await client
      .query('drop table if exists due, going, behind; select pg_advisory_unlock_all()')
      .catch((error: Error) => (failure ??= error));
    client.release(failure);
  }
}

type Outcome = Omit<SweptMonth, 'bytesBefore' | 'bytesAfter'>;

async function sweepOne(client: ClientBase, month: Month, readTerms: ReadTerms, options: SweepOptions): Promise<Outcome | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted();
    const outcome = await sweepOnce(client, month, readTerms, options);
    if (outcome?.outcome !== 'changed' || attempt >= tries) return outcome;
  }
}

async function sweepOnce(client: ClientBase, month: Month, readTerms: ReadTerms, options: SweepOptions): Promise<Outcome | undefined> {
  const { now, views, dryRun = false } = options;
  const terms = await readTerms();
  const expired = expiredIn(month.end, terms, now);
  const isAnyPast = expired.workspaceIds.length > 0 || expired.others;
  if (!isAnyPast || !(await needsSweep(client, month, expired))) return undefined;
  const finding = await findGoing(client, month, { expired, known: terms.workspaces.map(({ workspaceId }) => workspaceId), views });
  const told = { month: month.month, streams: finding.streams, going: finding.going, leftBehind: finding.leftovers.length };
  if (await isStillToBeRead(client, month, views)) return { ...told, outcome: 'unread' };
  const outcome = outcomeOf(finding);
  if (dryRun) return { ...told, outcome };
  const note = (): Promise<void> => noteSwept(client, month, expired, finding);
  if (outcome === 'nothing') await note();
  else {
    const areStillPast = async (): Promise<boolean> => covers(expiredIn(month.end, await readTerms(client), now), expired);
    const isDone = await sweepMonth(client, month, finding, { areStillPast, note, signal: options.signal });
    if (!isDone) return { ...told, outcome: 'changed' };
  }
  return { ...told, outcome };
}

function outcomeOf({ streams, going }: Finding): SweptMonth['outcome'] {
  if (going === 0) return 'nothing';
  return going === streams ? 'dropped' : 'rewritten';
}

async function bytesOf(partitions: RunPartitions, month: string): Promise<number> {
  return (await partitions.list()).find((each) => each.month === month)?.bytes ?? 0;
}
