import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { QueryResultRow } from 'pg';
import { ProjectionHost } from '#infrastructure/projections/projection-host.js';
import { executionLogTable } from '../projections/execution-log.entity.js';
import { executionLog } from '../projections/execution-log.projection.js';
import type { Statement } from './log-statement.js';

const patienceMs = 1000;

@Injectable()
export class LogRows {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionHost,
  ) {}

  /** Waits a moment for what the caller may just have run, so that it finds it. @returns whether it does */
  async catchUp(): Promise<boolean> {
    return this.projections.upToDate(executionLog.name, patienceMs);
  }

  /** The tables of the months. */
  async months(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ month: string }>({
      name: 'log_months',
      text: `select c.relname as month from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = $1::regclass`,
      values: [executionLogTable.table],
    });
    return rows.map(({ month }) => month);
  }

  async query<Row extends QueryResultRow>(statement: Statement): Promise<readonly Row[]> {
    const { rows } = await this.pool.query<Row>(statement);
    return rows;
  }
}
