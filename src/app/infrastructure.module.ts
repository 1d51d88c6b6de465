import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { Ids } from '#kernel/ids.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { Config } from '#host/config/config.js';
import { SearchPool } from '#ledger/database/connect.js';
import { PlanRooms } from '#ledger/work/rooms/plan-room.js';
import { AppendLane } from '#ledger/events/append-lane.js';
import { RunPartitions } from '#ledger/events/run-partitions.js';
import { PayloadObjects } from '#ledger/events/payload/payload-objects.js';
import { EventStore } from '#ledger/events/event-store.js';
import { CursorSignature } from '#edge/answer/cursor.js';
import { OpenStreams } from '#edge/stream/open-streams.js';
import { Drain } from '#edge/gate/drain.js';
import { OverloadGate } from '#edge/gate/overload-gate.js';
import { StandingQueue } from '#edge/gate/standing-queue.js';
import { Telemetry } from '#host/logging/telemetry/telemetry.js';
import type { Database } from '#ledger/ledger.js';
import { Uploads } from '#edge/upload/uploads.js';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { Turns } from '#ledger/chores/turns.js';
import { Logger } from '#host/logging/logger.js';
import { stallWatch } from '#host/loop/stall-watch.js';
import { SecurityLog } from '#host/logging/security-log.js';
import { DiskRoom } from '#ledger/vitals/disk-room.js';
import type { ByteStore } from '#ledger/objects/byte-store.js';
import { ObjectStore } from '#ledger/objects/object-store.js';
import { ObjectUpkeep } from '#ledger/objects/object-upkeep.js';
import { StorageRoom } from '#ledger/objects/storage-room.js';
import { OriginQueues } from '#world/outbound/origin-queues.js';
import { MailSender } from '#world/mail/mail-sender.js';
import { MailServers } from '#world/mail/mail-servers.js';
import { SmtpSender } from '#world/mail/smtp-sender.js';
import { OutboundHttp } from '#world/outbound/outbound-http.js';
import { ReadReplicas } from '#ledger/projections/replicas/read-replicas.js';
import { ProjectionHost } from '#ledger/projections/projection-host.js';
import { RunFacts } from '#ledger/months/run-facts.js';
import { Composition } from '#ledger/composition.js';
import { composition } from './composition.js';
import { Leases } from '#ledger/work/leases.js';
import { WorkerLoop } from '#ledger/work/worker-loop.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { SystemTimers } from '#host/system-timers.js';
import type { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { Sandbox } from '#world/sandbox/sandbox.js';
import { KeyDigest } from '#host/secrets/key-digest.js';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { Activity } from '#ledger/signals/activity.js';
import { Changes } from '#ledger/projections/changes.js';
import { Signals } from '#ledger/signals/signals.js';
import { BucketStorage } from '#edge/throttle/bucket-storage.js';
import { LimiterUpkeep } from '#edge/throttle/limiter-upkeep.js';
import { PostgresBuckets } from '#edge/throttle/postgres-buckets.js';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';

/** The parts that the composition root opens before Nest starts. */
export interface Infrastructure {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly database: Database;
  readonly sandbox: IsolatedSandbox;
  readonly outbound: OutboundHttp;
  readonly bytes: ByteStore;
  readonly disks: DiskRoom;
  readonly telemetry: Telemetry;
  readonly secretBox: SecretBox;
  readonly keyDigest: KeyDigest;
  readonly signIn: SignInDigests;
  readonly cursors: CursorSignature;
  readonly links: LinkSignature;
}

type RoomParts = ConstructorParameters<typeof PlanRooms>;

/** Makes the infrastructure injectable in all modules, each part under its class. */
@Module({})
export class InfrastructureModule {
  static of({ database, ...parts }: Infrastructure): DynamicModule {
    const providers: Provider[] = [
      { provide: Config, useValue: parts.config },
      { provide: Logger, useValue: parts.logger },
      { provide: Clock, useValue: parts.clock },
      { provide: Timers, useClass: SystemTimers },
      { provide: Ids, useValue: parts.ids },
      { provide: Sandbox, useValue: parts.sandbox },
      { provide: OutboundHttp, useValue: parts.outbound },
      { provide: MailServers, useFactory: () => new MailServers({ allow: parts.config.outboundAllow }) },
      { provide: MailSender, useFactory: () => new SmtpSender({ url: parts.config.smtpUrl, from: parts.config.smtpFrom }) },
      { provide: SecretBox, useValue: parts.secretBox },
      { provide: KeyDigest, useValue: parts.keyDigest },
      { provide: SignInDigests, useValue: parts.signIn },
      { provide: CursorSignature, useValue: parts.cursors },
      { provide: LinkSignature, useValue: parts.links },
      { provide: AppendLane, useValue: database.lane },
      { provide: EventStore, useValue: database.store },
      { provide: PayloadObjects, useValue: database.payloads },
      { provide: Pool, useValue: database.pool },
      { provide: PlanRooms, useFactory: (...parts: RoomParts) => new PlanRooms(...parts), inject: [Pool, Timers, Ids] },
      { provide: SearchPool, useValue: database.searchPool },
      { provide: ReadReplicas, useValue: database.reads },
      { provide: Composition, useValue: composition },
      { provide: RunFacts, useValue: composition.runs },
      { provide: RunPartitions, useValue: database.partitions },
      { provide: ProjectionHost, useValue: database.projections },
      { provide: Signals, useValue: database.signals },
      { provide: Changes, useValue: database.changes },
      { provide: Activity, useValue: database.activity },
      { provide: WorkQueue, useValue: database.queue },
      { provide: Leases, useValue: database.leases },
      { provide: Housekeeper, useValue: database.housekeeper },
      { provide: Turns, useValue: database.turns },
      { provide: WorkerLoop, useValue: database.worker },
      { provide: PlanCatalogue, useFactory: () => parts.config.plans ?? new PlanCatalogue() },
      Drain,
      OpenStreams,
      OriginQueues,
      { provide: OverloadGate, useFactory: (origins: OriginQueues) => createGate(parts, database, origins), inject: [OriginQueues] },
      { provide: SecurityLog, useFactory: () => new SecurityLog(parts.logger, () => performance.now()) },
      { provide: PostgresBuckets, useFactory: () => new PostgresBuckets(database.limitPool) },
      { provide: RateLimiter, useFactory: createLimiter, inject: [PostgresBuckets, Clock, SecurityLog] },
      BucketStorage,
      LimiterUpkeep,
      { provide: ObjectStore, useFactory: () => new ObjectStore(parts.bytes, database.pool, parts.ids, database.leases.owner) },
      { provide: DiskRoom, useValue: parts.disks },
      { provide: Telemetry, useValue: parts.telemetry },
      StorageRoom,
      Uploads,
      ObjectUpkeep,
    ];
    return { module: InfrastructureModule, global: true, imports: [CqrsModule.forRoot()], providers, exports: [...providers, CqrsModule] };
  }
}

function createLimiter(store: PostgresBuckets, clock: Clock, security: SecurityLog): RateLimiter {
  const onDegraded = (isDegraded: boolean, error?: unknown): void => {
    security.note(isDegraded ? 'limiter.degraded' : 'limiter.recovered', { err: error });
  };
  return new RateLimiter({ store, now: () => clock.now().getTime(), tick: () => performance.now(), onDegraded });
}

/** The limits for the sandbox are lower, since a run may call it many times; those for model providers are higher, since a call takes seconds. */
function createGate(
  { config, sandbox, logger }: Omit<Infrastructure, 'database'>,
  { lane, worker }: Pick<Database, 'lane' | 'worker'>,
  origins: OriginQueues,
): OverloadGate {
  let flushMs: number | undefined;
  const appends = new StandingQueue(() => (flushMs = lane.takeBestFlushMs()), { least: 50, most: 250 });
  // A job can wait in the queue: jobs begin more slowly long before requests are refused.
  const crowd = new StandingQueue(() => flushMs, { least: 10, most: 250 });
  const functions = new StandingQueue(() => sandbox.takeBestWaitMs(), { least: 4, most: 20 });
  const models = new StandingQueue(() => origins.takeBestWaitMs(), { least: 1_000, most: 5_000 });
  const loop = new StandingQueue(() => stallWatch.takeLeastDelayMs(), { least: 10, most: 40 });
  const onWindow = (requests: number): void => {
    const isLoopLate = loop.stands();
    const isCrowded = crowd.stands();
    worker.keepPace(requests > 0 && (isLoopLate || isCrowded));
  };
  const anonymous = { most: config.mostAnonymous, mostOfAddress: config.mostAnonymousOfAddress };
  const bodies = { timeoutMs: config.bodyTimeoutMs, leastRate: config.bodyRate };
  return new OverloadGate({ most: config.mostRequests, anonymous, bodies, queues: [appends, functions, models], onWindow, logger });
}
