import { isJsonObject, type Json } from '#kernel/json.js';
import type { Block, SubBlock, WorkflowDocument } from './document.js';

export interface ExportedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly workspaceId: string;
  readonly folderId: string | null;
}

export interface ExportedDocument {
  /** Of this form. */
  readonly version: '1.0';
  /** ISO 8601, UTC. */
  readonly exportedAt: string;
  readonly workflow: ExportedWorkflow;
  readonly state: WorkflowDocument;
}

/** A document as a file that may be passed on: under the workflow's present name and without secrets. `exportedAt` is ISO 8601, UTC. */
export function exportDocument(document: WorkflowDocument, workflow: ExportedWorkflow, exportedAt: string): ExportedDocument {
  const { name, description } = workflow;
  const state = withoutSecrets(document);
  return { version: '1.0', exportedAt, workflow, state: { ...state, metadata: { ...state.metadata, name, description } } };
}

/** The document with the fields that hold a secret emptied, unless they only name one, as `{{NAME}}`. */
export function withoutSecrets(document: WorkflowDocument): WorkflowDocument {
  return {
    ...document,
    blocks: Object.fromEntries(Object.entries(document.blocks).map(([id, block]) => [id, blockWithoutSecrets(block)])),
  };
}

function blockWithoutSecrets(block: Block): Block {
  const subBlocks = Object.entries(block.subBlocks).map(([id, subBlock]) => [id, { ...subBlock, value: openValue(subBlock) }] as const);
  return { ...block, subBlocks: Object.fromEntries(subBlocks) };
}

function openValue({ id, type, value }: SubBlock): Json {
  if (type === 'password' || namesSecret(id)) return withoutSecret(value);
  return id === 'tools' ? withoutSecretParams(value) : value;
}

/** Tools carry the parameters that their author has filled in, at any depth. */
function withoutSecretParams(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutSecretParams);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, namesSecret(key) ? withoutSecret(inner) : withoutSecretParams(inner)]),
  );
}

function namesSecret(field: string): boolean {
  return /(?:api_?key|access_?key|private_?key|secret|password|token)$/i.test(field);
}

function withoutSecret(value: Json): Json {
  return typeof value === 'string' && /^\s*\{\{[^{}]+\}\}\s*$/.test(value) ? value : null;
}
