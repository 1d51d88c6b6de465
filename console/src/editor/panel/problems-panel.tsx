import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EditorProblem } from '../problem.js';
import styles from './panel.module.css';

/** What is wrong with the draft. Each problem leads to its block. */
export function ProblemsPanel({
  problems,
  onGo,
}: {
  readonly problems: readonly EditorProblem[];
  readonly onGo: (problem: EditorProblem) => void;
}): ReactNode {
  if (problems.length === 0) return <p className={styles['muted']}>The draft has no problem and can be deployed.</p>;
  return (
    <ul className={styles['list']} aria-label="Problems">
      {problems.map((problem, index) => {
        const { message, isWarning = false } = problem;
        const Icon = isWarning ? TriangleAlert : CircleAlert;
        return (
          <li key={`${index}${message}`}>
            <button type="button" data-tone={isWarning ? 'warn' : 'bad'} onClick={() => onGo(problem)}>
              <Icon size={14} strokeWidth={1.75} aria-hidden />
              <span dir="auto">{message}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
