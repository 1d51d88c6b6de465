import { SluiceError } from '@sluice/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { keys } from '../../api/keys.js';
import { answerQuestion, endedQuestionQuery, type Question } from '../../api/questions.js';
import { Button } from '../../parts/controls/button.js';
import { focusProblem } from '../../parts/controls/problem-focus.js';
import { TextField } from '../../parts/controls/text-field.js';
import list from '../../parts/list/list.module.css';
import { Note, Problem } from '../../parts/show/problem.js';
import { decisionField, firstValues, freeAnswer, readAnswer, type FieldValues, type ReadAnswer } from '../../questions/answer-values.js';
import { AnswerField } from './answer-field.js';
import { GivenAnswers } from './given-answers.js';

interface AnswerFormProps {
  readonly workspaceId: string;
  readonly question: Question;
  /** Whether the question is no longer open: what was entered can be read and copied, and is not sent. */
  readonly isOver: boolean;
  readonly onAnswered: () => void;
}

/** The form of a question. What was entered stays until the answer is taken. */
export function AnswerForm({ workspaceId, question, isOver, onAnswered }: AnswerFormProps): ReactNode {
  const { form } = question;
  const decision = decisionField(form);
  const [values, setValues] = useState<FieldValues>(() => firstValues(form));
  const [problems, setProblems] = useState<ReadAnswer['problems']>(new Map());
  const [free, setFree] = useState('');
  const queries = useQueryClient();
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problems.size > 0) focusProblem(place.current);
  }, [problems]);
  const send = useMutation({
    mutationFn: ({ input, files }: Pick<ReadAnswer, 'input' | 'files'>) => answerQuestion(workspaceId, question, input, files),
    onSuccess: async () => {
      onAnswered();
      await queries.invalidateQueries({ queryKey: keys.questions(workspaceId) });
      await queries.invalidateQueries({ queryKey: keys.run(workspaceId, question.executionId) });
    },
    onError: (error) => setProblems(problemsOf(error)),
  });
  const answer = (entered: FieldValues): void => {
    const read =
      form.length === 0 ? { input: freeAnswer(free), files: new Map<string, File[]>(), problems: new Map() } : readAnswer(form, entered);
    setProblems(read.problems);
    if (read.problems.size === 0) send.mutate(read);
  };
  const decide = (choice: boolean): void => {
    if (decision === undefined) return;
    const entered = { ...values, [decision.name]: choice };
    setValues(entered);
    answer(entered);
  };
  // A problem of a file that was refused, or of the answer as a whole, has no field.
  const isPlaced =
    problems.size > 0 && [...problems.keys()].every((name) => form.some((field) => field.name === name && field !== decision));
  // The button that was pressed keeps the focus.
  const isRejected = decision !== undefined && values[decision.name] === false;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // A key that is pressed in a field decides nothing.
    if (decision === undefined && !isOver) answer(values);
  };
  return (
    <form ref={place} className={list['form']} onSubmit={submit} aria-label="Answer">
      {form.length === 0 && <TextField label="Answer" isLong value={free} onChange={setFree} help="Text, or JSON in braces or brackets" />}
      {form.map(
        (field) =>
          field !== decision && (
            <AnswerField
              key={field.name}
              field={field}
              value={values[field.name]}
              problem={problems.get(field.name)}
              onChange={(value) => setValues({ ...values, [field.name]: value })}
            />
          ),
      )}
      {send.error !== null && !isPlaced && !isOver && <Refusal error={send.error} workspaceId={workspaceId} question={question} />}
      {isOver ? (
        <Note>This question is no longer open. What you entered was not sent.</Note>
      ) : (
        <div className={list['buttons']}>
          {decision === undefined ? (
            <Button type="submit" look="primary" isPending={send.isPending}>
              {form.length === 0 && free.trim() === '' ? 'Continue without an answer' : 'Send answer'}
            </Button>
          ) : (
            <>
              <Button
                look="primary"
                isPending={send.isPending && !isRejected}
                isDisabled={send.isPending && isRejected}
                onPress={() => decide(true)}
              >
                Approve
              </Button>
              <Button isPending={send.isPending && isRejected} isDisabled={send.isPending && !isRejected} onPress={() => decide(false)}>
                Reject
              </Button>
            </>
          )}
        </div>
      )}
    </form>
  );
}

function problemsOf(error: unknown): ReadAnswer['problems'] {
  const details = error instanceof SluiceError ? error.details : [];
  return new Map(details.map(({ path, message }) => [String(path.at(-1)), message]));
}

interface RefusalProps {
  readonly error: unknown;
  readonly workspaceId: string;
  readonly question: Question;
}

/** Why an answer was not taken; if someone was faster, what they answered. */
function Refusal({ error, workspaceId, question }: RefusalProps): ReactNode {
  const isConflict = error instanceof SluiceError && error.status === 409;
  return (
    <>
      <Problem error={error} />
      {isConflict && <OtherAnswer workspaceId={workspaceId} question={question} />}
    </>
  );
}

function OtherAnswer({ workspaceId, question }: Omit<RefusalProps, 'error'>): ReactNode {
  const { data } = useQuery(endedQuestionQuery(workspaceId, question));
  return data !== undefined && data !== null && <GivenAnswers question={data} />;
}
