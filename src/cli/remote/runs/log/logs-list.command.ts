import { Option, type Command } from 'commander';
import type { SluiceClient } from '#client';
import { WrongUsage } from '../../../failure.js';
import { complain, print } from '../../../terminal.js';
import { onWorkspace } from '../../on-workspace.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../../options.js';

const statuses = ['running', 'paused', 'completed', 'failed', 'cancelled'] as const;

/** Adds `sluice logs list`, with all filters of the API. */
export function addLogsList(logs: Command): void {
  logs
    .command('list')
    .description('list runs that match filters, newest first')
    .option('--workflow <id|name>', 'only runs of this workflow; repeat for more', gathered)
    .addOption(new Option('--status <status>', 'only runs with this status').choices(statuses))
    .addOption(new Option('--level <level>', 'only failed runs (error) or only others (info)').choices(['error', 'info']))
    .option('--since <when>', 'only runs that started then or later: a date, or a time ago such as 30m, 12h, 7d')
    .option('--until <when>', 'only runs that started then or earlier')
    .option('--search <text>', 'a part of an error message or of a workflow name')
    .option('--execution <id>', 'only the run with this id')
    .option(
      '--trigger <trigger>',
      'only runs with this trigger (api, manual, webhook …) or this kind or provider of it (github …); repeat for more',
      gathered,
    )
    .option('--folder <id>', 'only workflows in this folder; repeat for more', gathered)
    .option('--model <name>', 'only runs that used this model', model)
    .option('--min-duration <ms>', 'at least this duration', figure('--min-duration'))
    .option('--max-duration <ms>', 'at most this duration', figure('--max-duration'))
    .option('--min-cost <usd>', 'at least this cost', figure('--min-cost'))
    .option('--max-cost <usd>', 'at most this cost', figure('--max-cost'))
    .addOption(new Option('--order <order>', 'newest first, or oldest first').choices(['desc', 'asc']).default('desc'))
    .option('--limit <count>', 'the number of runs', countOf, 50)
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(list);
}

function gathered(each: string, former: readonly string[] = []): readonly string[] {
  return [...former, each];
}

function figure(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new WrongUsage(`${option} takes a number from 0, got "${text}"`);
    return value;
  };
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new WrongUsage(`--limit takes a whole number from 1, got "${text}"`);
  return Number(text);
}

function model(text: string): string {
  if (text === '') throw new WrongUsage('--model takes the name of a model');
  return text;
}

interface ListOptions extends RemoteOptions {
  readonly workflow?: readonly string[];
  readonly status?: (typeof statuses)[number];
  readonly level?: 'error' | 'info';
  readonly since?: string;
  readonly until?: string;
  readonly search?: string;
  readonly execution?: string;
  readonly trigger?: readonly string[];
  readonly folder?: readonly string[];
  readonly model?: string;
  readonly minDuration?: number;
  readonly maxDuration?: number;
  readonly minCost?: number;
  readonly maxCost?: number;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

async function list(options: ListOptions): Promise<void> {
  const [{ entryLine }, { findWorkflow }, { timeOf }] = await Promise.all([
    import('./log-text.js'),
    import('../../find/find-workflow.js'),
    import('./time-of.js'),
  ]);
  const { SystemClock } = await import('#host/system-clock.js');
  const now = new SystemClock().now();
  await onWorkspace(options, async (server, workspaceId) => {
    const workflows = options.workflow ?? [];
    const workflowIds = await Promise.all(workflows.map((each) => findWorkflow(server, each, workspaceId)));
    const query = {
      ...filters({ ...options, workspaceId, workflowIds }),
      ...(options.since === undefined ? {} : { startDate: timeOf('--since', options.since, now) }),
      ...(options.until === undefined ? {} : { endDate: timeOf('--until', options.until, now) }),
    };
    let found = 0;
    for await (const entry of server.client.logs.list(query)) {
      found += 1;
      print(options.json === true ? JSON.stringify(entry) : entryLine(entry));
      if (found >= options.limit) break;
    }
    if (found === 0) complain('No run matches');
  });
}

type Query = Parameters<SluiceClient['logs']['list']>[0];

/** The filters as the API names them. */
function filters(given: ListOptions & { readonly workspaceId: string; readonly workflowIds: readonly string[] }): Query {
  const { workspaceId, workflowIds, status, limit, level } = given;
  const all: { readonly [Name in keyof Query]: Query[Name] | undefined } = {
    workspaceId,
    details: 'full',
    limit: Math.min(limit, 1000),
    status: status === undefined ? undefined : [status],
    order: given.order,
    workflowIds: workflowIds.length === 0 ? undefined : workflowIds,
    level,
    search: given.search,
    executionId: given.execution,
    triggers: given.trigger,
    folderIds: given.folder,
    model: given.model,
    minDurationMs: given.minDuration,
    maxDurationMs: given.maxDuration,
    minCost: given.minCost,
    maxCost: given.maxCost,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Query;
}
