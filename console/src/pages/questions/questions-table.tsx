import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { Question } from '../../api/questions.js';
import { Button } from '../../parts/controls/button.js';
import list from '../../parts/list/list.module.css';
import { LoadingRows } from '../../parts/list/loading-rows.js';
import { Time } from '../../parts/show/amount.js';
import { questionKey } from './question-key.js';
import { QuestionState } from './question-state.js';

interface QuestionsTableProps {
  readonly questions: readonly Question[];
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly current: Question | undefined;
  readonly onMore: () => void;
  readonly onLook: (question: Question) => void;
}

export function QuestionsTable({ questions, isLoading, hasMore, isLoadingMore, current, onMore, onLook }: QuestionsTableProps): ReactNode {
  return (
    <div className={list['scroll']}>
      <table className={list['table']} aria-label="Questions" aria-busy={isLoading}>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col" className={list['wide']}>
              Workflow
            </th>
            <th scope="col" className={list['state']}>
              State
            </th>
            <th scope="col" className={`${list['when']} ${list['wide']}`}>
              Deadline
            </th>
            <th scope="col" className={list['when']}>
              Asked
            </th>
          </tr>
        </thead>
        <tbody>
          {isLoading && <LoadingRows classes={[undefined, list['wide'], undefined, `${list['when']} ${list['wide']}`, list['when']]} />}
          {questions.map((question) => (
            <tr key={questionKey(question)} data-current={question === current || undefined} onClick={() => onLook(question)}>
              <td>
                <AriaButton className={list['open'] ?? ''} onPress={() => onLook(question)}>
                  <bdi>{question.title}</bdi>
                </AriaButton>
              </td>
              <td className={`${list['wide']} ${list['muted']}`}>
                <bdi>{question.workflowName}</bdi>
              </td>
              <td>
                <QuestionState question={question} />
              </td>
              <td className={`${list['when']} ${list['wide']} ${list['muted']}`}>
                {question.expiresAt === null ? 'None' : <Time at={question.expiresAt} />}
              </td>
              <td className={`${list['when']} ${list['muted']}`}>
                <Time at={question.askedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <div className={list['more']}>
          <Button onPress={onMore} isPending={isLoadingMore}>
            Show earlier questions
          </Button>
        </div>
      )}
    </div>
  );
}
