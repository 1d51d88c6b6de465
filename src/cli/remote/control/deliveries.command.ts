import { Option, type Command } from 'commander';
import type { Delivery } from '#client';
import { WrongUsage } from '../../failure.js';
import { complain, print, printJson } from '../../terminal.js';
import { onWorkspace } from '../on-workspace.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../options.js';

const outcomes = ['accepted', 'duplicate', 'filtered', 'refused', 'held', 'skipped', 'poisoned'] as const;
const repeatable = ['accepted', 'filtered', 'refused', 'skipped', 'poisoned'] as const;

export function addDeliveries(program: Command): void {
  const deliveries = program.command('deliveries').description('list, show and replay the events that reached triggers');
  const command = (name: string): Command => deliveries.command(name).addOption(workspaceOption()).addOption(jsonOption());
  command('list')
    .description('the deliveries of a workspace, newest first')
    .option('--trigger <id|name>', 'only deliveries to this trigger: its id, or the name of its block')
    .addOption(new Option('--outcome <outcome>', 'only deliveries with this outcome').choices(outcomes))
    .option('--from <time>', 'only deliveries that arrived at this time or later, ISO 8601', timeAt('--from'))
    .option('--to <time>', 'only deliveries that arrived at this time or earlier, ISO 8601', timeAt('--to'))
    .option('--limit <number>', 'most deliveries, from 1 to 100', countOf, 50)
    .action(list);
  command('show').description('a delivery with its headers and its body').argument('<delivery>', 'id').action(show);
  command('replay')
    .description('start a run with the headers and the body of a delivery, or of all deliveries that match')
    .argument('[delivery]', 'id; without it, the options choose the deliveries')
    .option('--trigger <id|name>', 'deliveries to this trigger: its id, or the name of its block')
    .addOption(new Option('--outcome <outcome>', 'deliveries with this outcome').choices(repeatable))
    .option('--from <time>', 'deliveries that arrived at this time or later, ISO 8601', timeAt('--from'))
    .option('--to <time>', 'deliveries that arrived at this time or earlier, ISO 8601', timeAt('--to'))
    .option('--all', 'all deliveries of the workspace')
    .option('--draft', 'run the draft instead of the active version')
    .action(replay);
  command('cancel').description('end a replay of deliveries').argument('<replay>', 'id').action(cancel);
}

function timeAt(option: string): (text: string) => string {
  return (text) => {
    if (!Number.isNaN(Date.parse(text))) return text;
    throw new WrongUsage(`${option} takes a time such as 2031-01-01T12:00:00Z, got "${text}"`);
  };
}

function countOf(text: string): number {
  if (!/^([1-9]\d?|100)$/.test(text)) throw new WrongUsage(`--limit takes a number from 1 to 100, got "${text}"`);
  return Number(text);
}

interface ListOptions extends RemoteOptions {
  readonly trigger?: string;
  readonly outcome?: Delivery['outcome'];
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

async function list({ trigger, limit, workspace, json, ...filters }: ListOptions): Promise<void> {
  const [{ tableText }, { findTrigger }] = await Promise.all([import('../../text/table-text.js'), import('../find/find-trigger.js')]);
  await onWorkspace(workspace === undefined ? {} : { workspace }, async ({ client }, workspaceId) => {
    const ofTrigger = trigger === undefined ? {} : { triggerId: await findTrigger(client, trigger, workspaceId) };
    for await (const { data } of client.deliveries.list({ workspaceId, ...ofTrigger, ...filters, limit }).pages()) {
      if (json === true) return printJson(data);
      if (data.length === 0) return complain('No delivery matches');
      const rows = data.map((each) => [each.id, each.receivedAt, each.outcome, each.executionId ?? '-', each.reason ?? '']);
      return print(tableText(['ID', 'RECEIVED', 'OUTCOME', 'RUN', 'REASON'], rows));
    }
  });
}

async function show(id: string, options: RemoteOptions): Promise<void> {
  await onWorkspace(options, async ({ client }) => printJson((await client.deliveries.get(id)).data));
}

interface ReplayOptions extends RemoteOptions {
  readonly trigger?: string;
  readonly outcome?: (typeof repeatable)[number];
  readonly from?: string;
  readonly to?: string;
  readonly all?: boolean;
  readonly draft?: boolean;
}

async function replay(id: string | undefined, { draft = false, all = false, ...options }: ReplayOptions): Promise<void> {
  const { trigger, outcome, from, to, json, ...where } = options;
  const filters = Object.fromEntries(Object.entries({ outcome, from, to }).filter(([, value]) => value !== undefined));
  const isFiltered = trigger !== undefined || Object.keys(filters).length > 0;
  if ([id !== undefined, isFiltered, all].filter(Boolean).length !== 1) {
    throw new WrongUsage('Name one delivery, or choose deliveries with --trigger, --outcome, --from and --to, or all of them with --all');
  }
  await onWorkspace(where, async ({ client }, workspaceId) => {
    if (id === undefined) {
      const [{ findTrigger }, { replayAll }] = await Promise.all([import('../find/find-trigger.js'), import('./replay-all.js')]);
      const ofTrigger = trigger === undefined ? {} : { triggerId: await findTrigger(client, trigger, workspaceId) };
      return replayAll(client, { workspaceId, ...ofTrigger, ...filters, draft }, json === true);
    }
    const { data } = await client.deliveries.replay(id, { draft });
    if (json === true) printJson(data);
    else print(data.executionId ?? data.id);
  });
}

async function cancel(id: string, options: RemoteOptions): Promise<void> {
  await onWorkspace(options, async ({ client }) => {
    const { data } = await client.deliveries.cancelReplay(id);
    if (options.json === true) printJson(data);
    else complain(`${data.status}: ${data.replayed} of ${data.found} deliveries were replayed`);
  });
}
