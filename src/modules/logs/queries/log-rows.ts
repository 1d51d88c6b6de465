import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ProjectionHost } from '#infrastructure/projections/projection-host.js';
import { executionLog } from '../projections/execution-log.projection.js';
import type { Statement } from './log-statement.js';
import { logView, type LogRow, type LogView } from './log-view.js';

const patienceMs = 1000;

@Injectable()
export class LogRows {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionHost,
  ) {}

  /** Waits a moment for what the caller may just have run, so that it finds it. */
  async catchUp(): Promise<void> {
    await this.projections.upToDate(executionLog.name, patienceMs);
  }

  async select(statement: Statement): Promise<readonly LogView[]> {
    const { rows } = await this.pool.query<LogRow>(statement);
    return rows.map(logView);
  }
}
