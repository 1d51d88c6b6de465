import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { questionsQuery, type QuestionView } from '../../api/questions.js';
import { Choice } from '../../parts/controls/choice.js';
import list from '../../parts/list/list.module.css';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Note, Problem } from '../../parts/show/problem.js';
import { Page } from '../../shell/page.js';
import { QuestionDetails } from './question-details.js';
import { isNamed, questionKey } from './question-key.js';
import { QuestionsTable } from './questions-table.js';

const from = '/signed-in/workspace/$workspaceId/questions';

const views: readonly { readonly value: QuestionView; readonly label: string }[] = [
  { value: 'me', label: 'For me' },
  { value: 'all', label: 'All open' },
  { value: 'ended', label: 'Answered' },
];

const nothing = {
  me: 'No question waits for you',
  all: 'No run waits for an answer',
  ended: 'No question has been answered yet',
} as const;

/** The questions of runs to people. */
export function QuestionsPage(): ReactNode {
  const { workspaceId } = useParams({ from });
  const { view = 'me', question: named } = useSearch({ from });
  const navigate = useNavigate({ from: '/workspace/$workspaceId/questions' });
  const [isAnswered, setIsAnswered] = useState(false);
  const found = useInfiniteQuery(questionsQuery(workspaceId, view));
  const questions = found.data?.pages.flatMap(({ data }) => data) ?? [];
  const listed = named === undefined ? undefined : questions.find((each) => isNamed(each, named));
  const [last, setLast] = useState(listed);
  if (listed !== undefined && listed !== last) setLast(listed);
  // A question that is no longer open leaves the list, and its form stays.
  const left = named !== undefined && last?.mayAnswer === true && isNamed(last, named) ? last : undefined;
  const current = listed ?? left;
  const show = (next: QuestionView, question?: string): void => {
    setIsAnswered(false);
    const search = { ...(next === 'me' ? {} : { view: next }), ...(question === undefined ? {} : { question }) };
    void navigate({ search, replace: true });
  };
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = found;
  // A link to a question leads to it wherever it is in the list. Newer questions move an open one to a page that is not loaded.
  const isSought = named !== undefined && listed === undefined && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isSought) void fetchNextPage();
  }, [isSought, fetchNextPage]);

  return (
    <Page title="Questions" isFull>
      <div className={list['frame']}>
        <div className={list['bar']}>
          <Choice label="Questions" value={view} options={views} onChange={(next) => show(next)} />
        </div>
        <div role="status">
          {isAnswered && (
            <div className={list['above']}>
              <Note>Your answer was taken.</Note>
            </div>
          )}
        </div>
        {found.error !== null && (
          <div className={list['above']}>
            <Problem error={found.error} onRetry={() => void (isFetchNextPageError ? fetchNextPage() : found.refetch())} />
          </div>
        )}
        {found.isSuccess && questions.length === 0 && current === undefined && (
          <EmptyState title={nothing[view]}>
            <p>Runs that pause for a person appear here by themselves.</p>
          </EmptyState>
        )}
        {(found.isPending || questions.length > 0 || current !== undefined) && (
          <div className={list['split']} data-details={current === undefined ? undefined : true}>
            <QuestionsTable
              questions={questions}
              isLoading={found.isPending}
              hasMore={hasNextPage}
              isLoadingMore={isFetchingNextPage}
              current={current}
              onMore={() => void fetchNextPage()}
              onLook={(question) => show(view, questionKey(question))}
            />
            {current !== undefined && (
              <QuestionDetails
                key={questionKey(current)}
                workspaceId={workspaceId}
                question={current}
                isOver={listed === undefined && found.data !== undefined && !hasNextPage}
                onClose={() => show(view)}
                onAnswered={() => {
                  show(view);
                  setIsAnswered(true);
                }}
              />
            )}
          </div>
        )}
      </div>
    </Page>
  );
}
