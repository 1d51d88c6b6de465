import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import type { Json } from '#kernel/json.js';

/** Somebody who has answered. */
export type Answerer = {
  /** Null for one who came by a link that names nobody. */
  userId: string | null;
  email: string | null;
  via: 'key' | 'link';
  keyId: string | null;
};

export type GivenAnswer = Answerer & { input: Json; at: string };

/** A place in a run that waits for an answer. Times are ISO 8601. */
export type PausePoint = {
  contextId: string;
  /** The block within the run. */
  node: string;
  blockId: string;
  /** What is shown to whoever is asked. */
  response: Json;
  /** What an answer consists of. */
  fields: Json;
  expiresAt: string | null;
  onExpiry: 'fail' | 'continue';
  /** E-mail addresses; empty: everybody who may write in the workspace. */
  approvers: string[];
  requiredApprovals: number;
  parallelScope: { parallelId: string; branchIndex: number; branchTotal: number | null } | null;
  loopScope: { loopId: string; iteration: number } | null;
  registeredAt: string;
};

export type PausedStatus = 'paused' | 'partially_resumed' | 'fully_resumed' | 'cancelling' | 'cancelled';

/** What lists show of a paused execution, as it stands after the event. */
interface Standing {
  status: PausedStatus;
  pauseCount: number;
  resumedCount: number;
  /** The earliest of the open points; null when they all wait for ever. */
  expiresAt: string | null;
  at: string;
}

/** A run came to rest and asked; the first of the kind opens the account of the run. */
export const PausePointsOpened = defineEvent('pause.points-opened')<
  Standing & { executionId: string; workflowId: string; workspaceId: string; pausedAt: string; points: PausePoint[] }
>();

/** An answer to a point that needs more of them. */
export const PauseApproved = defineEvent('pause.approved')<Standing & { contextId: string; resumeId: string; answer: GivenAnswer }>();

/** The answers to a point are complete. The run goes on with them when it is their turn. */
export const ResumeQueued = defineEvent('pause.resume-queued')<
  Standing & {
    resumeId: string;
    contextId: string;
    input: Json;
    answers: GivenAnswer[];
    /** The job that tells how the run goes on, where the run was started as one. */
    jobId: string | null;
  }
>();

/** The run goes on with the answer. */
export const ResumeClaimed = defineEvent('pause.resume-claimed')<Standing & { resumeId: string }>();

/** What the run did because of the answer came to an end: it rests again, or has ended. */
export const ResumeCompleted = defineEvent('pause.resume-completed')<Standing & { resumeId: string }>();
export const ResumeFailed = defineEvent('pause.resume-failed')<Standing & { resumeId: string; reason: string }>();

/** A point is closed without an answer: nobody gave one in time, or the run went on without it. */
export const PausePointClosed = defineEvent('pause.point-closed')<
  Standing & { contextId: string; reason: 'expired' | 'run-ended' | 'cancelled' }
>();

/** The run rests again, and nothing else has changed. Whoever decided while it was at work decides again. */
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
export type PauseEvent = EventOf<typeof pauseEvents>;

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
