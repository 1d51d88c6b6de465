import { Injectable } from '@nestjs/common';
import { LastRuns } from '#modules/workflows/index.js';
import { LogRows } from './log-rows.js';

interface Row {
  readonly id: string;
  readonly startedAt: string | null;
}

const text = `select w.id, (select started_at from execution_log l where l.workspace_id = $1 and l.workflow_id = w.id
    order by started_at desc, l.id desc limit 1) as "startedAt"
  from unnest($2::uuid[]) as w (id)`;

/** Reads the latest run of each workflow from the log. */
@Injectable()
export class LoggedLastRuns extends LastRuns {
  constructor(private readonly rows: LogRows) {
    super();
  }

  async of(workspaceId: string, workflowIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.rows.query<Row>({ text, values: [workspaceId, workflowIds] });
    return new Map(rows.flatMap(({ id, startedAt }) => (startedAt === null ? [] : [[id, startedAt] as const])));
  }
}
