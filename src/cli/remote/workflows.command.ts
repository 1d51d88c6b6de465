import type { Command } from 'commander';
import type { Workflow } from '#client';
import type { Outcome } from './folder/apply-folder.js';
import type { FolderPlan } from './folder/folder-plan.js';
import type { RemoteServer } from './on-server.js';
import type { WorkflowFile } from './folder/files/workflow-file.js';
import { onWorkspace } from './on-workspace.js';
import { jsonOption, workspaceOption, type RemoteOptions } from './options.js';
import { addEdits } from './drafts/edits.command.js';
import { addVersions } from './drafts/versions.command.js';
import { CommandFailed, exitCode, WrongUsage } from '../failure.js';
import { complain, print, printJson, visible } from '../terminal.js';

export function addWorkflows(program: Command): void {
  const workflows = program.command('workflows').description('list, export, validate, compare, apply and deploy the workflows of a server');
  const command = (name: string): Command => workflows.command(name).addOption(workspaceOption()).addOption(jsonOption());
  command('list').description('the workflows of a workspace').action(list);
  command('export')
    .description('write workflows into a folder, one file each, without secrets')
    .argument('[workflows...]', 'ids or names')
    .option('--all', 'every workflow of the workspace')
    .requiredOption('--to <folder>', 'the folder; files of the same workflows are overwritten')
    .option('--yaml', 'write new files as YAML instead of JSON')
    .action(exportThem);
  command('import').description('create a new workflow from each file').argument('<files...>', 'JSON or YAML').action(importThem);
  command('validate')
    .description('find mistakes without deploying; exit code 2 when there are problems')
    .argument('<what...>', 'files, folders, and ids or names of workflows')
    .action(validate);
  command('deploy')
    .description('deploy the draft of a workflow')
    .argument('<workflow>', 'id or name')
    .option('--name <name>', 'of the version')
    .option('--description <text>', 'of the version')
    .action(deploy);
  addVersions(command);
  addEdits(command);
  command('diff')
    .description('show what apply would change; exit code 2 when there are changes')
    .argument('<folder>', 'a folder with JSON and YAML files')
    .action(diff);
  command('apply')
    .description('create and change workflows until they equal the files of a folder')
    .argument('<folder>', 'a folder with JSON and YAML files')
    .option('--dry-run', 'only show what would be changed')
    .option('--deploy', 'deploy workflows whose deployed version differs from the file')
    .option('--prune', 'delete workflows of the workspace that no file describes')
    .option('--yes', 'do not ask before deleting')
    .action(apply);
}

async function list(options: RemoteOptions): Promise<void> {
  const { tableText } = await import('../text/table-text.js');
  await onWorkspace(options, async (server, workspaceId) => {
    const all = await listed(server, workspaceId);
    if (options.json === true) return printJson(all);
    if (all.length === 0) return complain('The workspace has no workflows');
    const rows = all.map(({ id, isDeployed, updatedAt, name }) => [id, isDeployed ? 'deployed' : 'draft', updatedAt, name]);
    print(tableText(['ID', 'STATE', 'CHANGED', 'NAME'], rows));
  });
}

async function listed({ client }: RemoteServer, workspaceId: string): Promise<readonly Workflow[]> {
  const { collected } = await import('./collected.js');
  return collected(client.workflows.list({ workspaceId, limit: 100 }));
}

interface ExportOptions extends RemoteOptions {
  readonly all?: boolean;
  readonly to: string;
  readonly yaml?: boolean;
}

async function exportThem(wanted: readonly string[], options: ExportOptions): Promise<void> {
  if ((options.all === true) === wanted.length > 0) throw new WrongUsage('Name the workflows to export, or use --all');
  const [{ ExportFolder }, { pickWorkflow }, { nameReferences }] = await Promise.all([
    import('./folder/export-folder.js'),
    import('./find/find-workflow.js'),
    import('./folder/references/name-references.js'),
  ]);
  await onWorkspace(options, async (server, workspaceId) => {
    const all = await listed(server, workspaceId);
    const chosen = options.all === true ? all : wanted.map((each) => pickWorkflow(all, each));
    const folder = await ExportFolder.open(options.to, options.yaml === true ? 'yaml' : 'json');
    const written = [];
    const named = nameReferences(server.client, workspaceId);
    for (const { id, name } of chosen) {
      const { data } = await server.client.workflows.export(id);
      const file = await folder.write(await named(data));
      written.push({ workflowId: id, name, ...file });
      if (options.json !== true) print(`${file.written ? 'wrote' : 'unchanged'}  ${file.path}`);
    }
    if (options.json === true) printJson(written);
  });
}

async function importThem(paths: readonly string[], options: RemoteOptions): Promise<void> {
  const [{ readFiles }, { resolveFiles }] = await Promise.all([
    import('./folder/files/read-folder.js'),
    import('./folder/references/resolve-files.js'),
  ]);
  const files = await readFiles(paths);
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const made = [];
    for (const { path, name, description, document } of await resolveFiles(client, files, { workspaceId, described: 'refuse' })) {
      const { data } = await client.workflows.import({
        workspaceId,
        name,
        description: description ?? null,
        workflow: { state: document },
      });
      made.push({ path, ...data });
      if (options.json === true) continue;
      print(`${data.id}  ${data.name}  (${path})`);
      for (const { message } of data.problems) complain(`    cannot be deployed: ${message}`);
    }
    if (options.json === true) printJson(made);
  });
}

async function validate(what: readonly string[], options: RemoteOptions): Promise<void> {
  const { validated, validationLines } = await import('./folder/validate-documents.js');
  await onWorkspace(options, async (server, workspaceId) => {
    const reports = [];
    for await (const report of validated(server, workspaceId, what)) {
      reports.push(report);
      if (options.json !== true) for (const line of validationLines(report)) print(line);
    }
    if (options.json === true) printJson(reports);
    if (reports.some(({ valid }) => !valid)) process.exitCode = exitCode.refuted;
  });
}

async function deploy(wanted: string, options: RemoteOptions & { readonly name?: string; readonly description?: string }): Promise<void> {
  const [{ onServer }, { findWorkflow }] = await Promise.all([import('./on-server.js'), import('./find/find-workflow.js')]);
  const { name = null, description = null } = options;
  await onServer(async (server) => {
    const { data } = await server.client.workflows.deploy(await findWorkflow(server, wanted, options.workspace), { name, description });
    if (options.json === true) return printJson(data);
    print(`Version ${data.version} is deployed`);
    for (const { message } of data.warnings) complain(`    warning: ${message}`);
  });
}

async function diff(folder: string, options: RemoteOptions): Promise<void> {
  const outcomes = await applied(folder, { ...options, dryRun: true });
  if (outcomes.some(({ action }) => action !== 'keep')) process.exitCode = exitCode.refuted;
}

interface ApplyCommandOptions extends RemoteOptions {
  readonly dryRun?: boolean;
  readonly deploy?: boolean;
  readonly prune?: boolean;
  readonly yes?: boolean;
}

/** Fails when a workflow cannot be deployed. */
async function apply(folder: string, options: ApplyCommandOptions): Promise<void> {
  const outcomes = await applied(folder, options);
  if (options.deploy === true && outcomes.some(({ problems }) => problems.length > 0)) process.exitCode = exitCode.failed;
}

async function applied(folder: string, options: ApplyCommandOptions): Promise<readonly Outcome[]> {
  const { dryRun = false, json = false } = options;
  const [{ readFolder }, { outcomeLines, summaryLine }] = await Promise.all([
    import('./folder/files/read-folder.js'),
    import('./runs/outcome-text.js'),
  ]);
  const files = await readFolder(folder);
  if (files.length === 0) throw new CommandFailed(`${folder} contains no workflow documents: no files that end in .json, .yaml or .yml`);
  const outcomes: Outcome[] = [];
  await onWorkspace(options, async (server, workspaceId) => {
    for await (const outcome of outcomesOf(server, { files, workspaceId, options })) {
      outcomes.push(outcome);
      if (!json) for (const line of outcomeLines(outcome, dryRun)) print(line);
    }
  });
  if (json) printJson(outcomes);
  else print(summaryLine(outcomes, dryRun));
  return outcomes;
}

interface Applied {
  readonly files: readonly WorkflowFile[];
  readonly workspaceId: string;
  readonly options: ApplyCommandOptions;
}

async function* outcomesOf({ client }: RemoteServer, { files, workspaceId, options }: Applied): AsyncIterable<Outcome> {
  const { dryRun = false, deploy: deploys = false, prune = false, yes = false } = options;
  const [{ planFolder }, { applyFolder }, { createReferenced, resolveFiles }] = await Promise.all([
    import('./folder/folder-plan.js'),
    import('./folder/apply-folder.js'),
    import('./folder/references/resolve-files.js'),
  ]);
  const planned = async (): Promise<FolderPlan> =>
    planFolder(client, workspaceId, await resolveFiles(client, files, { workspaceId, described: 'keep' }));
  let plan = await planned();
  const others = prune ? plan.others : [];
  if (!dryRun && !yes) await mayDelete(others);
  // Other workflows need the ids of those that they refer to.
  if (!dryRun && (await createReferenced(client, plan, workspaceId))) plan = await planned();
  yield* applyFolder(client, plan, { workspaceId, deploy: deploys, prune: others, dryRun });
  if (prune) return;
  for (const { id, name } of plan.others) complain(`? ${name} (${id}) is in no file; --prune deletes such workflows`);
}

/** @throws CommandFailed without a confirmation. Then nothing is changed. */
async function mayDelete(others: readonly Workflow[]): Promise<void> {
  if (others.length === 0) return;
  const what = `These workflows are in no file and would be deleted:\n${others.map(({ name }) => `  ${name}`).join('\n')}`;
  if (!process.stdin.isTTY) throw new CommandFailed(`${what}\nUse --yes to confirm without a terminal. Nothing was changed.`);
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(visible(`${what}\nDelete them? [y/N] `)).finally(() => terminal.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailed('Nothing was changed.');
}
