import type { Block } from '#document/document.js';
import type { Json } from '#kernel/json.js';
import { without, type DraftParts } from '../draft-parts.js';
import type { DraftOperation } from '../operation.js';
import type { Rules } from '../rule.js';

const dataPrefix = 'data.';

/** What blocks contain. */
export const fieldRules: Rules<'set' | 'unset' | 'option'> = {
  set: {
    key: ({ id, field }) => `block/${id}/field/${field}`,
    refusal: (draft, { id }) => draft.absent(id),
    inverse: (draft, { id, field }) => asIs(draft, id, field),
    perform(draft, { id, field, value, type = draft.field(id, field)?.type ?? 'short-input' }) {
      draft.change(id, (block) => ({ ...block, subBlocks: { ...block.subBlocks, [field]: { id: field, type, value } } }));
    },
  },
  unset: {
    key: ({ id, field }) => `block/${id}/field/${field}`,
    refusal(draft, { id, field }) {
      const refusal = draft.absent(id);
      if (refusal !== undefined || draft.field(id, field) !== undefined) return refusal;
      return { message: `The block "${id}" has no field "${field}"`, code: 'not_found' };
    },
    inverse: (draft, { id, field }) => asIs(draft, id, field),
    perform: (draft, { id, field }) => draft.change(id, (block) => ({ ...block, subBlocks: without(block.subBlocks, field) })),
  },
  option: {
    key: ({ id, name }) => `block/${id}/option/${name}`,
    refusal: (draft, { id }) => draft.absent(id),
    inverse(draft, { id, name }) {
      const value = optionOf(draft.block(id), name);
      return { op: 'option', id, name, ...(value === undefined ? {} : { value }) };
    },
    perform: (draft, { id, name, value }) => draft.change(id, (block) => withOption(block, name, value)),
  },
};

function asIs(draft: DraftParts, id: string, field: string): DraftOperation {
  const known = draft.field(id, field);
  return known === undefined ? { op: 'unset', id, field } : { op: 'set', id, field, value: known.value, type: known.type };
}

function optionOf(block: Block, name: string): Json | undefined {
  const isData = name.startsWith(dataPrefix);
  const [holder, key] = isData ? [block.data, name.slice(dataPrefix.length)] : [block, name];
  return Object.hasOwn(holder, key) ? (holder[key] as Json) : undefined;
}

function withOption(block: Block, name: string, value: Json | undefined): Block {
  if (!name.startsWith(dataPrefix)) return { ...without(block, name), ...(value === undefined ? {} : { [name]: value }) } as Block;
  const key = name.slice(dataPrefix.length);
  return { ...block, data: { ...without(block.data, key), ...(value === undefined ? {} : { [key]: value }) } };
}
