import type { BlockDefinition } from './block.js';

/** JSON Schema (draft 2020-12) of one value. */
export type ValueSchema = Readonly<Record<string, unknown>>;

/** What an editor shows of a type of block. */
export interface PaletteEntry {
  readonly name: string;
  readonly description: string;
  readonly category: 'trigger' | 'control' | 'work';
  /** The values of its sub-blocks, by their ids. */
  readonly inputs: ValueSchema;
  /** The fields that later blocks can refer to. */
  readonly outputs: Readonly<Record<string, ValueSchema>>;
  /** Source handles; `<id>` stands for the ids of the author's entries. */
  readonly handles: readonly string[];
}

/** A type of block that authors can choose. */
export type PublishedBlock = BlockDefinition & { readonly palette: PaletteEntry };
