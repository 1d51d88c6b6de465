import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Config } from '#host/config/config.js';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import { lowestId } from '#ledger/events/run-partitions.js';
import { Clock } from '#kernel/clock.js';

/** Removes ended jobs that can no longer be read. Their events stay as long as those of other runs. */
@Injectable()
export class JobRetention {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async apply(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - this.config.jobRetentionMs);
    // A job was queued before it ended, and its id contains that moment: the primary key finds them, and the end of a job changes no index.
    await deleteInSteps(this.pool, 'job', 'id < $1 and completed_at < $2', [lowestId(before), before]);
  }
}
