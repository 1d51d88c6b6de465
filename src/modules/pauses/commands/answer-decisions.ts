import { Injectable } from '@nestjs/common';
import { EventStore, appendTo, type StreamAppend } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Clock } from '#kernel/clock.js';
import { invalid, invalidField, notFound } from '#kernel/errors.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Json } from '#kernel/json.js';
import { checkAnswer } from '#engine/values/check-answer.js';
import { contextIdOf } from '#engine/schedule/pauses/pause-place.js';
import { foldExecution, type ExecutionState } from '#engine/execution.state.js';
import { executionStream, type ExecutionEvent } from '#engine/execution.events.js';
import type { StagedFile } from '#modules/files/index.js';
import { fileNamer, outlinedRunOf, type FoundRun } from '#modules/runs/index.js';
import { type ResumeField } from '#engine/pause.js';
import { jobKinds, JobQueued, jobStream, startedByOthers } from '#modules/runs/index.js';
import { pause } from '../domain/pause.decider.js';
import type { Answerer } from '../domain/pause.events.js';
import type { PausedExecution, PauseState, ResumeEntry } from '../domain/pause.state.js';
import { PauseAccounts } from '../store/pause-accounts.js';
import { claimed } from '../store/pause-ledger.js';
import { pauseStreamOf } from '../store/pause-stream.js';
import { AnswerReferences } from './answer-references.js';

export interface GivenAnswer {
  readonly run: FoundRun;
  readonly contextId: string;
  readonly input: Json;
  readonly by: Answerer;
  /** Absent for the holder of a link. */
  readonly caller: Caller | undefined;
  readonly resumeId: string;
  /** The id of the job of the answer, if the run was started asynchronously. */
  readonly jobId: string;
  /** Files of the answer, which become durable together with it. */
  readonly files: readonly StagedFile[];
  readonly meta: EventMeta;
}

export interface AnswerDecision {
  /** The first event of the run. */
  readonly started: ExecutionState['started'];
  /** The account after the answer. */
  readonly account: PausedExecution;
  /** Absent when the point needs further approvals. */
  readonly entry: ResumeEntry | undefined;
  /** Whether the run continues with the answer at once. */
  readonly isClaimed: boolean;
  /** The appends that become durable together with that to the run. */
  readonly streams: readonly StreamAppend[];
  readonly writes: readonly Write[];
  readonly at: string;
}

/** Decides on an answer by the durable state of the account and the run. */
@Injectable()
export class AnswerDecisions {
  constructor(
    private readonly accounts: PauseAccounts,
    private readonly references: AnswerReferences,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async decide(given: GivenAnswer): Promise<AnswerDecision> {
    const { run, contextId, resumeId, meta } = given;
    const { executionId, workspaceId } = run;
    // The account is read first: a run that pauses in between advances its account, so this decision would conflict.
    const { state: before, position } = await this.accounts.of(executionId, workspaceId);
    const history = await this.store.read(executionStream, executionId);
    const state = foldExecution(history);
    if (!isPoint(before, contextId) && waitsForMoment(history, contextId)) throw wrongKind();
    if (before === null || state === undefined) throw notFound('Paused execution');
    const { started } = state;
    const answer = { ...given, input: await this.#fitting(before, given, started) };
    const at = this.clock.now().toISOString();
    const jobId = started.mode === 'async' ? answer.jobId : null;
    const events = pause.decide(commandOf(answer, { jobId, mayContinue: state.status === 'paused', at }), before);
    const account = events.reduce((known, event) => pause.evolve(known, event), before as PauseState) ?? before;
    const entry = account.entries.find((each) => each.resumeId === resumeId);
    const isClaimed = claimed(events, account).some((each) => each.resumeId === resumeId);
    const own = appendTo(pauseStreamOf(executionId, workspaceId), {
      expected: position,
      events,
      meta,
      outlinedRun: outlinedRunOf(executionId, started),
    });
    const job = entry === undefined || jobId === null ? [] : [answerJob({ ...answer, jobId }, state, { isClaimed, at })];
    const files = answer.files.map(({ stream }) => stream);
    const writes = answer.files.map(({ hold }) => hold);
    return { started, account, entry, isClaimed, streams: [own, ...job, ...files], writes, at };
  }

  /** The answer, checked against the form. Whether the point takes answers is decided by the decider. */
  async #fitting(
    { points }: PausedExecution,
    { run: { workspaceId, executionId }, contextId, input, caller, files }: GivenAnswer,
    { triggerSource }: ExecutionState['started'],
  ): Promise<Json> {
    const known = points.get(contextId);
    if (known?.status !== 'paused') return input;
    const fields = known.point.fields as unknown as readonly ResumeField[];
    const { problems } = checkAnswer(fields, input);
    if (problems.length > 0) throw invalid(problems);
    const origin = triggerSource === undefined ? {} : { triggerSource };
    return this.references.resolved(
      { workspaceId, fields, input, staged: files },
      fileNamer(caller, { workspaceId, executionId, ...origin }),
    );
  }
}

function commandOf(
  { contextId, resumeId, input, by }: GivenAnswer,
  rest: { readonly jobId: string | null; readonly mayContinue: boolean; readonly at: string },
) {
  return { type: 'answer', contextId, resumeId, input, by, ...rest } as const;
}

function isPoint(account: PauseState, contextId: string): boolean {
  return account?.points.has(contextId) === true;
}

function waitsForMoment(history: readonly ExecutionEvent[], contextId: string): boolean {
  return history.some(
    ({ type, payload }) => type === 'execution.block-paused' && payload.pause.kind === 'time' && contextIdOf(payload.node) === contextId,
  );
}

function wrongKind(): Error {
  return invalidField('contextId', "Pause kind 'time' is not allowed for this resume endpoint (allowed: human)");
}

function answerJob(
  { run, contextId, resumeId, jobId, by, meta }: GivenAnswer,
  { started }: ExecutionState,
  { isClaimed, at }: { readonly isClaimed: boolean; readonly at: string },
): StreamAppend {
  const { executionId, workspaceId } = run;
  const queued = JobQueued({
    kind: jobKinds.resume,
    workspaceId,
    userId: by.userId ?? started.userId,
    // Not the workflow, because runs and answers have different typical durations.
    subjectId: pauseStreamOf(executionId, workspaceId).streamId,
    executionId: resumeId,
    payload: { executionId, contextId, ...(started.contents === undefined ? {} : { contents: started.contents }) },
    queuedAt: at,
  });
  const events = isClaimed ? [queued, startedByOthers(at)] : [queued];
  return appendTo(jobStream.at(jobId, workspaceId), { expected: 0, events, meta });
}
