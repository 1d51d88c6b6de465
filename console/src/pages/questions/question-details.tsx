import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { endedQuestionQuery, type Question } from '../../api/questions.js';
import { Details } from '../../parts/list/details.js';
import { exactTime, Time } from '../../parts/show/amount.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Note } from '../../parts/show/problem.js';
import { Facts } from '../../parts/show/small-parts.js';
import { AnswerForm } from './answer-form.js';
import { GivenAnswers } from './given-answers.js';
import { QuestionState } from './question-state.js';

interface QuestionDetailsProps {
  readonly workspaceId: string;
  readonly question: Question;
  /** Whether it was open and is no longer listed. */
  readonly isOver: boolean;
  readonly onAnswered: () => void;
  readonly onClose: () => void;
}

/** One question: what is asked, the form, and what came of it. */
export function QuestionDetails({ workspaceId, question, isOver, onAnswered, onClose }: QuestionDetailsProps): ReactNode {
  const ended = useQuery({ ...endedQuestionQuery(workspaceId, question), enabled: isOver }).data;
  const latest = (isOver ? ended : undefined) ?? question;
  const { title, workflowName, executionId, data, mayAnswer, hindrance } = question;
  return (
    <Details kind="Question" title={title} onClose={onClose}>
      <p role="status">
        <QuestionState question={latest} />
      </p>
      {hasData(data) && <JsonTree value={data} />}
      {mayAnswer && <AnswerForm workspaceId={workspaceId} question={question} isOver={isOver} onAnswered={onAnswered} />}
      {hindrance !== null && <Note>{hindrances[hindrance]}</Note>}
      <GivenAnswers question={latest} />
      <Facts
        facts={[
          [
            'Run',
            <Link key="run" to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId }}>
              {workflowName}
            </Link>,
          ],
          ['Block', title],
          ['Asked', exactTime(question.askedAt)],
          ...deadline(latest),
          ['Asked people', question.approvers.length === 0 ? 'Everyone who can write in the workspace' : question.approvers.join(', ')],
          ...outcome(latest),
        ]}
      />
    </Details>
  );
}

const hindrances = {
  'answered-before': 'You have answered. The others who were asked have not yet.',
  'not-asked': 'Only those who were asked can answer.',
  'may-not-write': 'To answer takes the permission write in this workspace.',
} as const;

function hasData(data: unknown): boolean {
  return typeof data === 'object' ? data !== null && Object.keys(data).length > 0 : data !== undefined && data !== '';
}

type FactList = readonly (readonly [name: string, value: ReactNode])[];

function deadline({ expiresAt, onExpiry, status }: Question): FactList {
  if (expiresAt === null) return [];
  const then = onExpiry === 'fail' ? 'Then the run fails' : 'Then the run continues with the default answer';
  return [
    ['Deadline', exactTime(expiresAt)],
    ...(status === 'open'
      ? [
          [
            'Left',
            <span key="left">
              <Time at={expiresAt} />. {then}.
            </span>,
          ] as const,
        ]
      : []),
  ];
}

const outcomes = {
  queued: 'The run is processing another answer',
  continuing: 'The run is continuing',
  continued: 'The run continued',
  failed: 'The run failed',
} as const;

function outcome({ outcome: found }: Question): FactList {
  if (found === null) return [];
  return [['Outcome', `${outcomes[found.status]}, ${exactTime(found.at)}${found.reason === null ? '' : `: ${found.reason}`}`]];
}
