import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { ProjectionHost } from '#ledger/projections/projection-host.js';
import type { ProjectionStatus } from '#ledger/projections/projection-status.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { WriteProbe } from './write-probe.js';
import { readStandbys, type Standbys } from './standbys.js';
import { skewMs } from './clock-skew.js';
import { migrations } from '#ledger/database/migrations/index.js';

/** How the parts that all processes share are doing. Undefined when the database did not answer in time. */
export interface Vitals {
  readonly databaseLatencyMs: number;
  /** How far the clock of this machine is ahead of that of the database; negative if it is behind. */
  readonly clockSkewMs: number;
  /** False when the disk of the database is full, or the database is a standby. */
  readonly canWrite: boolean;
  readonly pendingMigrations: number;
  /** Age of the oldest running transaction that has written something: no async projection gets past it. */
  readonly horizonAgeMs: number;
  readonly queue: { readonly waiting: number; readonly running: number; readonly oldestDueMs: number };
  readonly projections: readonly ProjectionStatus[];
  readonly standbys: Standbys;
}

const keptForMs = 1000;
const patienceMs = 2000;

/** Reads the vital signs, at most once a second however many ask: looking after the database must not be a burden to it. */
@Injectable()
export class VitalSigns {
  #reading: Promise<Vitals | undefined> | undefined;
  readonly #writes: WriteProbe;
  #latest: { readonly takenAt: number; readonly vitals: Promise<Vitals | undefined> } | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly queue: WorkQueue,
    private readonly projections: ProjectionHost,
    private readonly clock: Clock,
  ) {
    this.#writes = new WriteProbe(pool);
  }

  read(): Promise<Vitals | undefined> {
    const now = performance.now();
    if (this.#latest === undefined || now - this.#latest.takenAt > keptForMs) this.#latest = { takenAt: now, vitals: this.#inTime() };
    return this.#latest.vitals;
  }

  /** A reading that hangs is not joined by another: its queries still wait for their connection. */
  async #inTime(): Promise<Vitals | undefined> {
    this.#reading ??= this.#take()
      .catch(() => undefined)
      .finally(() => (this.#reading = undefined));
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), patienceMs)));
    try {
      return await Promise.race([this.#reading, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #take(): Promise<Vitals> {
    const [startedAt, before] = [performance.now(), this.clock.machineMs()];
    const { rows } = await this.pool.query<{ migrated: number; horizon: number | null; at: number }>({
      name: 'vital_signs',
      text: `select (select count(*)::int from migration where name = any($1)) as migrated,
               (select (extract(epoch from clock_timestamp() - min(xact_start)) * 1000)::float8 from pg_stat_activity where backend_xid is not null) as horizon,
               (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
      values: [migrations.map(({ name }) => name)],
    });
    const databaseLatencyMs = performance.now() - startedAt;
    const after = this.clock.machineMs();
    const [row] = rows;
    return {
      databaseLatencyMs,
      clockSkewMs: skewMs({ before, at: row?.at ?? after, after }),
      canWrite: await this.#writes.canWrite(),
      pendingMigrations: migrations.length - (row?.migrated ?? 0),
      horizonAgeMs: Math.max(0, row?.horizon ?? 0),
      queue: await this.queue.depth(),
      projections: await this.projections.status(),
      standbys: await readStandbys(this.pool),
    };
  }
}
