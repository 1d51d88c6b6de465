import { Injectable } from '@nestjs/common';
import { LastRuns, type LastRun } from '#modules/workflows/index.js';
import { LogRows } from './log-rows.js';

type Row = LastRun & { readonly id: string };

const text = `select w.id, last.started_at as "startedAt", last.status
  from unnest($2::uuid[]) as w (id),
    lateral (select started_at, status from execution_log l where l.workspace_id = $1 and l.workflow_id = w.id
      order by started_at desc, l.id desc limit 1) last`;

/** Reads the latest run of each workflow from the log. */
@Injectable()
export class LoggedLastRuns extends LastRuns {
  constructor(private readonly rows: LogRows) {
    super();
  }

  async of(workspaceId: string, workflowIds: readonly string[]): Promise<ReadonlyMap<string, LastRun>> {
    const rows = await this.rows.query<Row>({ text, values: [workspaceId, workflowIds] });
    return new Map(rows.map(({ id, startedAt, status }) => [id, { startedAt, status }]));
  }
}
