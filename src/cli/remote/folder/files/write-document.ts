import { stringify as yamlOf } from 'yaml';
import type { ExportedDocument } from '#client';
import type { Json, JsonObject } from '#kernel/json.js';
import { compactState } from '#document/export/compact-document.js';
import { withReadableIds } from '#document/export/readable-ids.js';
import { parseDocument } from '#document/parse/parse-document.js';
import { CommandFailed } from '../../../failure.js';
import { denseJson } from './dense-json.js';
import { inStableOrder } from './stable-order.js';

/**
 * The text of a file, the same for the same workflow, and short: without the time of the export, the workspace, generated ids and defaults.
 * The name is written once, in `state.metadata`.
 */
export function documentText({ version, workflow, state }: ExportedDocument, format: 'json' | 'yaml'): string {
  const { document: parsed, problems } = parseDocument({ state });
  if (parsed === undefined) throw new CommandFailed(`Workflow ${workflow.id} cannot be read: ${problems[0]?.message}`);
  const { blocks, ...compact } = compactState(withReadableIds(parsed)) as { blocks: JsonObject };
  // The blocks keep their reading order; whatever is inside them has its keys in a stable order.
  const ordered = Object.fromEntries(Object.entries(blocks).map(([id, block]) => [id, inStableOrder(block)]));
  const { edges, ...facts } = inStableOrder(compact) as JsonObject;
  const document = { version, workflow: { id: workflow.id }, state: { ...facts, blocks: ordered, edges } } as unknown as Json;
  return format === 'yaml' ? yamlOf(document, { lineWidth: 0 }) : `${denseJson(document)}\n`;
}

/** A file name from the name of a workflow, without characters that file systems or shells treat specially; its id when nothing remains. */
export function fileNameOf({ id, name }: { readonly id: string; readonly name: string }): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const stem = plain
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return stem === '' ? id : stem;
}
