import type { SluiceClient } from '#client';
import { CommandFailed } from '../../../failure.js';
import type { WorkflowFile } from '../files/workflow-file.js';
import { readResources } from './read-resources.js';
import { hasReferences, withIds } from './references.js';

interface Resolving {
  readonly workspaceId: string;
  /** Workflows that do not exist yet, but that a file describes: create those that another file refers to, keep their names, or refuse. */
  readonly described: 'create' | 'keep' | 'refuse';
}

/** The files with the ids of the workspace in place of names. @throws CommandFailed that lists what the workspace does not have */
export async function resolveFiles(
  client: SluiceClient,
  files: readonly WorkflowFile[],
  { workspaceId, described }: Resolving,
): Promise<readonly WorkflowFile[]> {
  if (!files.some(({ document }) => hasReferences(document.blocks))) return files;
  const present = await readResources(client, workspaceId);
  // A workflow that a file describes is known by its name, before it exists.
  const isNew = ({ name, workflowId }: WorkflowFile): boolean =>
    !present.workflow.some((each) => each.name === name || each.id === workflowId);
  const unwritten = described === 'refuse' ? [] : files.filter(isNew);
  const planned = { ...present, workflow: [...present.workflow, ...unwritten.map(({ name }) => ({ id: name, name }))] };
  const missing = files.flatMap((file) => withIds(file.document.blocks, planned).missing.map((text) => `${file.path}: ${text}`));
  if (missing.length > 0) throw new CommandFailed(`Nothing was changed. These files refer to what is missing:\n${missing.join('\n')}`);
  const needed = described === 'create' ? unwritten.filter(({ name }) => files.some((file) => refersTo(file, name))) : [];
  for (const { name, description } of needed) await client.workflows.create({ workspaceId, name, description: description ?? null });
  const resources = needed.length === 0 ? planned : await readResources(client, workspaceId);
  return files.map((file) => ({ ...file, document: { ...file.document, blocks: withIds(file.document.blocks, resources).blocks } }));
}

function refersTo({ document }: WorkflowFile, name: string): boolean {
  return Object.values(document.blocks).some(({ subBlocks }) => subBlocks['workflowId']?.value === name);
}
