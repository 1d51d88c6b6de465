import type { Signals } from '#ledger/signals/signals.js';
import type { DeletionReason } from '#engine/execution.events.js';
import type { ExecutionStart } from '../jobs/execution-start.js';

/** What an active run is found by. */
export type RunNames = Pick<ExecutionStart, 'workflowId' | 'workspaceId' | 'accountId' | 'deploymentVersion' | 'callerExecutionId'>;

/**
 * A run that this process drives now. Most runs end before a request could stop them, so the signals that stop a run are created on
 * first use.
 */
export class ActiveRun implements RunNames {
  readonly workflowId: string;
  readonly workspaceId: string;
  readonly accountId: string;
  readonly deploymentVersion: number;
  readonly callerExecutionId?: string;
  #cancelled: AbortController | undefined;
  #lost: AbortController | undefined;
  #deletion: DeletionReason | undefined;
  #unlisten: (() => void) | undefined;

  constructor(
    readonly executionId: string,
    { workflowId, workspaceId, accountId, deploymentVersion, callerExecutionId }: RunNames,
    private readonly signals: Signals,
    private readonly closed: (run: ActiveRun) => void,
  ) {
    this.workflowId = workflowId;
    this.workspaceId = workspaceId;
    this.accountId = accountId;
    this.deploymentVersion = deploymentVersion;
    if (callerExecutionId !== undefined) this.callerExecutionId = callerExecutionId;
  }

  /** The lease that the run took while it was driven; absent for a run that had a lease from the start, and before it takes one. */
  held: AbortSignal | undefined;

  /** Whether the row of that lease is durable, so that another process can continue the run. */
  isDurable = false;

  /** Whether the run was cancelled. */
  get isCancelled(): boolean {
    return this.#cancelled?.signal.aborted === true;
  }

  /** Why the run was cancelled, if something was deleted. */
  get deletion(): DeletionReason | undefined {
    return this.#deletion;
  }

  /** Aborts when the run is cancelled, by this process or another one. */
  get cancelled(): AbortSignal {
    this.listen();
    return this.#cancelling().signal;
  }

  /** Aborts when this process has lost the run. */
  get lost(): AbortSignal {
    return this.#losing().signal;
  }

  /** Lets other processes cancel the run. To be called once they can know of it. */
  listen(): void {
    this.#unlisten ??= this.signals.on(cancelTopic(this.executionId), () => this.cancel());
  }

  /** Stops the drive of a run that this process has lost. */
  readonly lose = (reason: unknown): void => this.#losing().abort(reason);

  cancel(deletion?: DeletionReason): void {
    this.#deletion ??= deletion;
    this.#cancelling().abort(new Error('The run was cancelled'));
  }

  /** To be called when the run is not driven any more. */
  close(): void {
    this.#unlisten?.();
    this.closed(this);
  }

  #cancelling(): AbortController {
    return (this.#cancelled ??= new AbortController());
  }

  #losing(): AbortController {
    return (this.#lost ??= new AbortController());
  }
}

/** The topic of the signal that cancels a run in another process. */
export function cancelTopic(executionId: string): string {
  return `cancel:${executionId}`;
}
