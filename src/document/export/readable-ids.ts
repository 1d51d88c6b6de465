import type { Block, WorkflowDocument } from '../document.js';
import { isId } from '../parse/fields.js';
import { renameBlocks } from '../parse/rename-blocks.js';
import { inReadingOrder } from './reading-order.js';

const generated = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The document with ids made of the names of its blocks in place of generated ones. Ids that an author chose are kept. */
export function withReadableIds(document: WorkflowDocument): WorkflowDocument {
  return renameBlocks(document, readableIds(document));
}

/** The readable id of each block whose id is generated. The same document always gives the same ids. */
export function readableIds(document: WorkflowDocument): ReadonlyMap<string, string> {
  const blocks = inReadingOrder(document);
  const taken = new Set(blocks.flatMap(({ id }) => (generated.test(id) ? [] : [id])));
  const ids = new Map<string, string>();
  for (const block of blocks.filter(({ id }) => generated.test(id))) {
    const id = freeId(stemOf(block), taken);
    taken.add(id);
    ids.set(block.id, id);
  }
  return ids;
}

function freeId(stem: string, taken: ReadonlySet<string>): string {
  if (isId(stem) && !taken.has(stem)) return stem;
  for (let n = 2; ; n += 1) if (!taken.has(`${stem}-${n}`)) return `${stem}-${n}`;
}

function stemOf({ name, type }: Block): string {
  const words = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const stem = words
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return stem === '' ? type.slice(0, 60) : stem;
}
