import type { PaletteEntry, PublishedBlock } from '#blocks/define-block.js';
import type { FieldsSchema } from '#blocks/fields/schema.js';
import { startTypes } from '#engine/graph/start-choice.js';
import { retryPolicy } from '#engine/graph/block-retry.js';

/** One type of block, as editors and generators of workflows need it. */
export interface BlockDefinitionResponse extends Pick<PaletteEntry, 'name' | 'description' | 'category' | 'outputs' | 'handles'> {
  readonly type: string;
  /** Other blocks stand inside it. */
  readonly container: boolean;
  /** Where the document keeps the values of `inputs`. */
  readonly inputsIn: 'subBlocks' | 'data';
  /** The fields it takes, as JSON Schema. */
  readonly inputs: FieldsSchema & { readonly $schema: string };
  /** Where edges arrive; null when none may. */
  readonly targetHandle: 'target' | null;
  /** Whether an edge may lead from its handle `error`. */
  readonly errorEdge: boolean;
  /** Whether the retry option of the document has an effect. */
  readonly retry: boolean;
}

const schema = 'https://json-schema.org/draft/2020-12/schema';
const always = { enabled: true, maxTries: 2, waitBetweenTriesMs: 0 };

export function blockDefinitionResponse({ type, palette }: PublishedBlock): BlockDefinitionResponse {
  const { name, description, category, inputs, outputs, handles } = palette;
  const isContainer = type === 'loop' || type === 'parallel';
  const isReached = category !== 'trigger' && category !== 'note';
  return {
    type,
    name,
    description,
    category,
    container: isContainer,
    inputsIn: isContainer ? 'data' : 'subBlocks',
    inputs: { $schema: schema, ...inputs },
    outputs,
    targetHandle: isReached ? 'target' : null,
    handles,
    errorEdge: handles.includes('error'),
    retry: !startTypes.has(type) && retryPolicy({ type, retry: always }) !== null,
  };
}
