import { DomainError, type ErrorDetail } from '#kernel/errors.js';
import type { DraftOperation } from './operation.js';
import { overlap, ruleOf } from './rules.js';

/** A change of a draft as the log of its workflow holds it. */
export interface DraftChange {
  /** The revision that it made. */
  readonly revision: number;
  /** The id that the client chose; null when the whole draft was replaced. */
  readonly editId: string | null;
  /** What the client calls the edit; null without a label. */
  readonly label: string | null;
  /** The operations; null when the whole draft was replaced. */
  readonly operations: readonly DraftOperation[] | null;
  /** Id of the user who made it; null when it is not known. */
  readonly userId: string | null;
  /** Name of that user; null when it is not known. */
  readonly userName: string | null;
  /** When it was made. */
  readonly at: string;
}

/** @throws DomainError conflict when others have changed what the operations change, with a detail for each operation */
export function requireUntouched(others: readonly DraftChange[], operations: readonly DraftOperation[]): void {
  const replaced = others.findLast((change) => change.operations === null);
  if (replaced !== undefined)
    throw draftChanged([{ path: [], message: `The draft was replaced in revision ${replaced.revision}`, code: 'replaced' }]);
  const changed = others.flatMap(
    ({ revision, operations: theirs }) => theirs?.map((each) => ({ revision, key: ruleOf(each).key(each) })) ?? [],
  );
  const details = operations.flatMap((operation, index): ErrorDetail[] => {
    const key = ruleOf(operation).key(operation);
    const other = changed.findLast((each) => overlap(each.key, key));
    return other === undefined
      ? []
      : [{ path: ['ops', index], message: `${other.key} was changed in revision ${other.revision}`, code: 'changed' }];
  });
  if (details.length > 0) throw draftChanged(details);
}

/** The refusal of an edit that does not fit what others have changed since. */
export function draftChanged(details: readonly ErrorDetail[]): DomainError {
  const message = 'The draft has changed since the base of this edit. Nothing was written';
  return new DomainError('conflict', 'DRAFT_CHANGED', message, { details });
}
