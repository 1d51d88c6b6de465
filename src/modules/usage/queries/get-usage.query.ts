import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadReplicas, viewOf } from '#ledger/projections/replicas/read-replicas.js';
import { ProjectionHost } from '#ledger/projections/projection-host.js';
import { type Caller, includesRole, requireWorkspace } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { forbidden } from '#kernel/errors.js';
import { nilId } from '#kernel/ids.js';
import { planKey } from '../limits/charged-keys.js';
import { usageLedger } from '../projections/usage-ledger.projection.js';
import { periodStart } from '../limits/billing-period.js';
import { wholeDays } from './whole-days.js';

export const usageGroupings = ['workflow', 'key', 'day', 'model', 'provider', 'block', 'workspace'] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

/** The charges to add up: those of a workspace, or all that an organization pays for in any workspace. */
export type UsageScope = { readonly workspaceId: string } | { readonly organizationId: string };

export interface UsageSelection {
  readonly scope: UsageScope;
  readonly groupBy: UsageGrouping;
  /** The span is inclusive. Absent: the present billing period. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface UsageGroup {
  /** The id of the workflow, key, provider, block or workspace, the day (`2031-03-04`, UTC) or the name of the model; null without one. */
  readonly name: string | null;
  readonly executions: number;
  /** Calls of language models, and those of them that no price is known for. */
  readonly calls: number;
  readonly unpricedCalls: number;
  /** The number of tokens that models processed. */
  readonly tokens: number;
  /** Of the tokens, those of language models. Cached tokens are part of the input, reasoning tokens of the output. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
  /** In US dollars. */
  readonly cost: number;
  /** The part of the cost of calls with keys of workspaces, organizations or blocks, which does not count for the cost limit. */
  readonly ownKeyCost: number;
}

export interface UsageView {
  readonly startDate: string;
  readonly endDate: string;
  readonly groups: readonly UsageGroup[];
}

/** The usage of a workspace or an organization in groups. Groups are sorted by cost, days by date. */
export class GetUsage extends Query<UsageView> {
  constructor(
    readonly caller: Caller,
    readonly selection: UsageSelection,
  ) {
    super();
  }
}

const usageView = viewOf(usageLedger);

const workflowName = `nullif(workflow_id, '${nilId}')::text`;

type Columns = readonly [ofDay: string, ofEntry: string];

/** The expression of the group in the totals of days, and in the entries of the ledger. */
const columnsOf: Readonly<Record<Exclude<UsageGrouping, 'provider' | 'block'>, Columns>> = {
  workflow: [workflowName, workflowName],
  key: [`nullif(key_id, '')`, 'key_id::text'],
  day: ['day::text', `to_char(at at time zone 'UTC', 'YYYY-MM-DD')`],
  model: [`nullif(model, '')`, 'model'],
  workspace: ['workspace_id::text', 'workspace_id::text'],
};

/** The same in the tables of runs and embeddings, which have neither provider nor block, and in those of model calls. */
function expressionsOf(groupBy: UsageGrouping): { readonly ofRuns: Columns; readonly ofCalls: Columns } {
  if (groupBy !== 'provider' && groupBy !== 'block') return { ofRuns: columnsOf[groupBy], ofCalls: columnsOf[groupBy] };
  const column = groupBy === 'provider' ? 'provider' : 'block_id';
  return { ofRuns: ['null::text', 'null::text'], ofCalls: [column, column] };
}

@QueryHandler(GetUsage)
export class GetUsageHandler implements IQueryHandler<GetUsage> {
  constructor(
    private readonly reads: ReadReplicas,
    private readonly projections: ProjectionHost,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, selection }: GetUsage): Promise<UsageView> {
    const { scope, groupBy } = selection;
    requireScope(caller, scope);
    const now = this.clock.now();
    const { startDate = periodStart(now).toISOString(), endDate = now.toISOString() } = selection;
    const place = await this.projections.reach(usageView.name);
    if (place !== undefined) this.reads.require(usageView, place);
    const { headEnd, firstDay, endDay, tailStart } = wholeDays(startDate, endDate, now);
    const groups = await this.reads.query<UsageGroup>(usageView, 'plain', {
      name: `usage_of_${'workspaceId' in scope ? 'workspace' : 'organization'}_by_${groupBy}`,
      text: usageBy(groupBy, scope),
      values: ['workspaceId' in scope ? scope.workspaceId : scope.organizationId, startDate, headEnd, firstDay, endDay, tailStart, endDate],
    });
    return { startDate, endDate, groups };
  }
}

/** @throws DomainError forbidden, in the same way for absent and inaccessible scopes */
function requireScope(caller: Caller, scope: UsageScope): void {
  if ('workspaceId' in scope) return requireWorkspace(caller, scope.workspaceId, 'read');
  const role = caller.roleIn(scope.organizationId);
  if (caller.isOperator || (role !== undefined && includesRole(role, 'admin'))) return;
  throw role === undefined ? forbidden(undefined, undefined, 'cross_workspace') : forbidden('Organization admin or owner role required');
}

/** The ledger is indexed by workspace. The totals of days list the workspaces of an account. */
const ofAccount = `account_id = $1 and workspace_id in (select workspace_id from usage_day where account_id = $1
  and day >= ($2::timestamptz at time zone 'UTC')::date and day <= ($7::timestamptz at time zone 'UTC')::date
  union select workspace_id from usage_call_day where account_id = $1
  and day >= ($2::timestamptz at time zone 'UTC')::date and day <= ($7::timestamptz at time zone 'UTC')::date)`;

const figures = ['executions', 'calls', 'unpriced', 'tokens', 'input', 'output', 'cached', 'reasoning', 'cost', 'own'] as const;
type Figures = Readonly<Partial<Record<(typeof figures)[number], string>>>;

const callTokens = {
  tokens: 'input_tokens + output_tokens',
  input: 'input_tokens',
  output: 'output_tokens',
  cached: 'cached_tokens',
  reasoning: 'reasoning_tokens',
};
const ownKeyCost = `case when key_of = '${planKey}' then 0 else coalesce(cost_nano_usd, 0) end`;
const figuresOf: Readonly<Record<'usage_day' | 'usage_entry' | 'usage_call_day' | 'usage_call', Figures>> = {
  usage_day: { executions: 'executions', tokens: 'tokens', cost: 'cost_nano_usd' },
  usage_entry: { executions: '(model is null)::int', tokens: 'tokens', cost: 'round(cost_usd * 1e9)::bigint' },
  usage_call_day: { ...callTokens, calls: 'calls', unpriced: 'unpriced_calls', cost: 'cost_nano_usd', own: 'own_key_nano_usd' },
  usage_call: { ...callTokens, calls: '1', unpriced: '(cost_nano_usd is null)::int', cost: 'coalesce(cost_nano_usd, 0)', own: ownKeyCost },
};

/** Adds up the totals of whole days, and the ledger entries before and after them. */
function usageBy(groupBy: UsageGrouping, scope: UsageScope): string {
  const [ofDays, ofEntries] = 'workspaceId' in scope ? ['workspace_id = $1', 'workspace_id = $1'] : ['account_id = $1', ofAccount];
  const { ofRuns, ofCalls } = expressionsOf(groupBy);
  const rows = (table: keyof typeof figuresOf, name: string, where: string): string =>
    `select ${name} as name, ${figures.map((figure) => `${figuresOf[table][figure] ?? '0'} as ${figure}`).join(', ')} from ${table} where ${where}`;
  const days = `${ofDays} and day >= $4 and day < $5`;
  const parts = ['at >= $2 and at < $3', 'at >= $6 and at <= $7'].map((when) => `${ofEntries} and ${when}`);
  const sources = [
    rows('usage_day', ofRuns[0], days),
    rows('usage_call_day', ofCalls[0], days),
    ...parts.flatMap((part) => [rows('usage_entry', ofRuns[1], part), rows('usage_call', ofCalls[1], part)]),
  ];
  const count = (figure: string, name: string): string => `sum(${figure})::float8 as "${name}"`;
  const dollars = (figure: string, name: string): string => `round(sum(${figure}) / 1e9, 9)::float8 as "${name}"`;
  return `select name, ${[
    count('executions', 'executions'),
    count('calls', 'calls'),
    count('unpriced', 'unpricedCalls'),
    count('tokens', 'tokens'),
    count('input', 'inputTokens'),
    count('output', 'outputTokens'),
    count('cached', 'cachedTokens'),
    count('reasoning', 'reasoningTokens'),
    dollars('cost', 'cost'),
    dollars('own', 'ownKeyCost'),
  ].join(', ')} from (${sources.join('\n union all ')}) usage
    group by name order by ${groupBy === 'day' ? 'name' : 'sum(cost) desc, name'}`;
}
