import type { Json } from '#kernel/json.js';
import { resumeAddresses, type ResumeField } from '#engine/pause.js';
import type { OpenPause } from '../queries/list-open-pauses.query.js';

/** A page of open questions. */
export interface OpenPausesResponse {
  /** The questions. */
  readonly data: readonly OpenPauseResponse[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** An open question. */
interface OpenPauseResponse {
  /** Id of the question within its run. */
  readonly contextId: string;
  readonly executionId: string;
  readonly workflowId: string;
  /** Name of the workflow. */
  readonly workflowName: string;
  readonly blockId: string;
  /** Name of the block that asks, with its pass or branch. */
  readonly title: string;
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
  /** Whether the user of the key may answer. */
  readonly mayAnswer: boolean;
  /** When the question was asked. */
  readonly askedAt: string;
  /** When the question expires; null if it does not. */
  readonly expiresAt: string | null;
  /** Address for answers of programs. */
  readonly apiUrl: string;
  /** Address of the answer page. */
  readonly uiUrl: string;
}

export function openPauseResponse({ point, ...pause }: OpenPause, baseUrl: string): OpenPauseResponse {
  const { contextId, blockId, approvers, requiredApprovals, registeredAt, expiresAt } = point;
  const { executionId, workflowId, workflowName, title, data, answers, hindrance } = pause;
  return {
    contextId,
    executionId,
    workflowId,
    workflowName,
    blockId,
    title,
    data,
    form: point.fields as unknown as readonly ResumeField[],
    approvers,
    requiredApprovals,
    approvals: answers.length,
    mayAnswer: hindrance === null,
    askedAt: registeredAt,
    expiresAt,
    ...resumeAddresses(baseUrl, { workflowId, executionId, contextId }),
  };
}
