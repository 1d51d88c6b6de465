import type { SluiceClient, Workflow } from '#client';
import type { Json } from '#kernel/json.js';
import type { WorkflowDocument } from '#document/document.js';
import { exportDocument } from '#document/export/export-document.js';
import { readableIds } from '#document/export/readable-ids.js';
import { renameBlocks } from '#document/parse/rename-blocks.js';
import { parseDocument } from '#document/parse/parse-document.js';
import { CommandFailed } from '../../failure.js';
import { collected } from '../collected.js';
import { withAdoptedIds } from './adopted-ids.js';
import { documentChanges } from './document-changes.js';
import { withKeptSecrets } from './kept-secrets.js';
import { counted } from '../counted.js';
import { matchFiles } from './match-files.js';
import { isSameJson } from './files/stable-order.js';
import type { WorkflowFile } from './files/workflow-file.js';

/** The changes that make a workflow equal to its file. */
export interface PlannedChange {
  readonly action: 'create' | 'update' | 'keep';
  readonly file: WorkflowFile;
  /** Undefined when the workflow must be created. */
  readonly workflow: Workflow | undefined;
  /** The new draft; undefined when the draft is equal already. */
  readonly draft: WorkflowDocument | undefined;
  readonly details: { readonly name?: string; readonly description?: string | null };
  /** For people, without secrets. */
  readonly lines: readonly string[];
}

export interface FolderPlan {
  readonly changes: readonly PlannedChange[];
  /** Workflows that no file describes. */
  readonly others: readonly Workflow[];
}

/** Compares a workspace with the files, without changes. @throws CommandFailed when files contradict each other */
export async function planFolder(client: SluiceClient, workspaceId: string, files: readonly WorkflowFile[]): Promise<FolderPlan> {
  const workflows = await collected(client.workflows.list({ workspaceId, limit: 100 }));
  const { pairs, others, problems } = matchFiles(files, workflows);
  if (problems.length > 0) throw new CommandFailed(`Nothing was changed. These files have problems:\n${problems.join('\n')}`);
  const changes: PlannedChange[] = [];
  const unclear: string[] = [];
  for (const { file, workflow } of pairs) {
    if (workflow === undefined) changes.push(creation(file));
    else changes.push(change({ file, workflow, present: await draftOf(client, workflow.id), unclear }));
  }
  if (unclear.length > 0) throw new CommandFailed(`Nothing was changed. These files have problems:\n${unclear.join('\n')}`);
  return { changes, others };
}

async function draftOf(client: SluiceClient, id: string): Promise<WorkflowDocument> {
  const { data } = await client.workflows.state(id);
  return readAgain({ state: data.state }, id);
}

/** The name of the workflow is compared and changed apart from the draft. */
function nameless({ metadata: { name: _name, description: _description, ...metadata }, ...document }: WorkflowDocument): WorkflowDocument {
  return { ...document, metadata };
}

function creation(file: WorkflowFile): PlannedChange {
  const { document, name, description } = file;
  const lines = [`${counted(Object.keys(document.blocks).length, 'block')}, ${counted(document.edges.length, 'edge')}`];
  return {
    action: 'create',
    file,
    workflow: undefined,
    draft: nameless(document),
    details: { name, description: description ?? null },
    lines,
  };
}

interface Compared {
  readonly file: WorkflowFile;
  readonly workflow: Workflow;
  /** The draft. */
  readonly present: WorkflowDocument;
  /** Receives a sentence for each secret that cannot be assigned. */
  readonly unclear: string[];
}

function change({ file, workflow, present, unclear }: Compared): PlannedChange {
  const exported = withoutSecrets(present, workflow);
  // Names are compared as details: the name inside a draft is ignored.
  const document = withAdoptedIds(file.document, present);
  const wanted = {
    ...document,
    metadata: { ...document.metadata, name: exported.metadata['name'], description: exported.metadata['description'] },
  };
  const draft = withKeptSecrets(wanted as unknown as Json, exported as unknown as Json, present as unknown as Json, (path) =>
    unclear.push(unclearSecret(file, document, path)),
  ) as unknown as WorkflowDocument;
  const isSame = isSameJson(draft, present);
  const details = detailChanges(file, workflow);
  const lines = [...detailLines(details, workflow), ...(isSame ? [] : draftLines(exported, withoutSecrets(draft, workflow)))];
  const action = lines.length === 0 ? 'keep' : 'update';
  return { action, file, workflow, draft: isSame ? undefined : draft, details, lines };
}

function unclearSecret({ path }: WorkflowFile, { blocks }: WorkflowDocument, [, blockId = '', ...rest]: readonly string[]): string {
  const place = rest.filter((each) => each !== 'subBlocks' && each !== 'value').join('.');
  return `${path}: block "${blocks[blockId]?.name ?? blockId}": ${place}: it is not clear which stored secret belongs here; write {{NAME}}, or remove the empty field`;
}

function detailChanges({ name, description }: WorkflowFile, workflow: Workflow): PlannedChange['details'] {
  return {
    ...(name === workflow.name ? {} : { name }),
    ...(description === undefined || description === workflow.description ? {} : { description }),
  };
}

function detailLines({ name, description }: PlannedChange['details'], workflow: Workflow): readonly string[] {
  return [
    ...(name === undefined ? [] : [`~ name: "${workflow.name}" → "${name}"`]),
    ...(description === undefined ? [] : [`~ description: "${workflow.description ?? ''}" → "${description ?? ''}"`]),
  ];
}

function draftLines(before: WorkflowDocument, after: WorkflowDocument): readonly string[] {
  const ids = readableIds(before);
  const lines = documentChanges(renameBlocks(before, ids), renameBlocks(after, ids));
  return lines.length === 0 ? ['~ differences that are not shown: secrets or an order'] : lines;
}

function withoutSecrets(document: WorkflowDocument, { id, name, description, workspaceId, folderId }: Workflow): WorkflowDocument {
  const { state } = exportDocument(document, { id, name, description, workspaceId, folderId }, '');
  return readAgain({ state }, id);
}

/** The document after it is written and read again. */
function readAgain(raw: unknown, id: string): WorkflowDocument {
  const { document, problems } = parseDocument(raw);
  if (document === undefined) throw new CommandFailed(`The draft of workflow ${id} cannot be read: ${problems[0]?.message}`);
  return nameless(document);
}
