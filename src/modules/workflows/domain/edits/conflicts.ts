import { DomainError, type ErrorDetail } from '#kernel/errors.js';
import type { DraftChange } from './history/draft-change.js';
import type { DraftOperation } from './operation.js';
import { conflictsWith } from './rebase.js';

/** @throws DomainError conflict when others have changed what the operations change, with a detail for each operation */
export function requireUntouched(others: readonly DraftChange[], operations: readonly DraftOperation[]): void {
  const replaced = others.findLast((change) => change.operations === null);
  if (replaced !== undefined)
    throw draftChanged([{ path: [], message: `The draft was replaced in revision ${replaced.revision}`, code: 'replaced' }]);
  const details = conflictsWith(others, operations).map(({ index, key, by }): ErrorDetail => ({
    path: ['ops', index],
    message: `${key} was changed in revision ${by.revision}`,
    code: 'changed',
  }));
  if (details.length > 0) throw draftChanged(details);
}

/** The refusal of an edit that does not fit what others have changed since. */
export function draftChanged(details: readonly ErrorDetail[]): DomainError {
  const message = 'The draft has changed since the base of this edit. Nothing was written';
  return new DomainError('conflict', 'DRAFT_CHANGED', message, { details });
}

/** @throws DomainError conflict when the draft was changed after the revision that a person has seen, with a detail for each change */
export function requireUnchanged(revision: number, since: readonly DraftChange[]): void {
  if (since.length === 0) return;
  const details = since.map(({ revision: made, userName, label }): ErrorDetail => {
    const message = `${userName ?? 'A user'} made revision ${made}${label === null ? '' : `: ${label}`}`;
    return { path: ['revision'], message, code: 'changed' };
  });
  throw new DomainError('conflict', 'DRAFT_CHANGED', `The draft has changed since revision ${revision}. Nothing was deployed`, { details });
}
