import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, forbidden, notFound } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { isAsked, isSameAnswerer } from './answerers.js';
import {
  PauseApproved,
  PausePointClosed,
  PausePointsOpened,
  PauseRested,
  ResumeClaimed,
  ResumeCompleted,
  ResumeFailed,
  ResumeQueued,
  type Answerer,
  type PauseEvent,
  type PausePoint,
} from './pause.events.js';
import { activeEntry, evolve, isOpen, type PausedExecution, type PauseState, type PointState } from './pause.state.js';

/** An answer to a point. `mayContinue`: the run is paused, so it can continue with the answer at once. */
export interface AnswerCommand {
  readonly type: 'answer';
  readonly contextId: string;
  readonly resumeId: string;
  readonly jobId: string | null;
  readonly input: Json;
  readonly by: Answerer;
  readonly mayContinue: boolean;
  readonly at: string;
}

/** The run has paused or ended: these points are open in it now. */
export interface RestCommand {
  readonly type: 'rest';
  readonly executionId: string;
  readonly workflowId: string;
  readonly workspaceId: string;
  readonly waiting: readonly PausePoint[];
  readonly run: 'paused' | 'completed' | 'failed' | 'cancelled';
  readonly error: string | null;
  readonly at: string;
}

/** The run has asked these questions and is active in other branches. */
export interface AskCommand extends Pick<RestCommand, 'executionId' | 'workflowId' | 'workspaceId' | 'at'> {
  readonly type: 'ask';
  readonly asked: readonly PausePoint[];
}

export type PauseCommand = AnswerCommand | RestCommand | AskCommand;

/** Decides on the answers of one run. The run processes one answer at a time; the others are queued in the order of their arrival. */
export const pause: Decider<PauseState, PauseCommand, PauseEvent> = {
  initial: null,
  evolve,
  decide(command, state) {
    switch (command.type) {
      case 'answer':
        return answer(command, state);
      case 'ask':
        return new AnswerAccount(state, command.at).ask(command);
      case 'rest':
        return new AnswerAccount(state, command.at, command.run === 'cancelled').rest(command);
      default:
        return assertNever(command);
    }
  },
};

function answer(command: AnswerCommand, state: PauseState): readonly PauseEvent[] {
  const point = state?.points.get(command.contextId);
  if (state === null || point === undefined) throw notFound('Pause point');
  refuse(state, point, command);
  const { contextId, resumeId, jobId, input, by, at, mayContinue } = command;
  const account = new AnswerAccount(state, at);
  const given = { ...by, input, at };
  const answers = [...point.answers, given];
  if (answers.length < point.point.requiredApprovals) {
    account.add((standing) => PauseApproved({ ...standing, contextId, resumeId, answer: given }));
    return account.events;
  }
  account.add((standing) => ResumeQueued({ ...standing, resumeId, contextId, input, answers, jobId }));
  if (mayContinue && activeEntry(state) === undefined) account.claimNext();
  return account.events;
}

/** @throws DomainError when the point takes no answer, or not from this person */
function refuse({ status }: PausedExecution, { point, status: pointStatus, answers }: PointState, { by, at }: AnswerCommand): void {
  if (status === 'cancelled' || status === 'cancelling') throw conflict('CONFLICT', 'The run was cancelled, so it cannot be resumed');
  if (pointStatus !== 'paused') throw conflict('CONFLICT', 'The pause point has been resumed or is in progress');
  if (point.expiresAt !== null && point.expiresAt <= at) throw conflict('CONFLICT', 'The pause point has expired');
  if (!isAsked(point, by)) throw forbidden('Only those who were asked may answer: the pause point names them');
  if (answers.some((given) => isSameAnswerer(given, by))) {
    throw conflict('CONFLICT', 'You have answered already; the pause point needs the answers of other people');
  }
}

/** Collects events, and folds each into the account. */
class AnswerAccount {
  readonly events: PauseEvent[] = [];

  constructor(
    private state: PauseState,
    private readonly at: string,
    private readonly isCancelled = false,
  ) {}

  rest(command: RestCommand): readonly PauseEvent[] {
    this.#finishActive(command);
    this.#closeGone(command);
    this.#open(command);
    if (command.run === 'paused') this.claimNext();
    if (this.events.length === 0 && this.state !== null) this.add((standing) => PauseRested(standing));
    return this.events;
  }

  /** Opens what the account does not know: a question that it knows was opened once, and may have ended. */
  ask({ asked, ...run }: AskCommand): readonly PauseEvent[] {
    this.#open({ ...run, waiting: asked.filter(({ contextId }) => this.state?.points.has(contextId) !== true) });
    return this.events;
  }

  /** Claims the oldest queued answer. */
  claimNext(): void {
    const next = this.state?.entries.find(({ status }) => status === 'pending');
    if (next !== undefined) this.add((standing) => ResumeClaimed({ ...standing, resumeId: next.resumeId }));
  }

  /** Calls `make` twice, because the summary after an event needs the account with that event. */
  add(make: (standing: Standing) => PauseEvent): void {
    const after = evolve(this.state, make({ status: 'paused', pauseCount: 0, resumedCount: 0, expiresAt: null, at: this.at }));
    const event = make(this.#standing(after));
    this.state = evolve(this.state, event);
    this.events.push(event);
  }

  #finishActive({ run, error }: RestCommand): void {
    const active = this.state === null ? undefined : activeEntry(this.state);
    if (active === undefined) return;
    const { resumeId } = active;
    if (run === 'failed' || run === 'cancelled') {
      this.add((standing) => ResumeFailed({ ...standing, resumeId, reason: error ?? 'The run was cancelled' }));
    } else this.add((standing) => ResumeCompleted({ ...standing, resumeId }));
  }

  /** Closes points that are not open in the run any more, and fails their queued answers. */
  #closeGone({ waiting, run }: RestCommand): void {
    const still = new Set(waiting.map(({ contextId }) => contextId));
    for (const [contextId, point] of this.state?.points ?? []) {
      if (!isOpen(point) || still.has(contextId)) continue;
      const late = this.state?.entries.find((entry) => entry.contextId === contextId && entry.status === 'pending');
      const reason = run === 'paused' ? 'expired' : run === 'cancelled' ? 'cancelled' : 'run-ended';
      if (late !== undefined) this.add((standing) => ResumeFailed({ ...standing, resumeId: late.resumeId, reason: tooLate[reason] }));
      else this.add((standing) => PausePointClosed({ ...standing, contextId, reason }));
    }
  }

  #open({
    executionId,
    workflowId,
    workspaceId,
    waiting,
  }: Pick<RestCommand, 'executionId' | 'workflowId' | 'workspaceId' | 'waiting'>): void {
    const points = waiting.filter(({ contextId }) => !this.#isOpen(contextId));
    const pausedAt = this.state?.pausedAt ?? this.at;
    if (points.length > 0)
      this.add((standing) => PausePointsOpened({ ...standing, executionId, workflowId, workspaceId, pausedAt, points }));
  }

  #standing(state: PauseState): Standing {
    const points = [...(state?.points.values() ?? [])];
    const open = points.filter(isOpen);
    const resumedCount = points.filter(({ status }) => status === 'resumed').length;
    const expiries = open.flatMap(({ point }) => point.expiresAt ?? []).toSorted((one, other) => (one < other ? -1 : 1));
    const isLeft = open.length > 0 || points.some(({ status }) => status === 'resuming');
    const reached = resumedCount > 0 ? 'partially_resumed' : 'paused';
    const status = this.isCancelled ? 'cancelled' : isLeft ? reached : 'fully_resumed';
    return { status, pauseCount: points.length, resumedCount, expiresAt: expiries[0] ?? null, at: this.at };
  }

  #isOpen(contextId: string): boolean {
    const point = this.state?.points.get(contextId);
    return point !== undefined && isOpen(point);
  }
}

type Standing = Pick<Parameters<typeof ResumeClaimed>[0], 'status' | 'pauseCount' | 'resumedCount' | 'expiresAt' | 'at'>;

const tooLate = {
  expired: 'The pause was over before it was the turn of the answer',
  cancelled: 'The run was cancelled',
  'run-ended': 'The run ended before it was the turn of the answer',
} as const;
