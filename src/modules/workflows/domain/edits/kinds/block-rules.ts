import { parentOf } from '#document/block-roles.js';
import type { DraftParts } from '../draft-parts.js';
import { taken, type Refusal } from '../refusal.js';
import type { Rules } from '../rule.js';

/** Blocks as a whole: their existence, place and name. */
export const blockRules: Rules<'add-block' | 'remove-block' | 'move' | 'rename'> = {
  'add-block': {
    key: ({ block }) => `block/${block.id}`,
    refusal(draft, { block }) {
      if (draft.blocks.has(block.id)) return taken('block', block.id);
      const parent = parentOf(block);
      return parent === undefined ? undefined : draft.absent(parent);
    },
    inverse: (_, { block }) => ({ op: 'remove-block', id: block.id }),
    perform: (draft, { block }) => void draft.blocks.set(block.id, block),
  },
  'remove-block': {
    key: ({ id }) => `block/${id}`,
    refusal: (draft, { id }) => draft.absent(id) ?? inUse(draft, id),
    inverse: (draft, { id }) => ({ op: 'add-block', block: draft.block(id) }),
    perform: (draft, { id }) => void draft.blocks.delete(id),
  },
  move: {
    key: ({ id }) => `block/${id}/place`,
    refusal: (draft, { id, parentId }) => draft.absent(id) ?? (typeof parentId === 'string' ? misplaced(draft, id, parentId) : undefined),
    inverse(draft, { id, parentId }) {
      const block = draft.block(id);
      return { op: 'move', id, ...block.position, ...(parentId === undefined ? {} : { parentId: parentOf(block) ?? null }) };
    },
    perform(draft, { id, x, y, parentId }) {
      draft.change(id, (block) => {
        if (parentId === undefined) return { ...block, position: { x, y } };
        const { parentId: _, ...data } = block.data;
        return { ...block, position: { x, y }, data: parentId === null ? data : { ...data, parentId } };
      });
    },
  },
  rename: {
    key: ({ id }) => `block/${id}/name`,
    refusal: (draft, { id }) => draft.absent(id),
    inverse: (draft, { id }) => ({ op: 'rename', id, name: draft.block(id).name }),
    perform: (draft, { id, name }) => draft.change(id, (block) => ({ ...block, name })),
  },
};

/** A block leaves nothing behind that refers to it, so that its removal can be taken back. */
function inUse(draft: DraftParts, id: string): Refusal | undefined {
  const edge = draft.edges.find(({ source, target }) => source === id || target === id);
  if (edge !== undefined) return { message: `Edge "${edge.id}" touches the block "${id}": remove it first`, code: 'in_use' };
  for (const block of draft.blocks.values()) {
    if (parentOf(block) === id) return { message: `The block "${id}" contains the block "${block.id}": move it out first`, code: 'in_use' };
  }
  return undefined;
}

function misplaced(draft: DraftParts, id: string, parentId: string): Refusal | undefined {
  const refusal = draft.absent(parentId);
  if (refusal !== undefined) return refusal;
  const passed = new Set<string>();
  for (let place: string | undefined = parentId; place !== undefined && !passed.has(place);) {
    if (place === id) return { message: `The block "${id}" cannot be inside itself`, code: 'cycle' };
    passed.add(place);
    const block = draft.blocks.get(place);
    place = block && parentOf(block);
  }
  return undefined;
}
