import type { WorkflowDocument } from '#document/document.js';
import { DraftParts } from './draft-parts.js';
import type { DraftOperation } from './operation.js';
import type { Refusal } from './refusal.js';
import { ruleOf } from './rules.js';

export interface Applied {
  readonly document: WorkflowDocument;
  /** The operations that take them back, in the order in which they are applied. */
  readonly undo: readonly DraftOperation[];
  readonly refused?: undefined;
}

export interface NotApplied {
  readonly refused: Refusal & { readonly index: number };
}

/** Applies all operations, or none: then it returns the first one that is refused. */
export function applyOperations(document: WorkflowDocument, operations: readonly DraftOperation[]): Applied | NotApplied {
  const draft = new DraftParts(document);
  const undo: DraftOperation[] = [];
  for (const [index, operation] of operations.entries()) {
    const rule = ruleOf(operation);
    const refusal = rule.refusal(draft, operation);
    if (refusal !== undefined) return { refused: { ...refusal, index } };
    undo.unshift(rule.inverse(draft, operation));
    rule.perform(draft, operation);
  }
  return { document: draft.document(), undo };
}

/** The document after operations that were accepted before. */
export function foldOperations(document: WorkflowDocument, operations: Iterable<DraftOperation>): WorkflowDocument {
  const draft = new DraftParts(document);
  for (const operation of operations) ruleOf(operation).perform(draft, operation);
  return draft.document();
}
