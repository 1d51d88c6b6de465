import { isJsonObject, type Json } from '#kernel/json.js';
import { resumeAddresses } from '#engine/pause.js';
import { queuePosition, type PointState, type ResumeEntry } from '../domain/pause.state.js';
import type { PausedExecutionView } from '../queries/get-paused-execution.query.js';
import type { PausedListItem } from '../queries/list-paused-executions.query.js';

/** Specification 2.7. Times are ISO 8601. */
interface PausedSummary {
  readonly id: string;
  readonly workflowId: string;
  readonly executionId: string;
  /** Whether the run is `paused`, `partially_resumed`, `fully_resumed` or `cancelled`. */
  readonly status: string;
  /** Number of questions of the run, answered ones included. */
  readonly totalPauseCount: number;
  /** Number of answered questions. */
  readonly resumedCount: number;
  /** When the run paused. */
  readonly pausedAt: string;
  readonly updatedAt: string;
  /** When the first open point expires; null if none expires. */
  readonly expiresAt: string | null;
  /** The kind of pause, for existing clients. */
  readonly metadata: {
    /** What is paused: always the whole run. */
    readonly pauseScope: 'execution';
    /** Ids of start blocks. Always empty. */
    readonly triggerIds: readonly string[];
  };
  /** Ids of start blocks. Always empty. */
  readonly triggerIds: readonly string[];
}

interface PausePointResponse {
  readonly contextId: string;
  readonly blockId: string;
  /** The question: `data`, which the page shows, `status` and `headers` for programs, and `inputFormat`, the fields of its form. */
  readonly response: Json;
  /** When the point was opened. */
  readonly registeredAt: string;
  /** The status of the point. */
  readonly resumeStatus: PointState['status'];
  /** Always true: an answer is accepted even while the run is active. */
  readonly snapshotReady: true;
  /** The addresses at which the question is answered. */
  readonly resumeLinks: {
    /** Address for answers of programs. */
    readonly apiUrl: string;
    /** Address of the answer page. */
    readonly uiUrl: string;
    readonly contextId: string;
    readonly executionId: string;
    readonly workflowId: string;
  };
  /** Position of the answer in the queue, from 1; null if no answer is queued. */
  readonly queuePosition: number | null;
  /** The last answer; null if there is none yet. */
  readonly latestResumeEntry: ResumeEntryResponse | null;
  /** Branch that asks; absent outside of parallels. */
  readonly parallelScope?: PointState['point']['parallelScope'];
  /** Pass that asks; absent outside of loops. */
  readonly loopScope?: PointState['point']['loopScope'];
}

interface ResumeEntryResponse {
  readonly id: string;
  readonly pausedExecutionId: string;
  /** The id of the run that was answered. */
  readonly parentExecutionId: string;
  /** The id of the run that continues: the same run. */
  readonly newExecutionId: string;
  readonly contextId: string;
  /** The answer. */
  readonly resumeInput: Json;
  /** State of the answer: `pending`, `claimed`, `completed` or `failed`. */
  readonly status: ResumeEntry['status'];
  /** When the answer was queued. */
  readonly queuedAt: string;
  /** When the run continued with the answer; null if it has not yet. */
  readonly claimedAt: string | null;
  /** When the answer was processed; null before. */
  readonly completedAt: string | null;
  /** Why the run did not continue with the answer; null unless it failed. */
  readonly failureReason: string | null;
}

export interface PausedDetailResponse extends PausedSummary {
  /** The questions of the run. */
  readonly pausePoints: readonly PausePointResponse[];
  /** Sorted by time, the oldest first. */
  readonly queue: readonly ResumeEntryResponse[];
}

export interface PauseContextResponse {
  /** The run. */
  readonly execution: PausedSummary & {
    /** The questions of the run. */
    readonly pausePoints: readonly PausePointResponse[];
  };
  /** The pause point with the requested `contextId`. */
  readonly pausePoint: PausePointResponse;
  /** The queued answers. */
  readonly queue: readonly ResumeEntryResponse[];
  /** The answer that the run is processing now; null if there is none. */
  readonly activeResumeEntry: ResumeEntryResponse | null;
}

export interface PausedListResponse {
  /** The paused runs of this page of the list. */
  readonly pausedExecutions: readonly PausedSummary[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

export function pausedListItem(row: PausedListItem): PausedSummary {
  const { id, workflowId, executionId, status, pauseCount: totalPauseCount, resumedCount, pausedAt, updatedAt, expiresAt } = row;
  const metadata = { pauseScope: 'execution', triggerIds: [] } as const;
  const times = { pausedAt, updatedAt, expiresAt };
  return { id, workflowId, executionId, status, totalPauseCount, resumedCount, ...times, metadata, triggerIds: [] };
}

export function pausedDetailResponse(view: PausedExecutionView, baseUrl: string): PausedDetailResponse {
  return { ...summary(view), pausePoints: points(view, baseUrl), queue: view.account.entries.map((entry) => entryResponse(view, entry)) };
}

/** Undefined when the run has no such point. Only the requested point contains the data that its page shows. */
export function pauseContextResponse(view: PausedExecutionView, contextId: string, baseUrl: string): PauseContextResponse | undefined {
  const all = points(view, baseUrl);
  const pausePoint = all.find((point) => point.contextId === contextId);
  if (pausePoint === undefined) return undefined;
  const { entries } = view.account;
  const active = entries.find((entry) => entry.contextId === contextId && (entry.status === 'pending' || entry.status === 'claimed'));
  return {
    execution: { ...summary(view), pausePoints: all.map((point) => ({ ...point, response: withoutData(point.response) })) },
    pausePoint,
    queue: entries.map((entry) => entryResponse(view, entry)),
    activeResumeEntry: active === undefined ? null : entryResponse(view, active),
  };
}

function summary({ id, account }: PausedExecutionView): PausedSummary {
  const all = [...account.points.values()];
  return pausedListItem({ ...account, id, pauseCount: all.length, resumedCount: all.filter(({ status }) => status === 'resumed').length });
}

function points(view: PausedExecutionView, baseUrl: string): readonly PausePointResponse[] {
  return [...view.account.points.values()].map((point) => pointResponse(view, point, baseUrl));
}

function pointResponse(view: PausedExecutionView, { point, status }: PointState, baseUrl: string): PausePointResponse {
  const { contextId, blockId, response, fields, registeredAt, parallelScope, loopScope } = point;
  const { executionId, workflowId, entries } = view.account;
  const latest = entries.findLast((entry) => entry.contextId === contextId);
  const place = { contextId, executionId, workflowId };
  return {
    contextId,
    blockId,
    response: { ...(isJsonObject(response) ? response : {}), inputFormat: fields },
    registeredAt,
    resumeStatus: status,
    snapshotReady: true,
    resumeLinks: { ...resumeAddresses(baseUrl, place), ...place },
    queuePosition: latest === undefined ? null : queuePosition(view.account, latest.resumeId),
    latestResumeEntry: latest === undefined ? null : entryResponse(view, latest),
    ...(parallelScope === null ? {} : { parallelScope }),
    ...(loopScope === null ? {} : { loopScope }),
  };
}

function entryResponse({ id, account }: PausedExecutionView, entry: ResumeEntry): ResumeEntryResponse {
  const { resumeId, contextId, input: resumeInput, status, queuedAt, claimedAt, completedAt, failureReason } = entry;
  const ids = { id: resumeId, pausedExecutionId: id, parentExecutionId: account.executionId, newExecutionId: resumeId };
  return { ...ids, contextId, resumeInput, status, queuedAt, claimedAt, completedAt, failureReason };
}

function withoutData(response: Json): Json {
  return isJsonObject(response) ? Object.fromEntries(Object.entries(response).filter(([name]) => name !== 'data')) : response;
}
