import { Injectable } from '@nestjs/common';
import { statement, type Statement } from '../pages/log-statement.js';
import { LogRows } from '../pages/log-rows.js';

/** Which runs figures are about: those that started in a range of time, the end excluded. */
export interface FigureRange {
  readonly workspaceId: string;
  readonly workflowIds: readonly string[] | undefined;
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
}

/** How runs are put together. */
export interface FigureGroups {
  readonly bucketMs: number;
  readonly byWorkflow: boolean;
}

/** The runs that started within one span of time. */
export interface FigureBucket {
  /** Start of the span. */
  readonly at: string;
  /** Id of the workflow; null without `groupBy=workflow`. */
  readonly workflowId: string | null;
  /** Number of runs that started. */
  readonly started: number;
  /** Number of them that completed. */
  readonly completed: number;
  /** Number of them that failed. */
  readonly failed: number;
  /** Number of them that were cancelled. */
  readonly cancelled: number;
  /** Half of the ended runs took at most so long, in ms; null when none has ended. */
  readonly p50Ms: number | null;
  /** 95 % of the ended runs took at most so long, in ms. */
  readonly p95Ms: number | null;
  /** 99 % of the ended runs took at most so long, in ms. */
  readonly p99Ms: number | null;
  /** What the runs have cost, in US dollars. */
  readonly costUsd: number;
}

/** Failed runs of one workflow with the same error, apart from ids and numbers in it. */
export interface ErrorGroup {
  /** Name of the group, the same in every response. */
  readonly fingerprint: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** The error with `<id>` and `<n>` in place of ids and numbers. */
  readonly pattern: string;
  /** Number of failed runs. */
  readonly count: number;
  /** When the first of them started. */
  readonly firstAt: string;
  /** When the last of them started. */
  readonly lastAt: string;
  /** Execution id of the last of them. */
  readonly lastExecutionId: string;
  /** Error of the last of them. */
  readonly lastError: string;
}

/** Figures of some runs. When there are more than one request reads, `since` is later than the start of the range. */
export interface Figures<Item> {
  readonly data: readonly Item[];
  readonly since: string;
}

/** Runs that one summary reads at most, the latest ones. */
export const mostSummed = 200_000;
/** Failed runs that one list of errors reads at most, the latest ones. */
const mostErrors = 20_000;
const mostGroups = 100;

type BucketRow = Omit<FigureBucket, 'workflowId'> & { readonly workflow_id: string | null; readonly since: string | null };
type GroupRow = Omit<ErrorGroup, 'fingerprint'> & { readonly fingerprint: string; readonly since: string | null };

/** Reads figures from the rows of the log. Checks no permissions. */
@Injectable()
export class LogFigures {
  constructor(private readonly rows: LogRows) {}

  async summary(range: FigureRange, groups: FigureGroups, most = mostSummed): Promise<Figures<FigureBucket>> {
    const found = await this.rows.read<BucketRow>(summaryStatement(range, groups, most));
    const data = found.map(({ workflow_id: workflowId, since: _, ...bucket }) => ({ ...bucket, workflowId }));
    return { data, since: sinceOf(found, range) };
  }

  async errors(range: FigureRange, most = mostErrors): Promise<Figures<ErrorGroup>> {
    const found = await this.rows.read<GroupRow>(errorsStatement(range, most));
    return { data: found.map(({ since: _, ...group }) => group), since: sinceOf(found, range) };
  }
}

function sinceOf([row]: readonly { readonly since: string | null }[], { from }: FigureRange): string {
  return row?.since ?? from;
}

/** `since` is the start of the oldest run that was read, where further ones were not. Its span is therefore incomplete. */
function summaryStatement(range: FigureRange, { bucketMs, byWorkflow }: FigureGroups, most: number): Statement {
  return statement((bind) => {
    const limit = bind(most);
    const runs = latest(range, 'l.workflow_id, l.started_at, l.status, l.duration_ms, l.cost', '', limit, bind);
    const count = (status: string): string => `count(*) filter (where status = '${status}')::int`;
    const percentile = (part: number): string => `percentile_disc(${part}) within group (order by duration_ms)::float8`;
    return `with run as materialized (${runs}),
        edge as (select case when count(*) >= ${limit} then min(started_at) end as since from run)
      select date_bin(${bind(bucketMs)} * interval '1 ms', started_at, timestamptz 'epoch') as at,
        ${byWorkflow ? 'workflow_id' : 'null::uuid'} as workflow_id, count(*)::int as started, ${count('completed')} as completed,
        ${count('failed')} as failed, ${count('cancelled')} as cancelled, ${percentile(0.5)} as "p50Ms", ${percentile(0.95)} as "p95Ms",
        ${percentile(0.99)} as "p99Ms", sum(cost)::float8 as "costUsd", (select since from edge) as since
      from run group by 1, 2 order by 1, 2`;
  });
}

const ids = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const numbers = '[0-9]+([.,:][0-9]+)*';

function errorsStatement(range: FigureRange, most: number): Statement {
  return statement((bind) => {
    const limit = bind(most);
    const columns = 'l.id, l.workflow_id, l.started_at, l.caller_execution_id, l.error';
    const pattern = `left(regexp_replace(regexp_replace(coalesce(error, ''), '${ids}', '<id>', 'gi'), '${numbers}', '<n>', 'g'), 500)`;
    return `with run as materialized (${latest(range, columns, "and l.level = 'error'", limit, bind)}),
        edge as (select case when count(*) >= ${limit} then min(started_at) end as since from run),
        named as (select *, ${pattern} as pattern from run)
      select left(md5(workflow_id::text || pattern), 16) as fingerprint, workflow_id as "workflowId", pattern, count(*)::int as count,
        min(started_at) as "firstAt", max(started_at) as "lastAt",
        (array_agg(coalesce(caller_execution_id, id::text) order by started_at desc, id desc))[1] as "lastExecutionId",
        (array_agg(coalesce(error, '') order by started_at desc, id desc))[1] as "lastError", (select since from edge) as since
      from named group by workflow_id, pattern order by count desc, "lastAt" desc, pattern limit ${mostGroups}`;
  });
}

/** The latest runs of a range, along the index of the workspace or those of its workflows. */
function latest(range: FigureRange, columns: string, condition: string, limit: string, bind: (value: unknown) => string): string {
  const { workspaceId, workflowIds, from, to } = range;
  const [workspace, first, end] = [bind(workspaceId), bind(from), bind(to)];
  const some = workflowIds === undefined ? '' : `and l.workflow_id = any(${bind(workflowIds)}::uuid[])`;
  return `select ${columns} from execution_log l where l.workspace_id = ${workspace} and l.started_at >= ${first} and l.started_at < ${end}
    ${some} ${condition} order by l.started_at desc, l.id desc limit ${limit}`;
}
