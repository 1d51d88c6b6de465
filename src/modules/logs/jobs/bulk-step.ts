import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { infrastructureFaultOf } from '#ledger/database/faults/infrastructure-fault-of.js';
import type { Caller } from '#kernel/caller.js';
import { DomainError, forbidden } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { MemberCallers } from '#modules/identity/index.js';
import { CancelExecution, FindRepeatedRun, QueueExecution, RunStore, type FoundRun } from '#modules/runs/index.js';
import type { BulkAction, BulkProgress, BulkRefusal } from '../domain/bulk-job.events.js';
import type { StoredBulkJob } from '../store/bulk-jobs.js';

/** How many runs one step is about. */
const mostOfStep = 10;

interface StepOptions {
  /** The metadata of the request: the job acts in the name of its user. */
  readonly meta: EventMeta;
  /** An error of the server counts as a refusal of the run, and does not end the step. */
  readonly isTolerant: boolean;
}

/** Carries out the next step of a bulk job: the same commands as for a single run, with the present permissions of the user. */
@Injectable()
export class BulkStep {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly runs: RunStore,
    private readonly members: MemberCallers,
  ) {}

  /** Repeating a step changes nothing more: a cancelled run stays cancelled, and a replay has a key. */
  async carryOut(job: StoredBulkJob, executionIds: readonly string[], options: StepOptions): Promise<BulkProgress> {
    const { meta, isTolerant } = options;
    const tally = new Tally(job);
    for (const executionId of executionIds.slice(job.done, job.done + mostOfStep)) {
      try {
        const caller = await this.#caller(job, meta);
        const run = await this.runs.locate({ caller, id: executionId, workspaceId: job.workspaceId }, 'write');
        await this.#act(job, { caller, run, meta });
        tally.succeed();
      } catch (error) {
        const refusal = refusalOf(error, isTolerant);
        if (refusal === undefined) return tally.progress((error as DomainError).message);
        tally.refuse(refusal);
      }
    }
    return tally.progress(null);
  }

  async #caller({ workspaceId }: StoredBulkJob, { actorId = '' }: EventMeta): Promise<Caller> {
    const caller = await this.members.of(actorId, workspaceId);
    if (caller === undefined) throw forbidden('The user who has requested this has lost access to the workspace');
    return caller;
  }

  #act(job: StoredBulkJob, each: Each): Promise<void> {
    const { action } = job;
    return action.type === 'cancel' ? this.#cancel(each) : this.#replay(job, action, each);
  }

  async #cancel({ caller, run: { workflowId, executionId: id }, meta }: Each): Promise<void> {
    const { isCancelled } = await this.commands.execute(new CancelExecution({ caller, workflowId, id }, meta));
    if (!isCancelled) throw new DomainError('conflict', 'CONFLICT', 'The run could not be ended in time. Cancel it again');
  }

  async #replay({ id }: StoredBulkJob, { mode }: Extract<BulkAction, { type: 'replay' }>, { caller, run, meta }: Each): Promise<void> {
    const { workflowId, executionId } = run;
    const replay = { mode, from: undefined, version: undefined };
    const repeated = await this.queries.execute(new FindRepeatedRun({ caller, workflowId, id: executionId }, replay));
    const { ip, userAgent, requestId = id } = meta;
    await this.commands.execute(
      new QueueExecution({
        caller,
        workflowId,
        input: repeated.input,
        repeated,
        callerExecutionId: undefined,
        idempotencyKey: `bulk-job:${id}:${executionId}`,
        fingerprint: `${executionId} ${mode}`,
        timeoutMs: undefined,
        selectedOutputs: [],
        requestId,
        source: { ...(ip === undefined ? {} : { ip }), ...(userAgent === undefined ? {} : { userAgent }) },
      }),
    );
  }
}

interface Each {
  readonly caller: Caller;
  readonly run: FoundRun;
  readonly meta: EventMeta;
}

/** Adds up what a step has done. */
class Tally {
  #done: number;
  #succeeded: number;
  #refused: number;
  readonly #refusals: Map<string, BulkRefusal>;

  constructor({ done, succeeded, refused, refusals }: BulkProgress) {
    [this.#done, this.#succeeded, this.#refused] = [done, succeeded, refused];
    this.#refusals = new Map(refusals.map((each) => [each.code, each]));
  }

  succeed(): void {
    this.#done += 1;
    this.#succeeded += 1;
  }

  refuse({ code, message }: Pick<BulkRefusal, 'code' | 'message'>): void {
    this.#done += 1;
    this.#refused += 1;
    const known = this.#refusals.get(code);
    this.#refusals.set(code, { code, message: known?.message ?? message, count: (known?.count ?? 0) + 1 });
  }

  progress(waitsFor: string | null): BulkProgress {
    const counts = { done: this.#done, succeeded: this.#succeeded, refused: this.#refused };
    return { ...counts, refusals: [...this.#refusals.values()], waitsFor };
  }
}

/** Why a run is left as it is; undefined when its account may not start runs at the moment. @throws errors that a later attempt may not meet */
function refusalOf(error: unknown, isTolerant: boolean): Pick<BulkRefusal, 'code' | 'message'> | undefined {
  if (infrastructureFaultOf(error) !== undefined) throw error;
  if (!(error instanceof DomainError)) {
    if (!isTolerant) throw error;
    return { code: 'INTERNAL_ERROR', message: 'The server could not do this to the run' };
  }
  const { kind, code, message } = error;
  if (kind === 'unavailable') throw error;
  return kind === 'payment-required' ? undefined : { code, message };
}
