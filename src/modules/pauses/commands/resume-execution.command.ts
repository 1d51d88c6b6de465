import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { isStreamConflict, retryConflicts } from '#ledger/events/retry-conflicts.js';
import { StorageRoom } from '#ledger/objects/storage-room.js';
import { actorOf } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import type { Json } from '#kernel/json.js';
import { Timers } from '#kernel/timers.js';
import { type ExecutionState } from '#engine/execution.state.js';
import { ActiveRuns, ContinuesElsewhere, type FoundRun, ResumeRun, RunStore, Stopping, type Resumption } from '#modules/runs/index.js';
import type { StagedFile } from '#modules/files/index.js';
import { UserEmails } from '#modules/identity/index.js';
import type { Answerer } from '../domain/pause.events.js';
import { queuePosition } from '../domain/pause.state.js';
import { pauseEnded } from '../store/pause-ledger.js';
import { AnswerDecisions, type AnswerDecision, type GivenAnswer } from './answer-decisions.js';
import { AnswerGate, type Answering } from './answer-gate.js';

export interface ResumeRequest {
  readonly workflowId: string;
  /** Our id of the run or, with a key, the id that its caller chose. */
  readonly executionId: string;
  readonly contextId: string;
  readonly input: Json;
  /** Files that `input` describes. They exist once the answer is taken, and not before. */
  readonly files?: readonly StagedFile[];
  readonly answering: Answering;
  /**
   * *as-started*: the response waits as the start of the run did. *without-stream*: also, but for the result where the start was streamed.
   * *at-once*: a worker continues the run, and the response does not wait.
   */
  readonly answered: 'as-started' | 'without-stream' | 'at-once';
  readonly meta: EventMeta;
}

/** The status of the answer. `resumeId` identifies its processing by the run. */
export type ResumeResult = { readonly resumeId: string; readonly run: FoundRun } & ResumeOutcome;

export type ResumeOutcome =
  /** The point needs further approvals. */
  | { readonly kind: 'recorded'; readonly approvals: number; readonly requiredApprovals: number }
  /** The run continues with the answer after those before it. */
  | { readonly kind: 'queued'; readonly queuePosition: number; readonly jobId: string | null }
  /** A worker continues the run. */
  | { readonly kind: 'begun'; readonly jobId: string | null }
  /** This process continues the run. Its frames follow the frame `after`; `selectedOutputs` are those of its start. */
  | { readonly kind: 'streamed'; readonly after: string; readonly selectedOutputs: readonly string[] }
  /** The run continued at `resumedAt` and has paused again or ended with this state. */
  | { readonly kind: 'rested'; readonly resumedAt: string; readonly state: ExecutionState };

/**
 * Answers a pause point of a run. The answer is durable when the command returns.
 * @throws DomainError not-found, forbidden; invalid with one detail for each field that does not match the form; conflict when
 * the point takes no answer any more; unavailable after too many conflicts with concurrent answers
 */
export class ResumeExecution extends Command<ResumeResult> {
  constructor(readonly request: ResumeRequest) {
    super();
  }
}

@CommandHandler(ResumeExecution)
export class ResumeExecutionHandler implements ICommandHandler<ResumeExecution> {
  constructor(
    private readonly runs: RunStore,
    private readonly emails: UserEmails,
    private readonly gate: AnswerGate,
    private readonly decisions: AnswerDecisions,
    private readonly resume: ResumeRun,
    private readonly store: EventStore,
    private readonly room: StorageRoom,
    private readonly active: ActiveRuns,
    private readonly stopping: Stopping,
    private readonly timers: Timers,
    private readonly ids: Ids,
  ) {}

  async execute({ request }: ResumeExecution): Promise<ResumeResult> {
    const { contextId, input, answering, answered, files = [] } = request;
    const run = await this.#find(request);
    const payer = await this.gate.payer(run, answering);
    const by = await this.#answerer(answering);
    const [resumeId, jobId] = [this.ids.next(), this.ids.next()];
    const meta = { ...request.meta, correlationId: run.executionId };
    const caller = answering.by === 'key' ? answering.caller : undefined;
    const answer: GivenAnswer = { run, contextId, input, by, caller, resumeId, jobId, files, meta };
    const attempt = async (): Promise<ResumeResult> => {
      const decision = await this.decisions.decide(answer);
      // Checked after the question and the form, whose errors are more specific.
      await this.gate.afford(payer);
      return { resumeId, run, ...(await this.#withRoom(files, () => this.#carryOut(answer, decision, answered))) };
    };
    const backoff = { timers: this.timers, signal: this.stopping.signal, seed: resumeId };
    return retryConflicts(attempt, { backoff }).catch((error: unknown) => {
      throw isStreamConflict(error) ? busy(error) : error;
    });
  }

  #find({ workflowId, executionId, answering }: ResumeRequest): Promise<FoundRun> {
    if (answering.by === 'link') return this.runs.known(workflowId, executionId);
    return this.runs.find({ caller: answering.caller, workflowId, id: executionId }, 'write');
  }

  async #answerer(answering: Answering): Promise<Answerer> {
    if (answering.by === 'link') return { userId: null, email: answering.email, via: 'link', keyId: null };
    const { actorId: userId, keyId = null } = actorOf(answering.caller);
    return { userId, email: await this.emails.of(userId), via: answering.caller.kind === 'session' ? 'session' : 'key', keyId };
  }

  /** The files of an answer belong to one account. @throws DomainError STORAGE_LIMIT_EXCEEDED */
  #withRoom<Result>(files: readonly StagedFile[], append: () => Promise<Result>): Promise<Result> {
    const [first] = files;
    if (first === undefined) return append();
    const bytes = files.reduce((sum, { view }) => sum + view.size, 0);
    return this.room.claim(first.account, bytes, append);
  }

  async #carryOut(answer: GivenAnswer, decision: AnswerDecision, answered: ResumeRequest['answered']): Promise<ResumeOutcome> {
    const { account, entry, isClaimed, streams, writes, at, started } = decision;
    if (entry === undefined || !isClaimed) {
      await this.store.append({ streams, writes });
      return told(answer, decision);
    }
    const { executionId } = answer.run;
    const resumption: Resumption = { executionId, ended: [pauseEnded(account, entry, at)], streams, writes, meta: answer.meta };
    if (started.mode === 'async' || answered === 'at-once') {
      await this.resume.queue(resumption);
      return { kind: 'begun', jobId: entry.jobId };
    }
    if (this.stopping.signal.aborted) {
      await this.resume.queue(resumption);
      throw new ContinuesElsewhere(executionId);
    }
    const isStreamed = started.mode === 'stream' && answered === 'as-started';
    return isStreamed ? this.#stream(resumption, started.selectedOutputs) : this.#run(resumption, at);
  }

  async #run(resumption: Resumption, resumedAt: string): Promise<ResumeOutcome> {
    const { run } = await this.resume.driveHere(resumption);
    const state = await run;
    if (state === undefined) throw new ContinuesElsewhere(resumption.executionId);
    return { kind: 'rested', resumedAt, state };
  }

  /** The caller reads the stream of the run like every other reader. The run does not depend on this connection. */
  async #stream(resumption: Resumption, selectedOutputs: readonly string[] = []): Promise<ResumeOutcome> {
    const { position, run } = await this.resume.driveHere(resumption, this.stopping.signal);
    this.active.detach(resumption.executionId, run);
    return { kind: 'streamed', after: `${position}-0`, selectedOutputs };
  }
}

function told({ contextId, resumeId }: GivenAnswer, { account, entry }: AnswerDecision): ResumeOutcome {
  if (entry !== undefined) return { kind: 'queued', queuePosition: queuePosition(account, resumeId) ?? 1, jobId: entry.jobId };
  const { answers = [], point } = account.points.get(contextId) ?? {};
  return { kind: 'recorded', approvals: answers.length, requiredApprovals: point?.requiredApprovals ?? 1 };
}

function busy(cause: unknown): DomainError {
  const message = 'The run is too busy to take the answer. Please try again.';
  return new DomainError('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds: 1, cause });
}
