import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { DraftOperation } from '#client';
import { CommandFailed, exitCode, WrongUsage } from '../../failure.js';
import { complain, print, printJson } from '../../terminal.js';
import type { RemoteOptions } from '../options.js';

/** Adds the commands about the draft of a workflow to `sluice workflows`. */
export function addEdits(command: (name: string) => Command): void {
  command('history')
    .description('list who has changed the draft of a workflow and when it was deployed, newest first')
    .argument('<workflow>', 'id or name')
    .option('--before <revision>', 'only what happened before this revision')
    .action(history);
  command('edit')
    .description('change parts of the draft of a workflow; exit code 2 when the draft has problems then')
    .argument('<workflow>', 'id or name')
    .argument('<file>', 'JSON: a list of operations')
    .option('--base <revision>', 'the revision that the operations are for; default: the present one')
    .option('--label <text>', 'what the edit is called in the history')
    .action(edit);
  command('restore')
    .description('make an earlier revision the draft of a workflow')
    .argument('<workflow>', 'id or name')
    .requiredOption('--to <revision>', 'number of the revision')
    .action(restore);
}

async function history(wanted: string, { before, workspace, json }: RemoteOptions & { readonly before?: string }): Promise<void> {
  const [{ onServer }, { findWorkflow }, { tableText }] = await Promise.all([
    import('../on-server.js'),
    import('../find/find-workflow.js'),
    import('../../text/table-text.js'),
  ]);
  const query = before === undefined ? {} : { before: revisionOf('--before', before) };
  await onServer(async (server) => {
    const page = await server.client.workflows.draftHistory(await findWorkflow(server, wanted, workspace), query);
    const rows = page.data.map(({ to, kind, version, edits, userName, endedAt, labels }) => [
      String(to),
      version === null ? kind : `version ${version}`,
      edits === 0 ? '' : String(edits),
      endedAt,
      userName ?? '',
      labels.join(', '),
    ]);
    if (json === true) printJson(page.data);
    else print(tableText(['REVISION', 'WHAT', 'EDITS', 'AT', 'BY', 'LABELS'], rows));
    if (page.nextBefore !== null) complain(`There is more: --before ${page.nextBefore}`);
  });
}

interface EditOptions extends RemoteOptions {
  readonly base?: string;
  readonly label?: string;
}

async function edit(wanted: string, file: string, { base, label, workspace, json }: EditOptions): Promise<void> {
  const [{ onServer }, { findWorkflow }, { SystemIds }] = await Promise.all([
    import('../on-server.js'),
    import('../find/find-workflow.js'),
    import('#host/system-ids.js'),
  ]);
  const ops = await operationsIn(file);
  const asked = base === undefined ? undefined : revisionOf('--base', base);
  await onServer(async (server) => {
    const id = await findWorkflow(server, wanted, workspace);
    const revision = asked ?? (await server.client.workflows.draft(id)).data.revision;
    const body = { editId: new SystemIds().next(), base: revision, ops, ...(label === undefined ? {} : { label }) };
    const { data } = await server.client.workflows.editDraft(id, body);
    if (json === true) printJson(data);
    else {
      print(`The draft is at revision ${data.revision}`);
      for (const { message } of data.problems) complain(`    cannot be deployed: ${message}`);
    }
    if (!data.valid) process.exitCode = exitCode.refuted;
  });
}

async function restore(wanted: string, { to, workspace, json }: RemoteOptions & { readonly to: string }): Promise<void> {
  const [{ onServer }, { findWorkflow }] = await Promise.all([import('../on-server.js'), import('../find/find-workflow.js')]);
  const revision = revisionOf('--to', to);
  await onServer(async (server) => {
    const { data } = await server.client.workflows.restoreDraft(await findWorkflow(server, wanted, workspace), { revision });
    if (json === true) printJson(data);
    else print(`The draft is as it was at revision ${revision}, and is now revision ${data.revision}`);
  });
}

async function operationsIn(file: string): Promise<DraftOperation[]> {
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(read)) return read as DraftOperation[];
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new CommandFailed(`${file} must contain a list of operations, such as [{"op": "rename", "id": "start", "name": "Begin"}]`);
}

function revisionOf(option: string, value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new WrongUsage(`${option} takes the number of a revision, got "${value}"`);
  return Number(value);
}
