import type { Json } from '#kernel/json.js';
import { resumeAddresses, type ResumeField } from '#engine/pause.js';
import type { GivenAnswer } from '../domain/pause.events.js';
import type { ResumeEntry } from '../domain/pause.state.js';
import type { ListedPause } from '../queries/list-pauses.query.js';

/** A page of questions. */
export interface ListedPausesResponse {
  /** The questions. */
  readonly data: readonly ListedPauseResponse[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** A question with its answers. */
interface ListedPauseResponse {
  /** Id of the question within its run. */
  readonly contextId: string;
  readonly executionId: string;
  readonly workflowId: string;
  /** Name of the workflow. */
  readonly workflowName: string;
  readonly blockId: string;
  /** Name of the block that asks, with its pass or branch. */
  readonly title: string;
  /** `open`; `answered`; `expired`: not answered in time; `closed`: the run has ended or continued without an answer. */
  readonly status: ListedPause['status'];
  /** The data that the question shows. */
  readonly data: Json;
  /** The fields of the answer, in the order of the form. Empty when any answer is accepted. */
  readonly form: readonly ResumeField[];
  /** E-mail addresses of the people who are asked; empty: everyone who can write in the workspace. */
  readonly approvers: readonly string[];
  /** Number of answers that the question needs. */
  readonly requiredApprovals: number;
  /** Number of answers so far. */
  readonly approvals: number;
  /** The answers so far, the first one first. */
  readonly answers: readonly ListedAnswerResponse[];
  /** What has become of the answer; null until the answers are complete. */
  readonly outcome: AnswerOutcomeResponse | null;
  /** Whether the user of the caller may answer. */
  readonly mayAnswer: boolean;
  /** Why the user may not answer: `answered-before`, `not-asked` or `may-not-write`; null for those who may, and for a question that is not open. */
  readonly hindrance: ListedPause['hindrance'];
  /** When the question was asked. */
  readonly askedAt: string;
  /** When the question expires; null if it does not. */
  readonly expiresAt: string | null;
  /** What a question does that expires: `fail` ends its run as failed, `continue` continues with the default answer. */
  readonly onExpiry: 'fail' | 'continue';
  /** Address for answers of programs. */
  readonly apiUrl: string;
  /** Address of the answer page. */
  readonly uiUrl: string;
}

interface ListedAnswerResponse {
  /** The user who answered; null for the holder of a link. */
  readonly userId: string | null;
  /** E-mail address of the person; null for the holder of a link that was sent to no named person. */
  readonly email: string | null;
  /** How the person answered: with a `key`, signed in (`session`), or by a `link`. */
  readonly via: GivenAnswer['via'];
  /** When the answer was given. */
  readonly at: string;
  /** The answer. */
  readonly input: Json;
}

interface AnswerOutcomeResponse {
  /** `queued`: the run is processing another answer; `continuing`; `continued`: the run has ended or paused again; `failed`. */
  readonly status: 'queued' | 'continuing' | 'continued' | 'failed';
  /** When the answer came to this state. */
  readonly at: string;
  /** Why the run failed with the answer, or did not continue with it; null unless the outcome is `failed`. */
  readonly reason: string | null;
}

export function listedPauseResponse({ point, ...pause }: ListedPause, baseUrl: string): ListedPauseResponse {
  const { contextId, blockId, approvers, requiredApprovals, registeredAt, expiresAt, onExpiry } = point;
  const { executionId, workflowId, workflowName, title, status, data, answers, entry, hindrance } = pause;
  return {
    contextId,
    executionId,
    workflowId,
    workflowName,
    blockId,
    title,
    status,
    data,
    form: point.fields as unknown as readonly ResumeField[],
    approvers,
    requiredApprovals,
    approvals: answers.length,
    answers: answers.map(({ userId, email, via, at, input }) => ({ userId, email, via, at, input })),
    outcome: entry === undefined ? null : outcomeOf(entry),
    mayAnswer: status === 'open' && hindrance === null,
    hindrance: status === 'open' ? hindrance : null,
    askedAt: registeredAt,
    expiresAt,
    onExpiry,
    ...resumeAddresses(baseUrl, { workflowId, executionId, contextId }),
  };
}

const outcomes = { pending: 'queued', claimed: 'continuing', completed: 'continued', failed: 'failed' } as const;

function outcomeOf({ status, queuedAt, claimedAt, completedAt, failureReason: reason }: ResumeEntry): AnswerOutcomeResponse {
  return { status: outcomes[status], at: completedAt ?? claimedAt ?? queuedAt, reason };
}
