import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { within } from '#host/within.js';
import { InfrastructureFault } from '#kernel/errors.js';
import { Signals } from '#ledger/signals/signals.js';
import type { DeletionReason } from '#engine/execution.events.js';
import { ActiveRun, cancelTopic, type RunNames } from './active-run.js';

/** The runs that this process drives: requests find and stop them here, and a stop of the process waits for those without a request. */
@Injectable()
export class ActiveRuns implements OnModuleDestroy {
  readonly #runs = new Map<string, ActiveRun>();
  readonly #detached = new Set<Promise<void>>();
  /** A run that was lost and came back to this process may be driven again before its former drive has ended. */
  readonly #closed = (run: ActiveRun): void => {
    if (this.#runs.get(run.executionId) === run) this.#runs.delete(run.executionId);
  };

  constructor(
    private readonly signals: Signals,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  open(executionId: string, names: RunNames): ActiveRun {
    const run = new ActiveRun(executionId, names, this.signals, this.#closed);
    this.#runs.set(executionId, run);
    return run;
  }

  has(executionId: string): boolean {
    return this.#runs.has(executionId);
  }

  workflowOf(executionId: string): string | undefined {
    return this.#runs.get(executionId)?.workflowId;
  }

  /** The run of that workflow with this id, ours or that of the caller. The run may not be durable yet. */
  find(workflowId: string, id: string): ActiveRun | undefined {
    const known = this.#runs.get(id);
    if (known?.workflowId === workflowId) return known;
    for (const run of this.#runs.values()) if (run.callerExecutionId === id && run.workflowId === workflowId) return run;
    return undefined;
  }

  byWorkspace(): ReadonlyMap<string, readonly ActiveRun[]> {
    return Map.groupBy(this.#runs.values(), ({ workspaceId }) => workspaceId);
  }

  /** Cancels the run in the process that drives it. @returns whether that is this process */
  cancel(executionId: string): boolean {
    const isHere = this.cancelHere(executionId);
    if (!isHere) this.signals.send(cancelTopic(executionId));
    return isHere;
  }

  /** Cancels the run if this process drives it. @returns whether it does */
  cancelHere(executionId: string, deletion?: DeletionReason): boolean {
    const run = this.#runs.get(executionId);
    run?.cancel(deletion);
    return run !== undefined;
  }

  /** Cancels the runs of a deleted workflow that this process drives. */
  cancelOfWorkflow(workflowId: string): void {
    for (const run of this.#runs.values()) if (run.workflowId === workflowId) run.cancel('workflow-deleted');
  }

  /** A run that continues when its caller disconnects. A stop of the process waits until the run has ended or was given back. */
  detach(executionId: string, run: Promise<unknown>): void {
    const settled = run
      .then(
        () => undefined,
        (error: unknown) => this.logger.error({ err: error, executionId }, 'This process cannot continue a run; another process will'),
      )
      .finally(() => this.#detached.delete(settled));
    this.#detached.add(settled);
  }

  /** Gives back all runs that are active: other processes continue them. Resolves when their blocks are stopped and their leases are free. */
  async giveBack(): Promise<void> {
    for (const run of this.#runs.values())
      run.lose(new InfrastructureFault('This process is stopping; another process continues its runs'));
    await within(longestGiveBackMs, this.ended());
  }

  /** Resolves when no run is active. */
  async ended(): Promise<void> {
    while (this.#runs.size > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }

  async onModuleDestroy(): Promise<void> {
    await within(this.config.drainTimeoutMs, Promise.all(this.#detached));
    await this.giveBack();
  }
}

const restMs = 50;
/** Time for the appends of all runs and for the statements that free their leases. */
const longestGiveBackMs = 3000;
