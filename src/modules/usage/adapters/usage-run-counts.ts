import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { RunCounts } from '#modules/workflows/index.js';

interface Row {
  readonly workflow_id: string;
  readonly executions: number;
}

/** Counts runs by the totals of days, which stay when the runs have expired. */
@Injectable()
export class UsageRunCounts extends RunCounts {
  constructor(private readonly pool: Pool) {
    super();
  }

  async of(workspaceId: string, workflowIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<Row>({
      name: 'run_counts',
      text: `select workflow_id, sum(executions)::float8 as executions from usage_day
        where workspace_id = $1 and workflow_id = any($2::uuid[]) group by workflow_id`,
      values: [workspaceId, workflowIds],
    });
    return new Map(rows.map(({ workflow_id: id, executions }) => [id, executions]));
  }
}
