import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#infrastructure/housekeeping/delete-in-steps.js';
import { Clock } from '#kernel/clock.js';

const dayMs = 24 * 60 * 60 * 1000;

/** For how long an effect key is remembered, and the rows of an archived table are kept. */
const keptDays = 30;

/** Deletes what nobody can ask for any more. */
@Injectable()
export class TableUpkeep {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  async tidy(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - keptDays * dayMs).toISOString();
    await deleteInSteps(this.pool, 'table_effect', 'at < $1', [before]);
    const archived = 'table_id in (select id from data_table where archived and updated_at < $1)';
    for (const table of ['table_key', 'table_row', 'table_row_change']) await deleteInSteps(this.pool, table, archived, [before]);
  }
}
