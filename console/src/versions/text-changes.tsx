import type { ReactNode } from 'react';
import { Unseen } from '../parts/show/small-parts.js';
import { excerpt, lineChanges, type LineChange } from './line-changes.js';
import styles from './text-changes.module.css';

interface TextChangesProps {
  readonly from: string;
  readonly to: string;
  /** Whether one of the texts did not exist: its empty line is not shown. */
  readonly isWhole?: boolean;
}

/** What differs between two texts, line by line, with a few lines around. */
export function TextChanges({ from, to, isWhole = false }: TextChangesProps): ReactNode {
  return (
    <div className={styles['lines']}>
      {excerpt(lineChanges(from, to))
        .filter((line) => line.kind === 'gap' || line.text !== '' || !isWhole)
        .map((line, index) =>
          line.kind === 'gap' ? (
            <p key={index} className={styles['gap']}>
              {line.count} {line.count === 1 ? 'line' : 'lines'} alike
            </p>
          ) : (
            <ChangedLine key={index} {...line} />
          ),
        )}
    </div>
  );
}

const signs = { same: ' ', added: '+', removed: '−' } as const;

export function ChangedLine({ kind, text }: LineChange): ReactNode {
  return (
    <code className={styles['line']} data-kind={kind}>
      <span aria-hidden>{signs[kind]}</span>
      {kind !== 'same' && <Unseen>{kind}: </Unseen>}
      <span dir="auto">{text}</span>
    </code>
  );
}
