import type { ClientBase, Pool, PoolClient } from 'pg';
import type { DecodeEvent } from '../apply-events.js';
import { FormerRelease, lockOutAppends, nextGeneration } from '../inline-generation.js';
import { cancelOnAbort } from '#ledger/database/cancel-on-abort.js';
import { hasState, sqlState } from '#ledger/database/faults/sqlstate.js';
import { carryTotals } from './carry-totals.js';
import type { Projection } from '#ledger/rows/projection.js';
import {
  awaitRebuildLock,
  keepMonths,
  beginProgress,
  endProgress,
  interruptedPlace,
  tryRebuildLock,
  type RebuildPlace,
} from './rebuild-progress.js';
import { nextName, Replay } from './replay.js';
import { addIndexes, createShadows, hasShadows, switchTables } from './shadow-tables.js';

export interface RebuildOptions {
  readonly pool: Pool;
  readonly decode: DecodeEvent;
  readonly batch?: number;
  readonly onProgress?: (events: number) => void;
  /** Interrupts the rebuild at any moment. The batches that are done are kept for `resume`. */
  readonly signal?: AbortSignal | undefined;
  /** Continues an interrupted rebuild of the same version instead of starting from the first event. */
  readonly resume?: boolean;
  /** Waits for a rebuild of the same projection that is under way, instead of failing. */
  readonly wait?: boolean;
}

export interface Rebuilt {
  readonly events: number;
  /** Events that could not be applied. */
  readonly deadLetters: number;
}

/** Another process builds the same projection at this moment. */
export class RebuildUnderWay extends Error {
  constructor(name: string) {
    super(`Another process is rebuilding ${name}`);
    this.name = 'RebuildUnderWay';
  }
}

/** Shorter than `deadlock_timeout`: when an append and a switch wait for each other, the switch gives up. */
const lockPatienceMs = 500;
const switchTries = 100;

/** Compressing new indexes for the write-ahead log takes nearly half as long as building them. Only a superuser may turn it off. */
const uncompressed = `select set_config('wal_compression', 'off', false) from pg_roles where rolname = current_user and rolsuper`;

/**
 * Builds a projection from the first event beside the live one, and replaces the live one in one transaction. Readers and writers
 * wait as long as the last catch-up takes. A rebuild that is killed leaves the live projection unchanged.
 * @throws RebuildUnderWay; FormerRelease when the live projection is of a later version
 */
export async function rebuild(projection: Projection, options: RebuildOptions): Promise<Rebuilt> {
  const client = await options.pool.connect();
  const uncancel = await cancelOnAbort(client, options.pool, options.signal);
  try {
    await lock(client, projection, options);
    await refuseFormer(client, projection);
    await keepMonths(client);
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '128MB'`);
    await client.query(uncompressed);
    const place = await prepare(client, projection, options.resume === true);
    const { pool, decode, batch = 2000, onProgress, signal } = options;
    const replay = new Replay(client, projection, { pool, decode, batch, signal, onProgress: ({ events }) => onProgress?.(events) }, place);
    await replay.to('settled');
    signal?.throwIfAborted();
    await addIndexes(client, tablesOf(projection));
    await replay.to('settled');
    await client.query('reset synchronous_commit');
    const deadLetters = await switchOver(client, projection, { replay, decode });
    return { events: replay.reached.events, deadLetters };
  } finally {
    await uncancel();
    await giveBack(client);
  }
}

function tablesOf({ models }: Projection): readonly string[] {
  return models.map(({ table }) => table);
}

async function lock(client: ClientBase, { name }: Projection, { wait = false }: RebuildOptions): Promise<void> {
  if (wait) await awaitRebuildLock(client, name);
  else if (!(await tryRebuildLock(client, name))) throw new RebuildUnderWay(name);
}

/** Rows of a former version in the place of a later one would keep the processes of the later release from writing. */
async function refuseFormer(client: ClientBase, { name, version }: Projection): Promise<void> {
  const { rows } = await client.query('select 1 from projection_checkpoint where name = $1 and version > $2', [name, version]);
  if (rows.length > 0) throw new FormerRelease([name]);
}

async function prepare(client: ClientBase, projection: Projection, resume: boolean): Promise<RebuildPlace> {
  const tables = tablesOf(projection);
  const interrupted = resume && (await hasShadows(client, tables)) ? await interruptedPlace(client, projection) : undefined;
  if (interrupted !== undefined) return interrupted;
  await createShadows(client, tables);
  await client.query('delete from dead_letter where projection = $1', [nextName(projection.name)]);
  return beginProgress(client, projection);
}

interface Switch {
  readonly replay: Replay;
  readonly decode: DecodeEvent;
}

/**
 * A long query can block the lock. Then the transaction rolls back, so that other statements can proceed, and the switch is retried.
 * @returns how many dead letters the new rows have
 */
async function switchOver(client: ClientBase, projection: Projection, { replay, decode }: Switch): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    await replay.to('settled');
    const before = replay.reached;
    await client.query('begin');
    try {
      await lockOutWriters(client, projection);
      replay.isInTransaction = true;
      await replay.to(projection.mode === 'inline' ? 'visible' : 'settled');
      await carryTotals(client, projection, { decode, reached: replay.reached });
      await switchTables(client, tablesOf(projection));
      const deadLetters = await settleBooks(client, projection, replay.reached);
      await client.query('commit');
      return deadLetters;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      replay.isInTransaction = false;
      if (!hasState(error, sqlState.lockNotAvailable) || replay.reached !== before || attempt >= switchTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/**
 * An append and a subscription name all their tables in one statement. So a statement that waits here has written nothing yet,
 * neither events nor a checkpoint.
 */
async function lockOutWriters(client: ClientBase, projection: Projection): Promise<void> {
  await client.query(`set local lock_timeout = '${lockPatienceMs}ms'`);
  if (projection.mode === 'inline') await lockOutAppends(client);
  for (const table of tablesOf(projection)) await client.query(`lock table "${table}" in access exclusive mode`);
}

/** Replaces the checkpoint and the dead letters with those of the new rows. @returns how many dead letters there are */
async function settleBooks(client: ClientBase, projection: Projection, { tx, pos, events }: RebuildPlace): Promise<number> {
  const { name, version, mode } = projection;
  const { rows: former } = await client.query<{ version: number }>('delete from projection_checkpoint where name = $1 returning version', [
    name,
  ]);
  if (mode === 'inline' && former[0]?.version !== version) await nextGeneration(client);
  await client.query('insert into projection_checkpoint (name, version, tx, pos, events) values ($1, $2, $3, $4, $5)', [
    name,
    version,
    tx,
    pos,
    events,
  ]);
  await client.query('delete from dead_letter where projection = $1', [name]);
  const { rowCount } = await client.query('update dead_letter set projection = $1 where projection = $2', [name, nextName(name)]);
  await endProgress(client, projection);
  return rowCount ?? 0;
}

/** A connection that still holds the lock, or settings, must not go back to the others. */
async function giveBack(client: PoolClient): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_all()');
    await client.query('reset all');
    client.release();
  } catch {
    client.release(true);
  }
}
