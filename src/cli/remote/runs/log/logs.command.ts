import { setTimeout as delay } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import type { LogEntry } from '#client';
import type { CheckedExport } from '#modules/exports/batch/export-check.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../../options.js';
import { addLogsList } from './logs-list.command.js';
import { exitCode } from '../../../failure.js';
import { complain, print, printJson } from '../../../terminal.js';

export function addLogs(program: Command): void {
  const logs = program.command('logs').description('list, follow and show the log of a server, and verify exports');
  logs
    .command('verify-export')
    .description('verify that files of a continuous export are complete, without a server or a database')
    .argument('<files...>', 'consecutive files')
    .action(verifyExport);
  addLogsList(logs);
  logs
    .command('tail')
    .description('print the latest runs, then each run when it ends, until interrupted')
    .option('--workflow <id|name>', 'only runs of this workflow')
    .addOption(new Option('--level <level>', 'only failed runs (error) or only others (info)').choices(['error', 'info']))
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(tail);
  logs
    .command('show')
    .description('show one run: its times, blocks, cost and error, and why it does not continue')
    .argument('<id>', 'execution id of the run, from the server or from its caller')
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(show);
}

interface TailCommandOptions extends RemoteOptions {
  readonly workflow?: string;
  readonly level?: LogEntry['level'];
}

const lookEveryMs = 1000;

async function tail({ workflow, level, workspace, json = false }: TailCommandOptions): Promise<void> {
  const [{ onServer }, { findWorkspace }, { findWorkflow }, { LogTail }, { isTemporary }, { entryLine }] = await Promise.all([
    import('../../on-server.js'),
    import('../../find/find-workspace.js'),
    import('../../find/find-workflow.js'),
    import('./log-tail.js'),
    import('./is-temporary.js'),
    import('./log-text.js'),
  ]);
  await onServer(async (server) => {
    const workspaceId = await findWorkspace(server, workspace);
    const workflowId = workflow === undefined ? undefined : await findWorkflow(server, workflow, workspaceId);
    const log = new LogTail(server.client, { workspaceId, workflowId });
    let isInterrupted = false;
    for (;;) {
      // A failure is known only at the end of a run, so the server cannot filter active runs by level.
      const ended = await log.next().catch((error: unknown) => {
        if (!isTemporary(error)) throw error;
        if (!isInterrupted) complain(`${(error as Error).message}; retrying at ${server.url}`);
        return undefined;
      });
      isInterrupted = ended === undefined;
      const wanted = (ended ?? []).filter((entry) => level === undefined || entry.level === level);
      for (const entry of wanted) print(json ? JSON.stringify(entry) : entryLine(entry));
      await delay(lookEveryMs);
    }
  });
}

async function show(id: string, { workspace, json }: RemoteOptions): Promise<void> {
  const [{ onServer }, { findLog }, { logLines }, { paintOn }] = await Promise.all([
    import('../../on-server.js'),
    import('../../find/find-log.js'),
    import('./log-text.js'),
    import('../run-view.js'),
  ]);
  await onServer(async (server) => {
    const data = await findLog(server, id, workspace);
    const diagnosis = data.endedAt === null ? (await server.client.logs.diagnosis(data.executionId)).data : undefined;
    if (json === true) return printJson({ ...data, ...(diagnosis === undefined ? {} : { diagnosis }) });
    for (const line of logLines({ data, diagnosis }, paintOn(process.stdout))) print(line);
  });
}

/** The exit code is 2 when something is missing or was changed. */
async function verifyExport(files: readonly string[]): Promise<void> {
  const [{ verifyExports }, { ExportBroken }] = await Promise.all([
    import('#modules/exports/batch/verify-exports.js'),
    import('#modules/exports/batch/export-broken.js'),
  ]);
  try {
    print(inWords(await verifyExports(files)));
  } catch (error) {
    if (error instanceof ExportBroken) {
      complain(`NOT complete: ${error.message}`);
      process.exitCode = exitCode.refuted;
    } else throw error;
  }
}

function inWords({ consumer, feed, from, to, entries, repeats, hash }: CheckedExport): string {
  const again = repeats === 0 ? '' : `, ${repeats} of them more than once`;
  return `Complete: batches ${from} to ${to} of ${consumer} (${feed}) with ${entries} entries${again}; the last one has the hash ${hash}`;
}
