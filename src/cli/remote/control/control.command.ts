import { InvalidArgumentError, Option, type Command } from 'commander';
import { CommandFailed, exitCode } from '../../failure.js';
import { complain, print, printJson } from '../../terminal.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../options.js';

export function addControl(program: Command): void {
  const command = (name: string): Command => program.command(name).addOption(workspaceOption()).addOption(jsonOption());
  command('cancel').description('cancel a run').argument('<run>', 'execution id of the run').action(cancel);
  command('replay')
    .description('run a run again as a new run, from its start or from one of its blocks')
    .argument('<run>', 'execution id of the run')
    .option('--from <block>', 'id or name of the block to start from; the blocks before it keep their recorded outputs')
    .addOption(
      new Option('--mode <mode>', 'whether calls to external systems happen again, or return what they returned')
        .choices(['live', 'recorded'])
        .default('live'),
    )
    .option('--version <version>', 'another version of the workflow: its number, or draft for the draft as it is now', versionOf)
    .option('--async', 'start a job, print its id and end')
    .action(replay);
}

/** The exit code is 2 when the run had ended before. */
async function cancel(run: string, { workspace, json }: RemoteOptions): Promise<void> {
  const [{ onServer }, { findRun }] = await Promise.all([import('../on-server.js'), import('../find/find-run.js')]);
  await onServer(async (server) => {
    const { workflowId, executionId } = await findRun(server, run, workspace);
    const cancelled = await server.client.executions.cancel(workflowId, executionId).catch(refusal);
    if (json === true) printJson(cancelled);
    else if (cancelled.success) print(`Run ${executionId} is cancelled`);
    else complain(`Run ${executionId} cannot be cancelled: ${cancelled.reason}`);
    if (!cancelled.success) process.exitCode = exitCode.refuted;
  });
}

/** The run had ended. */
function refusal(error: unknown): { readonly success: false; readonly reason: string } {
  const { status, message } = error as { readonly status?: unknown; readonly message: string };
  if (status !== 409) throw error;
  return { success: false, reason: message };
}

interface ReplayOptions extends RemoteOptions {
  readonly from?: string;
  readonly mode: 'live' | 'recorded';
  readonly version?: number | 'draft';
  readonly async?: boolean;
}

function versionOf(text: string): number | 'draft' {
  if (text === 'draft') return text;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be the number of a version, from 1, or draft.');
  return Number(text);
}

async function replay(run: string, { from, mode, version, async: isAsync, workspace, json }: ReplayOptions): Promise<void> {
  const [{ onServer }, { findLog }, { blockIn }] = await Promise.all([
    import('../on-server.js'),
    import('../find/find-log.js'),
    import('./block-in.js'),
  ]);
  await onServer(async (server) => {
    const { workflowId, executionId, executionData } = await findLog(server, run, workspace);
    const how = {
      mode,
      ...(from === undefined ? {} : { from: blockIn(executionData.traceSpans, from) }),
      ...(version === undefined ? {} : { version }),
      async: isAsync === true,
    };
    const started = await server.client.replay(workflowId, executionId, how);
    if (json === true) return printJson(started);
    complain(`Run ${started.executionId}`);
    if (!('output' in started)) print(started.executionId);
    else if (started.success) printJson(started.output);
    else throw new CommandFailed(started.error ?? 'The run failed');
  });
}
