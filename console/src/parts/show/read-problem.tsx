import { SluiceError } from '@sluice/client';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.js';
import { Problem } from './problem.js';

interface ReadProblemProps {
  /** Null while nothing failed. */
  readonly error: unknown;
  /** What was asked for, such as `table`. */
  readonly what: string;
  /** A link to the list of such things. */
  readonly list: ReactNode;
  readonly onRetry: () => void;
}

/** Why there is nothing to show: something that is missing does not come when it is asked for again. */
export function ReadProblem({ error, what, list, onRetry }: ReadProblemProps): ReactNode {
  if (error === null) return null;
  if (isMissing(error)) return <Missing what={what} list={list} />;
  return <Problem error={error} onRetry={onRetry} />;
}

export function isMissing(error: unknown): boolean {
  return error instanceof SluiceError && error.status === 404;
}

/** Where nothing is that a person may see. */
export function Missing({ what, list, children }: Pick<ReadProblemProps, 'what' | 'list'> & { readonly children?: ReactNode }): ReactNode {
  return (
    <EmptyState title={`There is no ${what} with this id`} actions={list}>
      <p>It may be in another workspace, or was deleted. {children}</p>
    </EmptyState>
  );
}
