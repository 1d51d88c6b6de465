import { isJsonObject, type Json } from '#kernel/json.js';
import { inReadingOrder } from './reading-order.js';
import { examplePrefix, type Block, type SubBlock, type WorkflowDocument } from '../document.js';
import { unpinned } from './pins.js';

/** The workflow of an exported document. */
export interface ExportedWorkflow {
  readonly id: string;
  readonly name: string;
  /** Description of the workflow; null if it has none. */
  readonly description: string | null;
  readonly workspaceId: string;
  /** Id of the folder; null for the root. */
  readonly folderId: string | null;
}

/** An exported workflow. */
export interface ExportedDocument {
  /** The version of the format. */
  readonly version: '1.0';
  /** When the document was exported. */
  readonly exportedAt: string;
  /** The exported workflow. */
  readonly workflow: ExportedWorkflow;
  /** The workflow document without secrets. */
  readonly state: WorkflowDocument;
}

/** Exports a document without secrets, its blocks in reading order, under the workflow's present name. `exportedAt` is ISO 8601, UTC. */
export function exportDocument(document: WorkflowDocument, workflow: ExportedWorkflow, exportedAt: string): ExportedDocument {
  const { name, description } = workflow;
  const state = withoutSecrets(document);
  return { version: '1.0', exportedAt, workflow, state: { ...state, metadata: { ...state.metadata, name, description } } };
}

/** Empties the fields that contain a secret, in examples of inputs too, and removes pinned outputs. A reference such as `{{NAME}}` is kept. */
export function withoutSecrets(document: WorkflowDocument): WorkflowDocument {
  return {
    ...document,
    metadata: Object.fromEntries(
      Object.entries(document.metadata).map(([key, value]) => [key, key.startsWith(examplePrefix) ? withoutSecretParams(value) : value]),
    ),
    blocks: Object.fromEntries(inReadingOrder(document).map((block) => [block.id, blockWithoutSecrets(block)])),
  };
}

function blockWithoutSecrets(block: Block): Block {
  const subBlocks = Object.entries(block.subBlocks).map(([id, subBlock]) => [id, { ...subBlock, value: openValue(subBlock) }] as const);
  return { ...unpinned(block), subBlocks: Object.fromEntries(subBlocks) };
}

function openValue({ id, type, value }: SubBlock): Json {
  if (type === 'password' || namesSecret(id)) return withoutSecret(value);
  return id === 'tools' || id === 'triggerConfig' ? withoutSecretsIn(value) : value;
}

/** Lists may be given as their JSON text, which stays as it is if it has no secret. */
function withoutSecretsIn(value: Json): Json {
  if (typeof value !== 'string') return withoutSecretParams(value);
  const parsed = parsedText(value);
  const open = parsed === undefined ? undefined : withoutSecretParams(parsed);
  return open === undefined || JSON.stringify(open) === JSON.stringify(parsed) ? value : JSON.stringify(open);
}

function parsedText(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Tools contain parameters that the author has set, at any depth. */
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
