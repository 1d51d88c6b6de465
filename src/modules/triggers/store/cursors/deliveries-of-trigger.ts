import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** The deliveries of one trigger. */
@Injectable()
export class DeliveriesOfTrigger {
  constructor(private readonly pool: Pool) {}

  /** The times of a schedule in a range that have had a run, in ms since 1970. */
  async run(triggerId: string, from: Date, to: Date): Promise<ReadonlySet<number>> {
    const { rows } = await this.pool.query<{ at: Date }>(
      'select scheduled_for as at from delivery where trigger_id = $1 and scheduled_for between $2 and $3 and job_id is not null',
      [triggerId, from, to],
    );
    return new Set(rows.map(({ at }) => at.getTime()));
  }
}
