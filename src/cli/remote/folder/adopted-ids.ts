import { referenceName, type Edge, type WorkflowDocument } from '#document/document.js';
import { readableIds } from '#document/export/readable-ids.js';
import { renameBlocks } from '#document/parse/rename-blocks.js';

/**
 * The document of a file with the ids that the draft on a server has for the same blocks and edges. A block of the file is matched by its
 * id, by the readable id that an export gives it, or by its name; an edge by its ends. Edges keep the order of the draft.
 */
export function withAdoptedIds(file: WorkflowDocument, draft: WorkflowDocument): WorkflowDocument {
  const renamed = renameBlocks(file, adoptedIds(file, draft));
  const wanted = new Map(renamed.edges.map((edge) => [keyOf(edge), edge]));
  const kept = draft.edges.filter((edge) => wanted.delete(keyOf(edge)));
  const taken = new Set(kept.map(({ id }) => id));
  const added = [...wanted.values()].map((edge) => (taken.has(edge.id) ? { ...edge, id: keyOf(edge).slice(0, 200) } : edge));
  return { ...renamed, edges: [...kept, ...added] };
}

function adoptedIds(file: WorkflowDocument, draft: WorkflowDocument): ReadonlyMap<string, string> {
  const generated = new Map([...readableIds(draft)].map(([id, readable]) => [readable, id]));
  const free = Object.values(draft.blocks).filter(({ id }) => !Object.hasOwn(file.blocks, id));
  const byName = new Map(free.map(({ id, name }) => [referenceName(name), id]));
  const ids = new Map<string, string>();
  const used = new Set<string>();
  const adopt = (own: string, id: string | undefined): void => {
    if (id === undefined || used.has(id) || ids.has(own) || Object.hasOwn(draft.blocks, own) || Object.hasOwn(file.blocks, id)) return;
    ids.set(own, id);
    used.add(id);
  };
  for (const id of Object.keys(file.blocks)) adopt(id, generated.get(id));
  for (const { id, name } of Object.values(file.blocks)) adopt(id, byName.get(referenceName(name)));
  return ids;
}

function keyOf({ source, sourceHandle, target, targetHandle }: Edge): string {
  return JSON.stringify([source, sourceHandle, target, targetHandle]);
}
