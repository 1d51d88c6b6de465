import type { BlockDefinition } from './block.js';

/**
 * JSON Schema (draft 2020-12) of one value, with two words of our own for editors. `x-holds` lists what an author may put into a
 * text: `references`, `secrets`; without it a value is taken as it is written. `x-when` names the values of other fields that a
 * field depends on.
 */
export type ValueSchema = Readonly<Record<string, unknown>>;

/** The fields of a block, by their ids. None of them is null: a field without a value is left out. */
export type FieldsSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
};

/** What an editor shows of a type of block. */
export interface PaletteEntry {
  readonly name: string;
  readonly description: string;
  /** Under which heading editors list it. */
  readonly category: 'trigger' | 'control' | 'work' | 'note';
  /** The values of its sub-blocks; for a container, of its `data`. */
  readonly inputs: FieldsSchema;
  /** The fields that later blocks can refer to. */
  readonly outputs: Readonly<Record<string, ValueSchema>>;
  /** Source handles; `<id>` stands for the ids of the author's entries. */
  readonly handles: readonly string[];
}

/** A type of block that authors can choose. */
export type PublishedBlock = BlockDefinition & { readonly palette: PaletteEntry };
