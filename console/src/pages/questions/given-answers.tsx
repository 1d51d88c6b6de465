import type { ReactNode } from 'react';
import type { Question } from '../../api/questions.js';
import { exactTime } from '../../parts/show/amount.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import styles from './questions.module.css';

const ways = { key: 'with an API key', session: 'in the console', link: 'by a link' } as const;

/** The answers to a question, with those who gave them. */
export function GivenAnswers({ question }: { readonly question: Question }): ReactNode {
  const { answers, requiredApprovals, status } = question;
  if (answers.length === 0 && (requiredApprovals === 1 || status !== 'open')) return null;
  return (
    <section aria-label="Answers" className={styles['answers']}>
      <h3>{requiredApprovals > 1 ? `Answers: ${answers.length} of ${requiredApprovals}` : 'Answer'}</h3>
      {answers.map(({ email, userId, via, at, input }) => (
        <article key={`${at} ${email ?? userId ?? ''}`}>
          <p>
            <strong>{email ?? 'Someone with the link'}</strong> {ways[via]}, {exactTime(at)}
          </p>
          <JsonTree value={input} />
        </article>
      ))}
    </section>
  );
}
