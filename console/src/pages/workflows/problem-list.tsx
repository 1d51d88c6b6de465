import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ValidationReport } from '../../api/workflow.js';
import styles from './workflows.module.css';
import { counted } from '../../parts/show/counted.js';

/** What prevents a deployment, and what is probably a mistake. */
export function ProblemList({ problems, warnings }: Pick<ValidationReport, 'problems' | 'warnings'>): ReactNode {
  return (
    <>
      {problems.length > 0 && (
        <section className={styles['findings']} aria-label="Problems">
          <h3>{counted(problems.length, 'problem prevents', 'problems prevent')} the deployment</h3>
          <ul>
            {problems.map(({ message }, index) => (
              <li key={`${index}${message}`} data-tone="bad">
                <CircleAlert size={14} strokeWidth={1.5} aria-hidden />
                <span dir="auto">{message}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {warnings.length > 0 && (
        <section className={styles['findings']} aria-label="Warnings">
          <h3>{counted(warnings.length, 'warning', 'warnings')}</h3>
          <ul>
            {warnings.map(({ message }, index) => (
              <li key={`${index}${message}`} data-tone="warn">
                <TriangleAlert size={14} strokeWidth={1.5} aria-hidden />
                <span dir="auto">{message}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
