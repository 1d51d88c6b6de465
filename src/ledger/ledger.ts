import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#kernel/clock.js';
import type { Composition } from './composition.js';
import {
  createDataSource,
  createPool,
  createProjectionPool,
  createLimitPool,
  createSearchPool,
  migrateDatabase,
  reachDatabase,
  type SearchPool,
  type StartPatience,
} from '#ledger/database/connect.js';
import { DatabaseServers } from '#ledger/database/servers/database-servers.js';
import { recordTimeline } from '#ledger/database/servers/recorded-timeline.js';
import { requireSessions } from '#ledger/database/servers/require-sessions.js';
import { requireServerVersion } from '#ledger/database/server-version.js';
import { WriterConnection } from '#ledger/database/servers/writer-connection.js';
import { AppendLane } from '#ledger/events/append-lane.js';
import { Outlining } from '#ledger/events/contents/outlining.js';
import { EventCatalogue } from '#ledger/events/event-catalogue.js';
import { PostgresEventStore } from '#ledger/events/postgres-event-store.js';
import { RunPartitions } from '#ledger/events/run-partitions.js';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { Turns } from '#ledger/chores/turns.js';
import type { PayloadObjects } from '#ledger/events/payload/payload-objects.js';
import { StoredPayloads, type PayloadStorage } from '#ledger/objects/stored-payloads.js';
import { ProjectionHost } from '#ledger/projections/projection-host.js';
import { openReplicas } from '#ledger/projections/replicas/open-replicas.js';
import { ReadReplicas } from '#ledger/projections/replicas/read-replicas.js';
import { Leases } from '#ledger/work/leases.js';
import { OwnerSession } from '#ledger/work/owner-session.js';
import { WorkerLoop } from '#ledger/work/worker-loop.js';
import { workSign, WorkQueue } from '#ledger/work/work-queue.js';
import { QuietSigns } from '#ledger/signals/quiet-signs.js';
import { eventSign } from '#ledger/projections/event-feed.js';
import { Activity, type ActivityPace } from '#ledger/signals/activity.js';
import { openCarrier, type SignalsServerOptions } from '#ledger/signals/carriers/open-carrier.js';
import { Changes } from '#ledger/projections/changes.js';
import { Signals } from '#ledger/signals/signals.js';

/** Everything that uses the database, opened in order and closed in the reverse order. */
export interface Database {
  readonly pool: Pool;
  readonly searchPool: SearchPool;
  /** The connections of rate limits. */
  readonly limitPool: Pool;
  /** Where reads of views may go beside the primary. */
  readonly reads: ReadReplicas;
  readonly lane: AppendLane;
  readonly store: PostgresEventStore;
  /** The large parts of payloads that are objects; undefined where the store has no place for them. */
  readonly payloads: PayloadObjects | undefined;
  readonly projections: ProjectionHost;
  readonly partitions: RunPartitions;
  readonly signals: Signals;
  readonly changes: Changes;
  readonly activity: Activity;
  readonly queue: WorkQueue;
  readonly leases: Leases;
  readonly worker: WorkerLoop;
  readonly housekeeper: Housekeeper;
  readonly turns: Turns;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly connectionString: string;
  readonly poolSize: number;
  readonly composition: Composition;
  readonly clock: Clock;
  /** With which contents that are not kept are digested. Absent: random, so digests of different processes do not compare. */
  readonly digestKey?: Buffer;
  /** Jobs that this process runs at the same time. */
  readonly concurrency?: number;
  /** Absent: a database that cannot be reached fails the start at once. */
  readonly patience?: StartPatience;
  /** Absent: loops rest for a second in quiet times. */
  readonly pace?: ActivityPace;
  /** Standbys that answer reads. Absent: none. */
  readonly readUrls?: readonly string[];
  /** Absent: PostgreSQL carries all signals between processes. */
  readonly signalsServer?: SignalsServerOptions | undefined;
  /** Where large parts of payloads are read and, with `isUsed`, stored. Absent: all are rows. */
  readonly objects?: Pick<PayloadStorage, 'bytes' | 'ids' | 'isUsed'>;
  readonly onError: (error: unknown) => void;
}

/** Connects, migrates the schema, rebuilds what is out of date. Subscriptions are not running yet. */
export async function openDatabase({
  connectionString,
  poolSize,
  composition,
  clock,
  digestKey = randomBytes(32),
  concurrency = 64,
  patience,
  pace,
  readUrls = [],
  signalsServer,
  objects,
  onError,
}: OpenOptions): Promise<Database> {
  const servers = DatabaseServers.of(connectionString);
  if (patience !== undefined) servers.reportTo(patience.report);
  const pool = createPool(connectionString, poolSize);
  try {
    await reachDatabase(pool, connectionString, patience);
    await requireServerVersion(pool);
    await requireSessions(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  await migrate(connectionString, pool);
  await followTimeline(servers, pool, onError);
  const replicas = await openReplicas({ urls: readUrls, installation: servers, report: patience?.report ?? onError }).catch(
    async (error: unknown) => {
      await pool.end();
      throw error;
    },
  );
  const partitions = new RunPartitions(pool, tablesByMonth(composition));
  await partitions.ensure(clock.now());
  const connection = new WriterConnection(connectionString, 'sluice-append');
  const lane = new AppendLane(connection);
  const inline = composition.projections.filter(({ mode }) => mode === 'inline');
  const outlining = new Outlining(composition.outlines, digestKey);
  const session = new OwnerSession(connectionString, onError);
  const payloads = objects === undefined ? undefined : new StoredPayloads({ ...objects, pool, owner: session.owner });
  const store = new PostgresEventStore(lane, pool, new EventCatalogue(composition.events), inline, clock, outlining, payloads);
  const signals = new Signals(await openCarrier(pool, signalsServer));
  const changes = new Changes(store, signals);
  const activity = new Activity(signals, new QuietSigns(pool), pace);
  for (const sign of [eventSign, workSign]) activity.follow(sign);
  store.onAppended(() => activity.note());
  const projectionPool = createProjectionPool(connectionString);
  const searchPool = createSearchPool(connectionString);
  const limitPool = createLimitPool(connectionString);
  const reads = new ReadReplicas({ plain: pool, search: searchPool }, replicas);
  const projections = new ProjectionHost(composition.projections, {
    pool,
    projectionPool,
    store,
    activity,
    signals,
    owner: session.owner,
    decode: (row, unread) => store.recorded(row, { unread }),
    onError,
  });
  lane.writeFor(await projections.migrate());
  await signals.start();
  changes.announce();
  const queue = new WorkQueue(pool);
  const leases = new Leases(session, queue, onError);
  await leases.start();
  const worker = new WorkerLoop({ queue, leases, signals, activity, concurrency, onError });
  lane.onFormer((error) => {
    onError(error);
    // What it has claimed goes to processes that can write.
    void worker.drain(0);
  });
  const turns = new Turns(signals);
  const housekeeper = new Housekeeper(onError);
  housekeeper.add(() => partitions.ensure(clock.now()));
  const close = async (): Promise<void> => {
    activity.stop();
    await housekeeper.stop();
    await turns.close();
    await projections.stop();
    await lane.idle();
    await leases.stop();
    signals.stop();
    await connection.close();
    await Promise.all([projectionPool.end(), searchPool.end(), limitPool.end(), reads.close()]);
    await pool.end();
  };
  return {
    pool,
    searchPool,
    limitPool,
    reads,
    lane,
    store,
    payloads,
    projections,
    partitions,
    signals,
    changes,
    activity,
    queue,
    leases,
    worker,
    housekeeper,
    turns,
    close,
  };
}

async function migrate(connectionString: string, pool: Pool): Promise<void> {
  const dataSource = await createDataSource(connectionString).initialize();
  try {
    await migrateDatabase(dataSource, pool);
  } finally {
    await dataSource.destroy();
  }
}

/** Writes down the timeline of the primary, now and after each promotion. */
async function followTimeline(servers: DatabaseServers, pool: Pool, onError: (error: unknown) => void): Promise<void> {
  await recordTimeline(pool, servers.known);
  servers.onTimeline((known) => void recordTimeline(pool, known).catch(onError));
}

function tablesByMonth({ models }: Composition): readonly string[] {
  return models.filter(({ kept }) => kept.kind === 'month').map(({ table }) => table);
}
