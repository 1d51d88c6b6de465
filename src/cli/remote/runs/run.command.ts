import { Option, type Command } from 'commander';
import { commandName } from '#host/program/command-name.js';
import type { ExecuteOptions } from '#client';
import type { RemoteServer } from '../on-server.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../options.js';
import type { RunOutcome } from './run-outcome.js';
import { exitCode, WrongUsage } from '../../failure.js';
import { complain, print, printJson } from '../../terminal.js';

interface RunOptions extends RemoteOptions {
  readonly input: readonly string[];
  readonly watch?: boolean;
  readonly async?: boolean;
  readonly draft?: boolean;
  readonly trigger?: string;
  readonly delivery?: string;
}

export function addRun(program: Command): void {
  program
    .command('run')
    .description('run a workflow and print its output; exit code 1 when the run fails')
    .argument('<workflow>', 'id or name')
    .addOption(
      new Option('--input <input>', 'name=text or name:=JSON, repeated for each field; or the whole input as JSON, @file or -')
        .argParser((value: string, former: readonly string[]) => [...former, value])
        .default([], 'an empty object'),
    )
    .addOption(new Option('--watch', 'show the blocks as they run').conflicts('async'))
    .addOption(new Option('--async', 'start the run and print the id of its job, without waiting'))
    .option('--draft', 'run the draft instead of the deployed version')
    .option('--trigger <block>', 'begin the run of the draft with the trigger block of this id')
    .option('--delivery <id>', 'run the draft with the event of this delivery')
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(run);
}

async function run(wanted: string, options: RunOptions): Promise<void> {
  if (options.draft !== true && (options.trigger ?? options.delivery) !== undefined) {
    throw new WrongUsage('--trigger and --delivery need --draft: deployed workflows run when their triggers fire');
  }
  if (options.delivery !== undefined && options.input.length > 0) {
    throw new WrongUsage('--input is not for --delivery: the event of the delivery is the input');
  }
  const [{ onServer }, { findWorkflow }, { runInput }, { readSource }] = await Promise.all([
    import('../on-server.js'),
    import('../find/find-workflow.js'),
    import('./run-input.js'),
    import('./read-source.js'),
  ]);
  const input = await runInput(options.input, readSource);
  await onServer(async (server) => {
    const workflowId = await findWorkflow(server, wanted, options.workspace);
    await (options.async === true ? start(server, workflowId, input, options) : complete(server, workflowId, input, options));
  });
}

async function start({ client }: RemoteServer, workflowId: string, input: unknown, { json, ...options }: RunOptions): Promise<void> {
  const { jobId, executionId } = await client.start(workflowId, input, draftOf(options));
  if (json === true) return printJson({ jobId, executionId, workflowId });
  print(jobId);
  complain(`Started. See it with: ${commandName} logs show ${executionId}`);
}

async function complete({ client, patientClient }: RemoteServer, workflowId: string, input: unknown, options: RunOptions): Promise<void> {
  const { SystemIds } = await import('#host/system-ids.js');
  // A server that cannot be reached at all is reported immediately.
  await client.health.live();
  const run = { client, patientClient, workflowId, executionId: new SystemIds().next(), ...draftOf(options) };
  process.once('SIGINT', () => leave(run.executionId));
  const outcome = await (options.watch === true ? watched(run, input) : rested(run, input));
  if (options.json === true) printJson({ executionId: run.executionId, workflowId, ...outcome });
  await tell(run, outcome, options.json === true);
  if (outcome.status === 'failed') process.exitCode = exitCode.failed;
}

type StartedRun = Pick<RemoteServer, 'client' | 'patientClient'> &
  Pick<ExecuteOptions, 'draft'> & { readonly workflowId: string; readonly executionId: string };

function draftOf({ draft, trigger, delivery }: Pick<RunOptions, 'draft' | 'trigger' | 'delivery'>): Pick<ExecuteOptions, 'draft'> {
  if (draft !== true) return {};
  return {
    draft: { ...(trigger === undefined ? {} : { triggerBlockId: trigger }), ...(delivery === undefined ? {} : { deliveryId: delivery }) },
  };
}

/** Interrupting the command does not stop the run. */
function leave(executionId: string): void {
  complain(`\nThe run continues. See it with: ${commandName} logs show ${executionId}`);
  process.exit(130);
}

async function rested({ patientClient, workflowId, executionId, draft }: StartedRun, input: unknown): Promise<RunOutcome> {
  const { outcomeOf } = await import('./run-outcome.js');
  return outcomeOf(patientClient.stream(workflowId, input, { executionId, ...(draft === undefined ? {} : { draft }) }));
}

async function watched(run: StartedRun, input: unknown): Promise<RunOutcome> {
  const [{ RunView }, { followTrace, traceOf }] = await Promise.all([import('./run-view.js'), import('./run-trace.js')]);
  const view = new RunView();
  const over = new AbortController();
  const following = followTrace(run, (spans) => view.show(spans, false), over.signal);
  const outcome = await rested(run, input).finally(() => over.abort());
  const mayRead = await following;
  const spans = mayRead ? await traceOf(run) : undefined;
  if (spans === undefined) complain('The blocks cannot be shown: the API key may not read logs.');
  else view.show(spans, true);
  return outcome;
}

async function tell({ client, workflowId, executionId }: StartedRun, outcome: RunOutcome, json: boolean): Promise<void> {
  if (outcome.status === 'failed') {
    const [{ traceOf }, { failedBlocks }] = await Promise.all([import('./run-trace.js'), import('./trace-tree.js')]);
    const lines = failedBlocks((await traceOf({ client, workflowId, executionId })) ?? []);
    if (lines.length === 0) complain(`The run failed: ${outcome.error}`);
    for (const line of lines) complain(`The run failed at ${line}`);
    complain(`See all of it with: ${commandName} logs show ${executionId}`);
  } else if (outcome.status === 'paused') {
    const { pauseLines } = await import('./pause-text.js');
    for (const line of await pauseLines(client, workflowId, executionId)) complain(line);
  } else if (!json) printJson(outcome.output);
}
