import { Option, type Command } from 'commander';
import type { Trigger, TriggerDetails } from '#client';
import { complain, print, printJson } from '../../terminal.js';
import { onWorkspace } from '../on-workspace.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../options.js';

const lookups = () => Promise.all([import('../../text/table-text.js'), import('../collected.js')]);

export function addTriggers(program: Command): void {
  const triggers = program.command('triggers').description('list, show, pause and resume what starts runs without a call');
  const command = (name: string): Command => triggers.command(name).addOption(workspaceOption()).addOption(jsonOption());
  const forOne = (name: string): Command => command(name).argument('<trigger>', 'id, or name of its block');
  command('list')
    .description('the triggers of a workspace, oldest first')
    .option('--workflow <id|name>', 'only triggers of this workflow')
    .addOption(new Option('--status <status>', 'only triggers in this state').choices(['active', 'paused', 'disabled', 'retired']))
    .addOption(new Option('--kind <kind>', 'only triggers of this kind').choices(['webhook', 'schedule', 'table', 'event', 'polling']))
    .action(list);
  forOne('show').description('a trigger, its next times and its deliveries of the last 24 hours').action(show);
  forOne('pause').description('pause a trigger and keep its deliveries').option('--drop', 'refuse deliveries instead').action(pause);
  forOne('resume').description('resume a paused or disabled trigger; held deliveries become runs').action(resume);
  forOne('fire').description('start a run of a schedule now').action(fire);
}

interface ListOptions extends RemoteOptions {
  readonly workflow?: string;
  readonly status?: Trigger['status'];
  readonly kind?: 'webhook' | 'schedule' | 'table' | 'event' | 'polling';
}

async function list({ workflow, workspace, json, ...filters }: ListOptions): Promise<void> {
  const [[{ tableText }, { collected }], { findWorkflow }] = await Promise.all([lookups(), import('../find/find-workflow.js')]);
  await onWorkspace(workspace === undefined ? {} : { workspace }, async (server, workspaceId) => {
    const ofWorkflow = workflow === undefined ? {} : { workflowId: await findWorkflow(server, workflow, workspaceId) };
    const found = await collected(server.client.triggers.list({ workspaceId, ...ofWorkflow, ...filters, limit: 100 }));
    if (json === true) return printJson(found);
    if (found.length === 0) return complain('No trigger matches');
    const rows = found.map((each) => [each.id, each.status, each.kind, each.provider, each.blockName, each.url ?? '']);
    print(tableText(['ID', 'STATUS', 'KIND', 'PROVIDER', 'BLOCK', 'ADDRESS'], rows));
  });
}

async function show(wanted: string, options: RemoteOptions): Promise<void> {
  await onTrigger(wanted, options, async (client, id) => {
    const { data } = await client.triggers.get(id);
    if (options.json === true) printJson(data);
    else print(await triggerText(data));
  });
}

async function triggerText(trigger: TriggerDetails): Promise<string> {
  const [{ tableText }] = await lookups();
  const { deliveries, nextRuns } = trigger;
  const counts = Object.entries(deliveries).flatMap(([outcome, count]) => (count === 0 ? [] : [`${outcome} ${count}`]));
  return tableText(
    ['TRIGGER', trigger.id],
    [
      ['block', trigger.blockName],
      ['kind', `${trigger.kind}, ${trigger.provider}`],
      ['status', [trigger.status, trigger.pauseMode, trigger.disabledReason].filter((part) => part !== null).join(', ')],
      ['address', trigger.url ?? '-'],
      ['failed in a row', String(trigger.failedCount)],
      ['last run', trigger.lastFiredAt ?? '-'],
      ['next times', nextRuns.length === 0 ? '-' : nextRuns.join(' ')],
      ...(trigger.lastPollError === null ? [] : [['polls fail', `since ${trigger.pollFailingSince ?? ''}: ${trigger.lastPollError}`]]),
      ['last 24 hours', counts.length === 0 ? 'no deliveries' : counts.join(', ')],
    ],
  );
}

async function pause(wanted: string, { drop, ...options }: RemoteOptions & { readonly drop?: boolean }): Promise<void> {
  await onTrigger(wanted, options, async (client, id) => {
    const { data } = await client.triggers.change(id, { status: 'paused', pauseMode: drop === true ? 'drop' : 'hold' });
    if (options.json === true) printJson(data);
    else complain(drop === true ? 'Paused: deliveries are refused' : 'Paused: deliveries are kept until the trigger is resumed');
  });
}

async function resume(wanted: string, options: RemoteOptions): Promise<void> {
  await onTrigger(wanted, options, async (client, id) => {
    const { data } = await client.triggers.change(id, { status: 'active' });
    if (options.json === true) printJson(data);
    else complain('Active');
  });
}

async function fire(wanted: string, options: RemoteOptions): Promise<void> {
  await onTrigger(wanted, options, async (client, id) => {
    const { data } = await client.schedules.fire(id);
    if (options.json === true) printJson(data);
    else print(data.executionId ?? data.deliveryId ?? data.outcome);
  });
}

type Client = Parameters<Parameters<typeof onWorkspace>[1]>[0]['client'];

async function onTrigger(wanted: string, options: RemoteOptions, work: (client: Client, id: string) => Promise<void>): Promise<void> {
  const { findTrigger } = await import('../find/find-trigger.js');
  await onWorkspace(options, async ({ client }, workspaceId) => work(client, await findTrigger(client, wanted, workspaceId)));
}
