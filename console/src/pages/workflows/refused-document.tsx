import { SluiceError } from '@sluice/client';
import type { ReactNode } from 'react';
import { Problem } from '../../parts/show/problem.js';
import styles from './workflows.module.css';

const mostShown = 50;

/** Why a document was refused: the sentence of the server, and each fault with its place. */
export function RefusedDocument({ error }: { readonly error: unknown }): ReactNode {
  const details = error instanceof SluiceError ? error.details : [];
  return (
    <>
      <Problem error={error} />
      {details.length > 0 && (
        <ul className={styles['faults']} aria-label="Faults of the document">
          {details.slice(0, mostShown).map(({ path, message }, index) => (
            <li key={`${index}${message}`}>
              {path.length > 0 && <code>{path.join('.')}</code>} <span dir="auto">{message}</span>
            </li>
          ))}
          {details.length > mostShown && <li>{details.length - mostShown} more</li>}
        </ul>
      )}
    </>
  );
}
