import { Injectable } from '@nestjs/common';
import { Signals } from '#infrastructure/signals/signals.js';
import type { ExecutionStart } from './execution-start.js';

type Names = Pick<ExecutionStart, 'workflowId' | 'workspaceId' | 'deploymentVersion' | 'callerExecutionId'>;

/** A run that this process drives at the moment. */
export interface LiveRun extends Names {
  readonly executionId: string;
  /** Aborts when somebody cancels the run. */
  readonly cancelled: AbortSignal;
  /** Aborts when the run belongs to somebody else by now. */
  readonly lost: AbortSignal;
  lose(reason: unknown): void;
  /** To be called when it is driven no longer. */
  close(): void;
}

/** The runs that this process drives, so that whoever wants to stop one reaches it here and from other processes. */
@Injectable()
export class LiveRuns {
  readonly #runs = new Map<string, { readonly run: LiveRun; readonly cancel: () => void }>();

  constructor(private readonly signals: Signals) {}

  open(executionId: string, { workflowId, workspaceId, deploymentVersion, callerExecutionId }: Names): LiveRun {
    const [cancelling, losing] = [new AbortController(), new AbortController()];
    const cancel = (): void => cancelling.abort(new Error('The run was cancelled'));
    const unlisten = this.signals.on(topicOf(executionId), cancel);
    const run: LiveRun = {
      executionId,
      workflowId,
      workspaceId,
      deploymentVersion,
      ...(callerExecutionId === undefined ? {} : { callerExecutionId }),
      cancelled: cancelling.signal,
      lost: losing.signal,
      lose: (reason) => losing.abort(reason),
      close: () => {
        unlisten();
        this.#runs.delete(executionId);
      },
    };
    this.#runs.set(executionId, { run, cancel });
    return run;
  }

  has(executionId: string): boolean {
    return this.#runs.has(executionId);
  }

  /** The run of that workflow under its id or the id that its caller chose. It may not be durable yet. */
  find(workflowId: string, id: string): LiveRun | undefined {
    const known = this.#runs.get(id)?.run;
    if (known?.workflowId === workflowId) return known;
    for (const { run } of this.#runs.values()) if (run.callerExecutionId === id && run.workflowId === workflowId) return run;
    return undefined;
  }

  /** Asks the run to end as cancelled, wherever it is driven. @returns whether that is here */
  cancel(executionId: string): boolean {
    const isHere = this.has(executionId);
    if (isHere) this.#runs.get(executionId)?.cancel();
    else this.signals.send(topicOf(executionId));
    return isHere;
  }
}

function topicOf(executionId: string): string {
  return `cancel:${executionId}`;
}
