import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './editor.module.css';
import type { Faults } from './problem.js';

/** The sign of a block that has problems, or warnings alone. Their number is part of the name of the block. */
export function FaultMark({ faults: { problems, warnings } }: { readonly faults: Faults }): ReactNode {
  if (problems + warnings === 0) return null;
  const Icon = problems > 0 ? CircleAlert : TriangleAlert;
  return (
    <span className={styles['fault']} data-tone={problems > 0 ? 'bad' : 'warn'} aria-hidden>
      <Icon size={14} strokeWidth={1.75} />
    </span>
  );
}
