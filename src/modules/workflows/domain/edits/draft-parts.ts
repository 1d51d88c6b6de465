import { deriveContainers } from '#document/containers.js';
import type { Block, Edge, SubBlock, Variable, WorkflowDocument } from '#document/document.js';
import type { Json } from '#kernel/json.js';
import { gone, type Refusal } from './refusal.js';

/** A document whose parts are changed one after the other. */
export class DraftParts {
  readonly blocks: Map<string, Block>;
  readonly edges: Edge[];
  readonly variables: Map<string, Variable>;
  readonly metadata: Map<string, Json>;

  constructor({ blocks, edges, variables, metadata }: WorkflowDocument) {
    this.blocks = new Map(Object.entries(blocks));
    this.edges = [...edges];
    this.variables = new Map(Object.entries(variables));
    this.metadata = new Map(Object.entries(metadata));
  }

  document(): WorkflowDocument {
    const blocks = Object.fromEntries(this.blocks);
    return {
      blocks,
      edges: [...this.edges],
      ...deriveContainers(blocks),
      variables: Object.fromEntries(this.variables),
      metadata: Object.fromEntries(this.metadata),
    };
  }

  /** The refusal of an operation on a block that the draft does not have. */
  absent(id: string): Refusal | undefined {
    return this.blocks.has(id) ? undefined : gone('block', id);
  }

  /** A block that the draft has. */
  block(id: string): Block {
    const block = this.blocks.get(id);
    if (block === undefined) throw new Error(gone('block', id).message);
    return block;
  }

  field(id: string, field: string): SubBlock | undefined {
    const { subBlocks } = this.block(id);
    return Object.hasOwn(subBlocks, field) ? subBlocks[field] : undefined;
  }

  change(id: string, to: (block: Block) => Block): void {
    this.blocks.set(id, to(this.block(id)));
  }
}

/** A record without one of its members. */
export function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
