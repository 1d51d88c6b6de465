import { intolerableSkewMs, notableSkewMs } from '#ledger/vitals/clock-skew.js';
import { littleBytes, type FreeSpace } from '#ledger/vitals/disk-room.js';
import type { CarrierState } from '#ledger/signals/carriers/signal-carrier.js';
import type { ReplicaState } from '#ledger/projections/replicas/replica.js';
import type { Vitals } from '#ledger/vitals/vital-signs.js';
import type { AuditState } from '#modules/audit/index.js';
import type { Backlog } from '#modules/triggers/index.js';

/** *failing*: the process cannot serve requests. *slow*: it serves requests, and an operator must investigate. */
type CheckStatus = 'ok' | 'slow' | 'failing';

interface Check {
  /** Result of the check. */
  readonly status: CheckStatus;
}

interface ViewReport {
  readonly name: string;
  /** The lag in ms. */
  readonly lagMs: number;
  /** The number of events that it has not applied, counted up to 10,000. */
  readonly lagEvents: number;
  /** Number of events that the projection could not process. */
  readonly deadLetters: number;
  /** Present during a rebuild. If the projection is `outdated`, the rows of an earlier release are shown until the rebuild ends. */
  readonly rebuild?: {
    /** Number of processed events. */
    readonly events: number;
    /** Number of events to process. */
    readonly total: number;
    /** Estimated remaining time, in ms; null while it is not known. */
    readonly remainingMs: number | null;
  };
  /** Present if the view was built by an older version of its projection. */
  readonly outdated?: true;
}

export interface ReadinessReport {
  /** Overall state of the process. */
  readonly status: 'ready' | 'degraded' | 'unavailable';
  /** Whether the process is stopping and takes no new work. */
  readonly draining: boolean;
  /** One by one. */
  readonly checks: {
    /** The connection to the database. */
    readonly database: Check & {
      /** Response time of the database, in ms; null if it did not respond. */
      readonly latencyMs: number | null;
    };
    /** The append lane. *failing*: the database takes no writes, for example because its disk is full. */
    readonly appends: Check & {
      /** Number of waiting appends. */
      readonly waiting: number;
    };
    /** Concurrent requests. *slow*: the process has refused further requests for 5 s. *failing*: and no request has ended in that time. */
    readonly requests: Check;
    /** Free space of the disks of the embedded database and of stored files. */
    readonly disks: Check & {
      /** One entry for each folder. */
      readonly folders: readonly FreeSpace[];
    };
    /** *local*: the store of rate limits fails, and each process grants its own share of each limit. */
    readonly limits: Check & {
      /** Whether all processes share the limits (`together`) or each applies them on its own (`local`). */
      readonly kept: 'together' | 'local';
    };
    /** What carries signals between processes. *slow*: the signals server that is set does not answer, and PostgreSQL carries them. */
    readonly signals: Check & {
      /** Whether PostgreSQL or the signals server carries them. */
      readonly carrier: 'postgres' | 'server';
    };
    /** Facts from the database; absent while it does not answer. */
    readonly migrations?: Check & {
      /** Number of migrations that have not run. */
      readonly pending: number;
    };
    /** *failing*: the secrets of the database are sealed with a key that this process does not have, so it can verify no API key. */
    readonly encryptionKey?: Check;
    /** The standbys of `DATABASE_READ_URL`; absent without the setting. *slow*: one of them cannot be used, and the primary answers its reads. */
    readonly replicas?: Check & {
      /** One entry for each replica, in the order of the setting. */
      readonly servers: readonly {
        /** What it does at the moment. *behind*: it has not replayed what readers must find. */
        readonly state: 'used' | 'behind' | 'away' | 'promoted';
      }[];
    };
    /** The clock of this machine, compared with that of the database. Beyond 60 s the process is not ready. */
    readonly clock?: Check & {
      /** How far the clock of the process is ahead, in ms; negative if it is behind. */
      readonly skewMs: number;
    };
    /** The standbys of the database. Asynchronous ones may lose what was answered when one of them is promoted. */
    readonly standbys?: Check & {
      /** Standbys of which a commit waits for at least one. */
      readonly synchronous: number;
      /** Standbys for which no commit waits. */
      readonly asynchronous: number;
      /** What the promotion of a standby would do. `unknown`: the role of the server may not see how standbys follow. */
      readonly failover: 'no standby' | 'keeps what was answered' | 'may lose what was answered' | 'unknown';
    };
    /** The work queue. */
    readonly queue?: Check & {
      /** Number of waiting work items. */
      readonly waiting: number;
      /** Number of active work items. */
      readonly running: number;
      /** Waiting time of the oldest due work item, in ms. */
      readonly oldestDueMs: number;
    };
    /** The position up to which events are visible to projections. */
    readonly horizon?: Check & {
      /** Age of the oldest writing transaction, in ms. */
      readonly ageMs: number;
    };
    /** The projections. */
    readonly projections?: Check & {
      /** State of each projection. */
      readonly views: readonly ViewReport[];
    };
    /** Schedules. *slow*: the first of those that are due has been due for more than 60 s. */
    readonly schedules?: Check & {
      /** Number of schedules that are due, counted up to 10,000. */
      readonly due: number;
      /** How long the first of them has been due, in ms. */
      readonly lateMs: number;
    };
    /** The lag of the audit log behind the events, and whether its signing key exists. */
    readonly audit?: Check & {
      /** Lag of the projection, in ms. */
      readonly lagMs: number;
      /** Lag of the projection, in events. */
      readonly lagEvents: number;
      /** *missing*: entries are recorded without a signature. */
      readonly signingKey: 'present' | 'missing';
    };
  };
}

export interface Findings {
  /** Undefined if the database did not answer in time. */
  readonly vitals: Vitals | undefined;
  /** Undefined if the database did not answer. */
  readonly audit: AuditState | undefined;
  /** Undefined if the database did not answer. */
  readonly backlog: Backlog | undefined;
  /** Whether the database has another encryption key than this process. Undefined if the database did not answer. */
  readonly isKeyForeign: boolean | undefined;
  readonly isDraining: boolean;
  readonly waitingAppends: number;
  /** Time since an append failed; undefined if a later one has succeeded. */
  readonly failedAppendMsAgo: number | undefined;
  /** Whether the process admits further requests, see `OverloadGate`. */
  readonly gate: 'open' | 'full' | 'stuck';
  readonly disks: readonly FreeSpace[];
  readonly isLimiterDegraded: boolean;
  readonly signalsServer: CarrierState['server'];
  readonly replicas: readonly { readonly state: ReplicaState }[];
}

/** Older work counts as a standstill, not as load. */
const oldMs = 30_000;
const lateSchedulesMs = 60_000;
const manyAppends = 5000;
/** After that the write probe decides: without requests no append could show that the disk has room again. */
const failureCountsForMs = 5000;

/** Distinguishes a slow process from a failing one: old work and lagging projections are shown, and only a cause that fails every request makes the process *failing*. */
export function readinessReport(findings: Findings): ReadinessReport {
  const { vitals, audit, backlog, isDraining, waitingAppends, isLimiterDegraded, gate, disks, signalsServer } = findings;
  const checks = {
    database: {
      status: vitals === undefined ? ('failing' as const) : ('ok' as const),
      latencyMs: vitals === undefined ? null : tenths(vitals.databaseLatencyMs),
    },
    appends: { status: appendStatus(findings), waiting: waitingAppends },
    requests: { status: gate === 'stuck' ? ('failing' as const) : slowIf(gate === 'full') },
    disks: { status: slowIf(disks.some(({ freeBytes }) => freeBytes < littleBytes)), folders: disks },
    limits: { status: slowIf(isLimiterDegraded), kept: isLimiterDegraded ? ('local' as const) : ('together' as const) },
    signals: {
      status: slowIf(signalsServer === 'away'),
      carrier: signalsServer === 'connected' ? ('server' as const) : ('postgres' as const),
    },
    ...(findings.replicas.length === 0 ? {} : { replicas: replicasCheck(findings.replicas) }),
    ...(vitals === undefined ? {} : databaseChecks(vitals)),
    ...(findings.isKeyForeign === undefined
      ? {}
      : { encryptionKey: { status: findings.isKeyForeign ? ('failing' as const) : ('ok' as const) } }),
    ...(backlog === undefined ? {} : { schedules: schedulesCheck(backlog) }),
    ...(audit === undefined ? {} : { audit: auditCheck(audit) }),
  };
  const statuses = Object.values(checks).map(({ status }) => status);
  if (isDraining || statuses.includes('failing')) return { status: 'unavailable', draining: isDraining, checks };
  return { status: statuses.includes('slow') ? 'degraded' : 'ready', draining: false, checks };
}

/** A replica that is behind for a moment is in order: the primary answers meanwhile. */
function replicasCheck(replicas: Findings['replicas']) {
  const isOut = replicas.some(({ state }) => state === 'away' || state === 'promoted');
  return { status: slowIf(isOut), servers: replicas.map(({ state }) => ({ state })) };
}

function appendStatus({ vitals, waitingAppends, failedAppendMsAgo }: Findings): CheckStatus {
  const failedLately = failedAppendMsAgo !== undefined && failedAppendMsAgo < failureCountsForMs;
  return failedLately || vitals?.canWrite === false ? 'failing' : slowIf(waitingAppends > manyAppends);
}

function auditCheck({ ms, events, isKeyMissing }: AuditState) {
  const signingKey = isKeyMissing ? ('missing' as const) : ('present' as const);
  return { status: slowIf(ms > oldMs || isKeyMissing), lagMs: Math.round(ms), lagEvents: events, signingKey };
}

function schedulesCheck({ dueSchedules, lateMs }: Backlog) {
  return { status: slowIf(lateMs > lateSchedulesMs), due: dueSchedules, lateMs: Math.round(lateMs) };
}

function databaseChecks({ pendingMigrations, clockSkewMs, queue, horizonAgeMs, projections, standbys }: Vitals) {
  const views = projections.map(viewReport);
  const isBehind = views.some(({ lagMs, deadLetters, outdated }) => lagMs > oldMs || deadLetters > 0 || outdated === true);
  return {
    migrations: { status: pendingMigrations > 0 ? ('failing' as const) : ('ok' as const), pending: pendingMigrations },
    clock: { status: clockStatus(Math.abs(clockSkewMs)), skewMs: Math.round(clockSkewMs) },
    standbys: { status: 'ok' as const, ...standbys },
    queue: { status: slowIf(queue.oldestDueMs > oldMs), ...queue },
    horizon: { status: slowIf(horizonAgeMs > oldMs), ageMs: Math.round(horizonAgeMs) },
    projections: { status: slowIf(isBehind), views },
  };
}

function clockStatus(differenceMs: number): CheckStatus {
  return differenceMs > intolerableSkewMs ? 'failing' : slowIf(differenceMs > notableSkewMs);
}

function viewReport({ name, version, liveVersion, lagMs, lagEvents, deadLetters, rebuild }: Vitals['projections'][number]): ViewReport {
  return {
    name,
    lagMs: Math.round(lagMs),
    lagEvents,
    deadLetters,
    ...(rebuild === null ? {} : { rebuild: { events: rebuild.events, total: rebuild.total, remainingMs: rebuild.remainingMs } }),
    ...((liveVersion ?? 0) < version ? { outdated: true as const } : {}),
  };
}

function slowIf(isSlow: boolean): CheckStatus {
  return isSlow ? 'slow' : 'ok';
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
