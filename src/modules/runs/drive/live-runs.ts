import { Injectable } from '@nestjs/common';
import { Signals } from '#ledger/signals/signals.js';
import type { ExecutionStart } from '../start/execution-start.js';

type Names = Pick<ExecutionStart, 'workflowId' | 'workspaceId' | 'accountId' | 'deploymentVersion' | 'callerExecutionId'>;

/** A run that this process drives at the moment. Most end before anybody could stop them, so what stops them is made when it is asked for. */
export class LiveRun implements Names {
  readonly workflowId: string;
  readonly workspaceId: string;
  readonly accountId: string;
  readonly deploymentVersion: number;
  readonly callerExecutionId?: string;
  #cancelled: AbortController | undefined;
  #lost: AbortController | undefined;
  #isOrphan = false;
  #unlisten: (() => void) | undefined;

  constructor(
    readonly executionId: string,
    { workflowId, workspaceId, accountId, deploymentVersion, callerExecutionId }: Names,
    private readonly signals: Signals,
    private readonly closed: (run: LiveRun) => void,
  ) {
    this.workflowId = workflowId;
    this.workspaceId = workspaceId;
    this.accountId = accountId;
    this.deploymentVersion = deploymentVersion;
    if (callerExecutionId !== undefined) this.callerExecutionId = callerExecutionId;
  }

  /** The lease that the run took on its way, as its holder knows it. */
  held: AbortSignal | undefined;

  /** Whether somebody has cancelled the run. */
  get isCancelled(): boolean {
    return this.#cancelled?.signal.aborted === true;
  }

  /** Whether it is cancelled because its workspace is no more. */
  get isOrphan(): boolean {
    return this.#isOrphan;
  }

  /** Aborts when somebody cancels the run, here or in another process. */
  get cancelled(): AbortSignal {
    this.listen();
    return this.#cancelling().signal;
  }

  /** Aborts when the run belongs to somebody else by now. */
  get lost(): AbortSignal {
    return this.#losing().signal;
  }

  /** From here on other processes can cancel it: they know of it. */
  listen(): void {
    this.#unlisten ??= this.signals.on(topicOf(this.executionId), () => this.cancel());
  }

  /** Ends the run as one that belongs to somebody else by now. */
  readonly lose = (reason: unknown): void => this.#losing().abort(reason);

  cancel(): void {
    this.#cancelling().abort(new Error('The run was cancelled'));
  }

  /** Cancels it because its workspace is no more. */
  orphan(): void {
    this.#isOrphan = true;
    this.cancel();
  }

  /** To be called when it is driven no longer. */
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

/** The runs that this process drives, so that whoever wants to stop one reaches it here and from other processes. */
@Injectable()
export class LiveRuns {
  readonly #runs = new Map<string, LiveRun>();
  /** A run that was lost and came back to this process may be driven anew before its former drive has ended. */
  readonly #closed = (run: LiveRun): void => {
    if (this.#runs.get(run.executionId) === run) this.#runs.delete(run.executionId);
  };

  constructor(private readonly signals: Signals) {}

  open(executionId: string, names: Names): LiveRun {
    const run = new LiveRun(executionId, names, this.signals, this.#closed);
    this.#runs.set(executionId, run);
    return run;
  }

  has(executionId: string): boolean {
    return this.#runs.has(executionId);
  }

  workflowOf(executionId: string): string | undefined {
    return this.#runs.get(executionId)?.workflowId;
  }

  /** The run of that workflow under its id or the id that its caller chose. It may not be durable yet. */
  find(workflowId: string, id: string): LiveRun | undefined {
    const known = this.#runs.get(id);
    if (known?.workflowId === workflowId) return known;
    for (const run of this.#runs.values()) if (run.callerExecutionId === id && run.workflowId === workflowId) return run;
    return undefined;
  }

  /** The runs that are driven here, by their workspaces. */
  byWorkspace(): ReadonlyMap<string, readonly LiveRun[]> {
    return Map.groupBy(this.#runs.values(), ({ workspaceId }) => workspaceId);
  }

  /** Asks the run to end as cancelled, wherever it is driven. @returns whether that is here */
  cancel(executionId: string): boolean {
    const run = this.#runs.get(executionId);
    if (run === undefined) this.signals.send(topicOf(executionId));
    else run.cancel();
    return run !== undefined;
  }
}

function topicOf(executionId: string): string {
  return `cancel:${executionId}`;
}
