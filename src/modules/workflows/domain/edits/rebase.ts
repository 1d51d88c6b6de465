import type { WorkflowDocument } from '#document/document.js';
import { applyOperations, type Applied, type NotApplied } from './apply-operations.js';
import type { DraftChange } from './history/draft-change.js';
import type { DraftOperation } from './operation.js';
import { overlap, ruleOf } from './rules.js';

/** A part that an operation and the change of another person both set. */
export interface PartConflict {
  /** Place of the operation in its edit, from 0. */
  readonly index: number;
  /** The part as the other change names it. */
  readonly key: string;
  /** The last change of the part. */
  readonly by: DraftChange;
  /** Its operation; null where the whole draft was replaced. */
  readonly theirs: DraftOperation | null;
}

/** The keys of the parts that operations change. */
export function keysOf(operations: readonly DraftOperation[]): readonly string[] {
  return operations.map((operation) => ruleOf(operation).key(operation));
}

/** The operations that others have changed the parts of, each with the last such change. */
export function conflictsWith(others: readonly DraftChange[], operations: readonly DraftOperation[]): readonly PartConflict[] {
  const changed = others.flatMap((by): Omit<PartConflict, 'index'>[] =>
    by.operations === null
      ? [{ key: '', by, theirs: null }]
      : by.operations.map((theirs) => ({ key: ruleOf(theirs).key(theirs), by, theirs })),
  );
  return keysOf(operations).flatMap((key, index) => {
    const other = changed.findLast((each) => each.theirs === null || overlap(each.key, key));
    return other === undefined ? [] : [{ index, ...other }];
  });
}

/**
 * An edit that was made before the changes of others, on the draft that contains them: the draft after it, the operation that does not fit any more, or the
 * parts that were changed by both.
 */
export function rebase(
  head: WorkflowDocument,
  others: readonly DraftChange[],
  operations: readonly DraftOperation[],
): Applied | NotApplied | { readonly conflicts: readonly PartConflict[] } {
  const conflicts = conflictsWith(others, operations);
  return conflicts.length > 0 ? { conflicts } : applyOperations(head, operations);
}
