import type { PaletteEntry, PublishedBlock } from '#blocks/define-block.js';
import type { FieldsSchema } from '#blocks/fields/schema.js';
import { startTypes } from '#engine/graph/start-choice.js';
import { retryPolicy } from '#engine/graph/block-retry.js';

/** One type of block, for editors and generators of workflows. */
export interface BlockDefinitionResponse extends Pick<
  PaletteEntry,
  'name' | 'description' | 'category' | 'outputs' | 'handles' | 'replacedBy'
> {
  /** Type of the block. */
  readonly type: string;
  /** Whether it contains other blocks. */
  readonly container: boolean;
  /** Where the workflow document stores the values of `inputs`. */
  readonly inputsIn: 'subBlocks' | 'data';
  /** The input fields, as JSON Schema. */
  readonly inputs: FieldsSchema & {
    /** URI of the JSON Schema dialect. */
    readonly $schema: string;
  };
  /** The handle where edges arrive; null when the block takes no edges. */
  readonly targetHandle: 'target' | null;
  /** Whether the block has a handle `error`. */
  readonly errorEdge: boolean;
  /** Whether the retry option applies to the block. */
  readonly retry: boolean;
}

const schema = 'https://json-schema.org/draft/2020-12/schema';
const always = { enabled: true, maxTries: 2, waitBetweenTriesMs: 0 };

export function blockDefinitionResponse({ type, palette }: PublishedBlock): BlockDefinitionResponse {
  const { name, description, category, inputs, outputs, handles, replacedBy } = palette;
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
    replacedBy,
    errorEdge: handles.includes('error'),
    retry: !startTypes.has(type) && retryPolicy({ type, retry: always }) !== null,
  };
}
