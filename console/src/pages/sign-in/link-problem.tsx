import { SluiceError } from '@sluice/client';
import type { ReactNode } from 'react';
import { Problem } from '../../parts/show/problem.js';
import { EntryCard } from './entry-card.js';
import styles from './sign-in.module.css';

/** Shown for a link that does not count, whatever the reason: the server does not tell them apart. */
export function LinkProblem({ error, remedy }: { readonly error: Error | null; readonly remedy: string }): ReactNode {
  const isOther = error !== null && !(error instanceof SluiceError && error.status === 404);
  return (
    <EntryCard title="This link does not work" intro="It was used or replaced, it has expired, or a part of it is missing.">
      {isOther && <Problem error={error} />}
      <p className={styles['foot']}>{remedy}</p>
    </EntryCard>
  );
}
