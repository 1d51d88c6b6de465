import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { RunPartitions } from '#ledger/events/run-partitions.js';
import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import { ProjectionHost } from '#ledger/projections/projection-host.js';
import { RunFacts } from '#ledger/months/run-facts.js';
import { RetentionRules } from '../queries/retention-rules.js';
import { sweepRuns, type SweptMonth } from './retention-sweep.js';

const everyMs = 86_400_000;

const lines: Readonly<Record<SweptMonth['outcome'], readonly [level: 'debug' | 'info' | 'warn', line: string]>> = {
  nothing: ['debug', 'No expired runs can be deleted'],
  rewritten: ['info', 'Expired runs were deleted'],
  dropped: ['info', 'Expired runs were deleted'],
  unread: ['warn', 'Expired runs are not deleted yet: a projection has not read them'],
  changed: ['warn', 'Expired runs were not deleted, because the runs that may be deleted changed meanwhile'],
};

/** Sweeps once a day. */
@Injectable()
export class RetentionChore {
  #sweptAt: number | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly partitions: RunPartitions,
    private readonly runs: RunFacts,
    private readonly projections: ProjectionHost,
    private readonly rules: RetentionRules,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async apply(signal?: AbortSignal): Promise<void> {
    const now = this.clock.now();
    if (this.#sweptAt !== undefined && now.getTime() - this.#sweptAt < everyMs) return;
    const { pool, partitions, runs, projections } = this;
    const options = { pool, partitions, runs, views: projections.followers, now, ...(signal === undefined ? {} : { signal }) };
    const swept = await sweepRuns((client) => this.rules.terms(client), options);
    if (swept === undefined) return;
    this.#sweptAt = now.getTime();
    for (const month of swept) {
      const [level, line] = lines[month.outcome];
      this.logger[level]({ ...month }, line);
    }
  }
}
