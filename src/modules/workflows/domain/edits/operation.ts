import type { Block, Edge, Variable } from '#document/document.js';
import type { Json } from '#kernel/json.js';

/** Adds a block. Its parent, if it names one, must be in the draft. */
export interface AddBlock {
  readonly op: 'add-block';
  readonly block: Block;
}

/** Removes a block that no edge touches and that contains no blocks. */
export interface RemoveBlock {
  readonly op: 'remove-block';
  readonly id: string;
}

/** Moves a block on the canvas, and into or out of a container when `parentId` is given; null takes it out. */
export interface MoveBlock {
  readonly op: 'move';
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly parentId?: string | null;
}

/** Changes the name of a block. Fields that refer to it are changed by operations `set`. */
export interface RenameBlock {
  readonly op: 'rename';
  readonly id: string;
  readonly name: string;
}

/** Sets the value of a field of a block. `type` is the control of a field that the block does not have yet. */
export interface SetField {
  readonly op: 'set';
  readonly id: string;
  readonly field: string;
  readonly value: Json;
  readonly type?: string;
}

/** Removes a field of a block. */
export interface UnsetField {
  readonly op: 'unset';
  readonly id: string;
  readonly field: string;
}

/** Sets a further member of a block, such as `enabled` or `retry`, or one of its data, such as `data.count`. Absent: removes it. */
export interface SetOption {
  readonly op: 'option';
  readonly id: string;
  readonly name: string;
  readonly value?: Json;
}

/** Adds an edge between two blocks of the draft, at the end or at an index of the list of edges. */
export interface AddEdge {
  readonly op: 'add-edge';
  readonly edge: Edge;
  readonly index?: number;
}

/** Removes an edge. */
export interface RemoveEdge {
  readonly op: 'remove-edge';
  readonly id: string;
}

/** Adds or replaces a variable of the workflow. */
export interface SetVariable {
  readonly op: 'set-variable';
  readonly variable: Variable;
}

/** Removes a variable of the workflow. */
export interface RemoveVariable {
  readonly op: 'remove-variable';
  readonly id: string;
}

/** Sets a member of the metadata of the document, such as `strictInput`. Absent: removes it. */
export interface SetMetadata {
  readonly op: 'metadata';
  readonly name: string;
  readonly value?: Json;
}

/** A small change of a draft. The list is closed: readers of recorded edits know every one. */
export type DraftOperation =
  | AddBlock
  | RemoveBlock
  | MoveBlock
  | RenameBlock
  | SetField
  | UnsetField
  | SetOption
  | AddEdge
  | RemoveEdge
  | SetVariable
  | RemoveVariable
  | SetMetadata;

/** An edit has at most so many operations. */
export const mostOperations = 500;
