import { byExecutionId, filterConditions, type Bind, type RowFilter } from './log-filter.js';

export type LogOrder = 'asc' | 'desc';

/** Where a page begins: right behind this entry. */
export interface LogPosition {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly id: string;
}

export interface LogPage {
  readonly filter: RowFilter;
  readonly order: LogOrder;
  readonly limit: number;
  readonly after?: LogPosition | undefined;
}

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** At most `limit` entries in the order of (start, id). */
export function pageStatement({ filter, order, limit, after }: LogPage): Statement {
  return statement(order, (bind) => {
    const conditions = filterConditions(filter, bind);
    if (after !== undefined)
      conditions.push(`(l.started_at, l.id) ${order === 'desc' ? '<' : '>'} (${bind(after.startedAt)}, ${bind(after.id)})`);
    return { conditions, limit };
  });
}

export function logStatement(id: string): Statement {
  return statement('desc', (bind) => ({ conditions: [`l.id = ${bind(id)}`], limit: 1 }));
}

/** The latest run that is known under `executionId` in one of the workspaces. */
export function executionStatement(executionId: string, workspaceIds: readonly string[]): Statement {
  return statement('desc', (bind) => ({
    conditions: [`l.workspace_id = any(${bind(workspaceIds)}::uuid[])`, byExecutionId(executionId, bind)],
    limit: 1,
  }));
}

const columns =
  'id, workspace_id, workflow_id, deployment_version, level, trigger, status, started_at, ended_at, duration_ms, cost, caller_execution_id, error';

function statement(order: LogOrder, select: (bind: Bind) => { conditions: readonly string[]; limit: number }): Statement {
  const values: unknown[] = [];
  const { conditions, limit } = select((value) => `$${values.push(value)}`);
  const rows = `select ${columns} from execution_log l where ${conditions.join(' and ')}`;
  return { text: `${rows} order by l.started_at ${order}, l.id ${order} limit $${values.push(limit)}`, values };
}
