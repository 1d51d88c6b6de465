import type { Block, Edge, Variable } from '#document/document.js';
import type { Json } from '#kernel/json.js';

/** Adds a block. Its parent, if it names one, must be in the draft. */
export interface AddBlock {
  /** Name of the operation. */
  readonly op: 'add-block';
  /** The block. */
  readonly block: Block;
}

/** Removes a block that no edge touches and that contains no blocks. */
export interface RemoveBlock {
  /** Name of the operation. */
  readonly op: 'remove-block';
  /** Id of what is changed. */
  readonly id: string;
}

/** Moves a block on the canvas, and into or out of a container when `parentId` is given; null takes it out. */
export interface MoveBlock {
  /** Name of the operation. */
  readonly op: 'move';
  /** Id of what is changed. */
  readonly id: string;
  /** Distance from the left of the canvas. */
  readonly x: number;
  /** Distance from the top of the canvas. */
  readonly y: number;
  /** Id of the container that contains the block from now on; null for none. */
  readonly parentId?: string | null;
}

/** Changes the name of a block. Fields that refer to it are changed by operations `set`. */
export interface RenameBlock {
  /** Name of the operation. */
  readonly op: 'rename';
  /** Id of what is changed. */
  readonly id: string;
  /** The name. */
  readonly name: string;
}

/** Sets the value of a field of a block. `type` is the control of a field that the block does not have yet. */
export interface SetField {
  /** Name of the operation. */
  readonly op: 'set';
  /** Id of what is changed. */
  readonly id: string;
  /** Id of the field. */
  readonly field: string;
  /** The value. */
  readonly value: Json;
  /** The control with which an editor shows the field. */
  readonly type?: string;
}

/** Removes a field of a block. */
export interface UnsetField {
  /** Name of the operation. */
  readonly op: 'unset';
  /** Id of what is changed. */
  readonly id: string;
  /** Id of the field. */
  readonly field: string;
}

/** Sets a further member of a block, such as `enabled` or `retry`, or one of its data, such as `data.count`. Absent: removes it. */
export interface SetOption {
  /** Name of the operation. */
  readonly op: 'option';
  /** Id of what is changed. */
  readonly id: string;
  /** The name. */
  readonly name: string;
  /** The value. */
  readonly value?: Json;
}

/** Adds an edge between two blocks of the draft, at the end or at an index of the list of edges. */
export interface AddEdge {
  /** Name of the operation. */
  readonly op: 'add-edge';
  /** The edge. */
  readonly edge: Edge;
  /** Place in the list of edges, from 0. */
  readonly index?: number;
}

/** Removes an edge. */
export interface RemoveEdge {
  /** Name of the operation. */
  readonly op: 'remove-edge';
  /** Id of what is changed. */
  readonly id: string;
}

/** Adds or replaces a variable of the workflow. */
export interface SetVariable {
  /** Name of the operation. */
  readonly op: 'set-variable';
  /** The variable. */
  readonly variable: Variable;
}

/** Removes a variable of the workflow. */
export interface RemoveVariable {
  /** Name of the operation. */
  readonly op: 'remove-variable';
  /** Id of what is changed. */
  readonly id: string;
}

/** Sets a member of the metadata of the document, such as `strictInput`. Absent: removes it. */
export interface SetMetadata {
  /** Name of the operation. */
  readonly op: 'metadata';
  /** The name. */
  readonly name: string;
  /** The value. */
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
