import type { JsonObject } from '#kernel/json.js';
import type { Block } from '#document/document.js';

/** What a trigger block says, without the values of its secrets: it is stored with the registration and shown to users. */
export interface ReadTrigger {
  /** Where its events come from: `generic`, `github`, `schedule` … */
  readonly provider: string;
  /** Whether it receives HTTP requests and so has an address. */
  readonly hasAddress: boolean;
  /** The fields that decide when it fires. */
  readonly config: JsonObject;
}

/** Why a trigger block cannot be deployed. */
export interface TriggerProblem {
  /** The sub-block. */
  readonly field: string;
  /** The rest of a sentence about the block: `needs a token …`. */
  readonly what: string;
  readonly code: string;
}

export type TriggerReading = ReadTrigger | { readonly problems: readonly TriggerProblem[] };

/** One kind of trigger. A new kind is one file in this folder and one line in `trigger-kinds.ts`. */
export interface TriggerKind {
  readonly kind: string;
  /** How the log names the runs that it starts. */
  readonly trigger: 'webhook' | 'schedule';
  /** Whether the block is a trigger of this kind. */
  reads(block: Block): boolean;
  /** Pure: the same block is always read the same way. */
  read(block: Block): TriggerReading;
}

/** The value of a sub-block; undefined for one that is absent, null or empty text. */
export function written(block: Block, field: string): unknown {
  const value = Object.hasOwn(block.subBlocks, field) ? block.subBlocks[field]?.value : undefined;
  return value === null || value === '' ? undefined : value;
}

/** The sub-blocks that are there, by name. */
export function configOf(block: Block, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = block.subBlocks[field]?.value;
      return written(block, field) === undefined || value === undefined ? [] : [[field, value]];
    }),
  );
}
