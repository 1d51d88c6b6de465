import type { SluiceClient } from '#client';
import { CommandFailed } from '../../../failure.js';
import type { FolderPlan } from '../folder-plan.js';
import type { WorkflowFile } from '../files/workflow-file.js';
import { readResources } from './read-resources.js';
import { hasReferences, referredWorkflows, withIds, type Resource } from './references.js';

interface Resolving {
  readonly workspaceId: string;
  /** Workflows that do not exist yet, but that a file describes: keep their names, or refuse them. */
  readonly described: 'keep' | 'refuse';
}

/** The files with the ids of the workspace in place of names. @throws CommandFailed that lists what the workspace does not have */
export async function resolveFiles(
  client: SluiceClient,
  files: readonly WorkflowFile[],
  { workspaceId, described }: Resolving,
): Promise<readonly WorkflowFile[]> {
  if (!files.some(({ document }) => hasReferences(document.blocks))) return files;
  const present = await readResources(client, workspaceId);
  const resources = described === 'refuse' ? present : { ...present, workflow: describedWorkflows(present.workflow, files) };
  const missing = files.flatMap((file) => withIds(file.document.blocks, resources).missing.map((text) => `${file.path}: ${text}`));
  if (missing.length > 0) throw new CommandFailed(`Nothing was changed. These files refer to what is missing:\n${missing.join('\n')}`);
  return files.map((file) => ({ ...file, document: { ...file.document, blocks: withIds(file.document.blocks, resources).blocks } }));
}

/** The workflows as they are called when the files are applied. One that does not exist yet has its name as its id. */
export function describedWorkflows(present: readonly Resource[], files: readonly WorkflowFile[]): readonly Resource[] {
  const names = new Map(files.map(({ workflowId, name }) => [workflowId, name]));
  const renamed = present.map(({ id, name }) => ({ id, name: names.get(id) ?? name }));
  const isNew = ({ name, workflowId }: WorkflowFile): boolean => !renamed.some((each) => each.name === name || each.id === workflowId);
  return [...renamed, ...files.filter(isNew).map(({ name }) => ({ id: name, name }))];
}

/** Creates those of the new workflows that other files refer to. @returns whether there were any */
export async function createReferenced(client: SluiceClient, { changes }: FolderPlan, workspaceId: string): Promise<boolean> {
  const referred = new Set(changes.flatMap(({ file: { document } }) => referredWorkflows(document.blocks)));
  const needed = changes.filter(({ action, file: { name } }) => action === 'create' && referred.has(name));
  for (const { file } of needed) {
    await client.workflows.create({ workspaceId, name: file.name, description: file.description ?? null });
  }
  return needed.length > 0;
}
