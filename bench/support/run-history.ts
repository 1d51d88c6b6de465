import type pg from 'pg';

/** A workspace of the history, with some of its workflows. The first ones have the most runs. */
export interface HistoryWorkspace {
  readonly id: string;
  readonly workflowIds: readonly string[];
}

export interface HistoryOptions {
  readonly workspaces: readonly HistoryWorkspace[];
  readonly runs: number;
  /** They are spread over this many times 30 days before `until`, or before now. */
  readonly months: number;
  readonly until?: Date;
  readonly userId: string;
  readonly onProgress?: (runs: number) => void;
}

/** What generated runs use: the first model often, the last one but one hardly ever, the last one only in the oldest month. */
export const historyModels = ['m-small', 'm-medium', 'm-large', 'm-vision', 'm-code', 'm-rare', 'm-retired'] as const;

const runsAtOnce = 50_000;

/**
 * Writes the events of runs that were, set by set: each began and ended, in one of the ways that runs end. Triggers, models, costs,
 * durations and errors are as uneven as in life. Nothing but events is written: views have to be made from them.
 */
export async function writeRunHistory(client: pg.ClientBase, options: HistoryOptions): Promise<void> {
  await client.query('set synchronous_commit = off');
  await client.query('create temporary table place (w int, f int, workspace_id uuid, workflow_id uuid, primary key (w, f))');
  for (const [w, { id, workflowIds }] of options.workspaces.entries()) {
    await client.query('insert into place select $1, f - 1, $2, id from unnest($3::uuid[]) with ordinality as x(id, f)', [
      w,
      id,
      workflowIds,
    ]);
  }
  const workflows = options.workspaces[0]?.workflowIds.length ?? 0;
  for (let made = 0; made < options.runs; made += runsAtOnce) {
    const now = Math.min(runsAtOnce, options.runs - made);
    await client.query(insertRuns, [
      now,
      options.workspaces.length,
      workflows,
      `${options.months * 30} days`,
      made / options.runs,
      now / options.runs,
      options.userId,
      historyModels,
      options.until ?? new Date(),
    ]);
    options.onProgress?.(made + now);
  }
}

/** In the order of time, as runs happen. Of workspace 3 no run fails. */
const insertRuns = `
with dice as materialized (
  select n, least(floor($2 * power(random(), 4))::int, $2 - 1) as w, floor($3 * power(random(), 3))::int as f,
    $9::timestamptz - $4::interval * (1 - ($5::float8 + $6::float8 * n / $1)) as started_at,
    random() as t, random() as e, random() as ai, random() as m, random() as c, random_normal() as d, random_normal() as z
  from generate_series(1, $1::int) n
), run as materialized (
  select uuidv7(started_at - clock_timestamp()) as id, workspace_id, workflow_id, started_at, t, c, n, m, ai,
    case when e < 0.06 and w <> 3 then 'failed' when e > 0.99 then 'cancelled' else 'completed' end as ending,
    case when ai < 0.3 then 0.005 + round((exp(z * 1.5 - 5))::numeric, 6) end as cost,
    least(exp(6 + 1.8 * d), 3600000)::bigint as duration_ms,
    ($8::text[])[case when m < 0.5 then 1 when m < 0.8 then 2 when m < 0.93 then 3 when m < 0.98 then 4
      when m < 0.9999 then 5 when $5::float8 = 0 then 7 else 6 end] as model
  from dice join place using (w, f)
), event as (
  select id, 1 as version, 'execution.started' as type, workspace_id, started_at as at, n,
    json_strip_nulls(json_build_object('workflowId', workflow_id, 'workspaceId', workspace_id, 'deploymentVersion', 1,
      'trigger', case when t < 0.55 then 'api' when t < 0.8 then 'schedule' when t < 0.95 then 'webhook' when t < 0.995 then 'manual' else 'chat' end,
      'mode', 'async', 'input', json_build_object('n', n), 'userId', $7::text, 'accountId', $7::text, 'baseChargeUsd', 0.005,
      'startBlockId', 'start', 'startedAt', to_char(started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'callerExecutionId', case when c < 0.1 then 'order-' || (c * 1e12)::bigint end,
      'deadlineAt', to_char(started_at at time zone 'utc' + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as data
  from run
  union all
  select id, 2, 'execution.' || ending, workspace_id, started_at + duration_ms * interval '1 ms', n,
    json_strip_nulls(json_build_object('output', json_build_object('n', n), 'durationMs', duration_ms,
      'endedAt', to_char((started_at + duration_ms * interval '1 ms') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'reason', case when ending = 'failed' then 'block' end,
      'error', case when ending <> 'failed' then null
        when c < 0.4 then 'Request to https://api-' || n % 90 || '.example.org/orders/' || (c * 1e9)::bigint || ' timed out after 30000 ms'
        when c < 0.7 then 'Unexpected token < in JSON at position ' || n % 700
        when c < 0.999 then 'Cannot read property total of undefined (block Sum, order ' || (c * 1e9)::bigint || ')'
        else 'The certificate of billing.example.org has expired' end,
      'spent', case when cost is not null then json_build_object('costUsd', cost, 'models',
        case when m * 10 - floor(m * 10) < 0.1 then json_build_array('m-embedding', model) else json_build_array(model) end) end))
  from run
)
insert into run_event (stream_id, version, type, schema_version, workspace_id, data, meta, at)
select id, version, type, 1, workspace_id, data, case version when 1 then json_build_object('actorId', $7::text) end, at
from event order by n, version`;
