import { stringify as yamlOf } from 'yaml';
import type { ExportedDocument } from '#client';
import type { Json } from '#kernel/json.js';
import { inStableOrder } from './stable-order.js';

/**
 * The text of a file, the same for the same workflow: without the time of the export, the workspace, and what follows from the blocks.
 * The name is written once, in `state.metadata`.
 */
export function documentText({ version, workflow, state }: ExportedDocument, format: 'json' | 'yaml'): string {
  const { loops: _loops, parallels: _parallels, ...kept } = state;
  const document = inStableOrder({ version, workflow: { id: workflow.id }, state: kept } as unknown as Json);
  return format === 'yaml' ? yamlOf(document, { lineWidth: 0 }) : `${JSON.stringify(document, null, 2)}\n`;
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
