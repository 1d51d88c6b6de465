import type { SluiceClient, Workflow } from '#client';
import type { FolderPlan, PlannedChange } from './folder-plan.js';

export interface ApplyOptions {
  readonly workspaceId: string;
  /** Deploy workflows whose deployed version differs from the file. */
  readonly deploy: boolean;
  /** Workflows to delete. */
  readonly prune: readonly Workflow[];
  /** Change nothing. */
  readonly dryRun: boolean;
}

/** The change of one workflow, made or planned. */
export interface Outcome {
  readonly action: PlannedChange['action'] | 'delete';
  readonly name: string;
  /** Null: of a workflow that a dry run does not create. */
  readonly workflowId: string | null;
  readonly path: string | null;
  readonly changes: readonly string[];
  readonly deployed: boolean;
  /** Why the draft cannot be deployed. */
  readonly problems: readonly string[];
}

/** Applies the plan in its order, deletions last. An error stops it there; the next apply does the rest. */
export async function* applyFolder(client: SluiceClient, { changes }: FolderPlan, options: ApplyOptions): AsyncIterable<Outcome> {
  for (const change of changes) yield await applyChange(client, change, options);
  for (const { id, name } of options.prune) {
    if (!options.dryRun) await client.workflows.delete(id);
    yield { action: 'delete', name, workflowId: id, path: null, changes: [], deployed: false, problems: [] };
  }
}

async function applyChange(client: SluiceClient, change: PlannedChange, options: ApplyOptions): Promise<Outcome> {
  const { action, file, workflow, lines: changes } = change;
  const told = { action, name: file.name, path: file.path, changes };
  if (options.dryRun) {
    return { ...told, workflowId: workflow?.id ?? null, deployed: options.deploy && (await wouldDeploy(client, change)), problems: [] };
  }
  const workflowId = await write(client, change, options.workspaceId);
  const problems = change.draft === undefined ? [] : await save(client, workflowId, change.draft);
  const deployed = options.deploy && problems.length === 0 && (await isBehind(client, workflowId));
  if (deployed) await client.workflows.deploy(workflowId, {});
  return { ...told, workflowId, deployed, problems };
}

async function wouldDeploy(client: SluiceClient, { workflow, draft }: PlannedChange): Promise<boolean> {
  return workflow === undefined || draft !== undefined || isBehind(client, workflow.id);
}

/** Creates the workflow, or changes its details. @returns its id */
async function write(client: SluiceClient, { file, workflow, details }: PlannedChange, workspaceId: string): Promise<string> {
  if (workflow === undefined) {
    const { data } = await client.workflows.create({ workspaceId, name: file.name, description: file.description ?? null });
    return data.id;
  }
  if (Object.keys(details).length > 0) await client.workflows.change(workflow.id, details);
  return workflow.id;
}

async function save(client: SluiceClient, id: string, draft: NonNullable<PlannedChange['draft']>): Promise<readonly string[]> {
  const { data } = await client.workflows.save(id, { state: { ...draft } });
  return data.problems.map(({ message }) => message);
}

async function isBehind(client: SluiceClient, id: string): Promise<boolean> {
  const { isDeployed, needsRedeployment } = await client.workflows.status(id);
  return !isDeployed || needsRedeployment;
}
