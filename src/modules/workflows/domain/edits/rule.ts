import type { DraftOperation } from './operation.js';
import type { DraftParts } from './draft-parts.js';
import type { Refusal } from './refusal.js';

/** What one kind of operation does. */
export interface Rule<Operation extends DraftOperation> {
  /** The part of a draft that it changes. A key contains all keys that continue it after a slash. */
  key(operation: Operation): string;
  /** Why it cannot be performed; undefined when it can. */
  refusal(draft: DraftParts, operation: Operation): Refusal | undefined;
  /** The operation that takes it back, read before it is performed. */
  inverse(draft: DraftParts, operation: Operation): DraftOperation;
  /** Performs it, if it is not refused. */
  perform(draft: DraftParts, operation: Operation): void;
}

/** The kind of operation with a name. */
export type Named<Name extends DraftOperation['op']> = Extract<DraftOperation, { readonly op: Name }>;

export type Rules<Names extends DraftOperation['op']> = { readonly [Name in Names]: Rule<Named<Name>> };
