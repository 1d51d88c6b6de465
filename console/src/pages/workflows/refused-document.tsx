import { SluiceError } from '@sluice/client';
import type { ReactNode } from 'react';
import { Problem } from '../../parts/show/problem.js';
import styles from './workflows.module.css';

const mostShown = 50;

/** Why a document was refused: the sentence of the server, and each fault with its place. */
export function RefusedDocument({ error }: { readonly error: unknown }): ReactNode {
  // The whole document has no place beside the sentence.
  const details = error instanceof SluiceError ? error.details.filter(({ path }) => path.length > 1) : [];
  return (
    <>
      <Problem error={error} />
      {details.length > 0 && (
        <ul className={styles['faults']} aria-label="Faults of the document">
          {details.slice(0, mostShown).map(({ path, message }, index) => (
            <li key={`${index}${message}`}>
              <code>{path.slice(1).join('.')}</code> <span dir="auto">{message}</span>
            </li>
          ))}
          {details.length > mostShown && <li>{details.length - mostShown} more</li>}
        </ul>
      )}
    </>
  );
}
