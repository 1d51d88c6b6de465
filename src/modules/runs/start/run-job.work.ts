import { Injectable } from '@nestjs/common';
import { Logger } from '#host/logging/logger.js';
import { infrastructureFaultOf } from '#ledger/database/faults/infrastructure-fault-of.js';
import { EventStore, LeaseLost } from '#ledger/events/event-store.js';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#ledger/work/work-handler.js';
import { workItem } from '#ledger/work/work-item.js';
import { Clock } from '#kernel/clock.js';
import { fold } from '#kernel/decider.js';
import { DomainError } from '#kernel/errors.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { Deployments } from '#modules/workflows/index.js';
import { executionStream, type DeletionReason, type ExecutionEvent } from '#engine/execution.events.js';
import type { ExecutionState } from '#engine/execution.state.js';
import { job, isOver } from '../jobs/job.decider.js';
import { JobCancelled, JobFailed, jobStream, type JobEvent } from '../jobs/job.events.js';
import { jobKinds, workKinds } from '../jobs/work-kinds.js';
import { Quarantine } from '../stop/quarantine.js';
import { RunDriver } from '../drive/run-driver.js';
import { HeldJob } from './held-job.js';

const notBegun = 'The run was abandoned: none of the attempts could begin it';

/** Starts the job of a claimed work item and runs its execution, or takes the run over if an earlier attempt lost its process. */
@Injectable()
export class RunJob extends WorkHandler {
  readonly kind = workKinds.job;

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly driver: RunDriver,
    private readonly secrets: WorkspaceSecrets,
    private readonly quarantine: Quarantine,
    private readonly deployments: Deployments,
    private readonly logger: Logger,
  ) {
    super();
  }

  async work(held: HeldWork): Promise<WorkOutcome> {
    const history = await this.store.readShort(jobStream, held.item.id);
    const state = fold(job, history);
    if (state.status === 'none' || isOver(state.status)) return this.#removeWork(held);
    if (state.job.kind !== jobKinds.execution) throw new Error(`Jobs of kind ${state.job.kind} have no work`);
    const running = new HeldJob(this.store, held, state, history.length);
    const past = held.item.attempts === 1 ? [] : await this.#history(running);
    const verdict = await this.quarantine.verdictOn(held.item, past);
    if (verdict !== undefined) return this.#quarantine(running, past, verdict);
    if (past.length === 0) return this.#driveNew(running);
    running.startAgain(this.clock.iso());
    const [driven] = await Promise.all([this.driver.takeOver({ ...running.run, history: past }), running.started]);
    return outcomeOf(driven);
  }

  async #driveNew(running: HeldJob): Promise<WorkOutcome> {
    if (await this.secrets.isDeleted(running.held.item.workspaceId)) return this.#cancel(running, 'workspace-deleted');
    if ((await this.deployments.find(running.asked.workflowId)) === undefined) return this.#cancel(running, 'workflow-deleted');
    running.start(this.clock.iso());
    const run = { ...running.run, start: running.asked, opening: () => running.opening() };
    try {
      return outcomeOf(await this.driver.start(run));
    } catch (error) {
      if (!(error instanceof DomainError) || !(await this.#canNeverBegin(running, error))) throw error;
      return this.#end(running, JobFailed({ error: error.message, completedAt: this.clock.iso() }));
    }
  }

  /** Whether no attempt can start the run. Such a run has no events, so its job ends alone. */
  async #canNeverBegin(running: HeldJob, error: unknown): Promise<boolean> {
    const isUnavailable = error instanceof DomainError && error.kind === 'unavailable';
    if (isUnavailable || infrastructureFaultOf(error) !== undefined || error instanceof LeaseLost) return false;
    return (await this.#history(running)).length === 0;
  }

  /** Fails a job that has ended its processes, and its run with it. */
  async #quarantine(running: HeldJob, history: readonly ExecutionEvent[], error: string): Promise<WorkOutcome> {
    const { run, asked: start } = running;
    try {
      if (history.length > 0) await this.driver.quarantine({ ...run, history }, error);
      else await this.driver.quarantineNew({ ...run, start }, error);
      return 'finished';
    } catch (cause) {
      if (!(await this.#canNeverBegin(running, cause))) throw cause;
      this.logger.error({ executionId: running.executionId, err: cause }, notBegun);
      return this.#end(running, JobFailed({ error: notBegun, completedAt: this.clock.iso() }));
    }
  }

  /** The workspace or the workflow was deleted before the run started: the run never starts and costs nothing. */
  async #cancel(running: HeldJob, reason: DeletionReason): Promise<WorkOutcome> {
    return this.#end(running, JobCancelled({ reason, completedAt: this.clock.iso() }));
  }

  /** Ends a job whose run never starts. */
  async #end(running: HeldJob, event: JobEvent): Promise<WorkOutcome> {
    await this.store.append({ ...running.finishing(event), lease: running.lease });
    return 'finished';
  }

  /** The job was cancelled while its work item was in the queue. */
  async #removeWork({ item }: HeldWork): Promise<WorkOutcome> {
    await this.store.append({ streams: [], writes: [workItem.remove({ id: item.id })], lease: { itemId: item.id, fence: item.fence } });
    return 'finished';
  }

  async #history({ executionId }: HeldJob): Promise<readonly ExecutionEvent[]> {
    return await this.store.read(executionStream, executionId);
  }
}

function outcomeOf(state: ExecutionState | undefined): WorkOutcome {
  return state === undefined ? 'released' : 'finished';
}
