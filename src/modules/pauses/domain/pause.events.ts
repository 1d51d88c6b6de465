import { audited, type AuditLine } from '#kernel/audit-line.js';
import { outlined, type ContentNotes, type ContentOutline } from '#kernel/models/event-contents.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { defineStream } from '#kernel/stream.js';

/** A person or program that has answered. */
export type Answerer = {
  /** Null for a link without a named person. */
  userId: string | null;
  email: string | null;
  via: 'key' | 'session' | 'link';
  keyId: string | null;
};

export type GivenAnswer = Answerer & { input: Json; at: string };

/** A place in a run that waits for an answer. Times are ISO 8601. */
export type PausePoint = {
  contextId: string;
  /** The node of the block within the run. */
  node: string;
  blockId: string;
  /** The data that the page shows with the question. */
  response: Json;
  /** The fields of an answer. */
  fields: Json;
  expiresAt: string | null;
  onExpiry: 'fail' | 'continue';
  /** E-mail addresses; empty: everyone who can write in the workspace. */
  approvers: string[];
  requiredApprovals: number;
  parallelScope: {
    parallelId: string;
    /** Index of the branch, from 0. */
    branchIndex: number;
    /** Number of branches; null while it is not known. */
    branchTotal: number | null;
  } | null;
  loopScope: {
    loopId: string;
    /** Index of the pass, from 0. */
    iteration: number;
  } | null;
  registeredAt: string;
};

export type PausedStatus = 'paused' | 'partially_resumed' | 'fully_resumed' | 'cancelling' | 'cancelled';

/** The summary of a paused execution in lists, after the event. */
interface Standing {
  status: PausedStatus;
  pauseCount: number;
  resumedCount: number;
  /** Expiry of the first open point; null if none expires. */
  expiresAt: string | null;
  at: string;
}

/** A run paused with new questions. The first event of this kind opens the account of the run. */
export const PausePointsOpened = defineEvent('pause.points-opened')<
  Standing & { executionId: string; workflowId: string; workspaceId: string; pausedAt: string; points: PausePoint[] }
>();

/** An answer to a point that needs further approvals. */
export const PauseApproved = defineEvent('pause.approved')<Standing & { contextId: string; resumeId: string; answer: GivenAnswer }>();

/** The answers to a point are complete, and queued until the run can process them. */
export const ResumeQueued = defineEvent('pause.resume-queued')<
  Standing & {
    resumeId: string;
    contextId: string;
    input: Json;
    answers: GivenAnswer[];
    /** The job of the answer; null unless the run was started asynchronously. */
    jobId: string | null;
  }
>();

/** The run continues with the answer. */
export const ResumeClaimed = defineEvent('pause.resume-claimed')<Standing & { resumeId: string }>();

/** The run has processed the answer: it is paused again or has ended. */
export const ResumeCompleted = defineEvent('pause.resume-completed')<Standing & { resumeId: string }>();
export const ResumeFailed = defineEvent('pause.resume-failed')<Standing & { resumeId: string; reason: string }>();

/** A point is closed without an answer: it expired, or the run continued without it. */
export const PausePointClosed = defineEvent('pause.point-closed')<
  Standing & { contextId: string; reason: 'expired' | 'run-ended' | 'cancelled' }
>();

/** The run is paused again, and nothing else has changed. The event makes answers that were decided meanwhile conflict, and decide again. */
export const PauseRested = defineEvent('pause.rested')<Standing>();

export const pauseEvents = [
  PausePointsOpened,
  PauseApproved,
  ResumeQueued,
  ResumeClaimed,
  ResumeCompleted,
  ResumeFailed,
  PausePointClosed,
  PauseRested,
] as const;
export const pauseOutlines: readonly ContentOutline[] = [
  outlined(PausePointsOpened, ({ points }, notes) => ({
    points: points.map((point) => ({ ...point, response: notes.value(point.response), fields: fieldsOf(point.fields, notes) })),
  })),
  outlined(PauseApproved, ({ answer }, notes) => ({ answer: { ...answer, input: notes.value(answer.input) } })),
  outlined(ResumeQueued, ({ input, answers }, notes) => ({
    input: notes.value(input),
    answers: answers.map((answer) => ({ ...answer, input: notes.value(answer.input) })),
  })),
  outlined(ResumeFailed, ({ reason }, notes) => ({ reason: notes.text(reason) })),
];

/** The fields of a form without their values. */
function fieldsOf(fields: Json, notes: ContentNotes): Json {
  if (!Array.isArray(fields)) return fields;
  return fields.map((field: Json) => (isJsonObject(field) ? { ...field, value: notes.value(field['value'] ?? null) } : field));
}

export type PauseEvent = EventOf<typeof pauseEvents>;
export const pauseStream = defineStream('pause', 'run', pauseEvents);

export const pauseAudit: readonly AuditLine[] = [
  audited(PauseApproved, 'workflow.resume', 'execution', ({ answer, contextId }, { meta, streamId }) => ({
    resourceId: meta.correlationId ?? streamId,
    actor: { id: answer.userId, email: answer.email },
    details: { contextId, via: answer.via, complete: false },
  })),
  audited(ResumeQueued, 'workflow.resume', 'execution', ({ answers, contextId }, { meta, streamId }) => {
    const answer = answers.at(-1);
    return {
      resourceId: meta.correlationId ?? streamId,
      actor: { id: answer?.userId ?? null, email: answer?.email ?? null },
      details: { contextId, via: answer?.via ?? null, complete: true },
    };
  }),
];
