import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { requireReach, type Caller, type Permission } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { ExecutionJobs } from '../jobs/execution-jobs.js';
import { RetentionRules } from '#modules/retention/index.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { Claims } from '../store/claims.js';
import type { ExecutionStart } from '../start/execution-start.js';
import { LiveRuns } from '../drive/live-runs.js';

/** A run as a request names it: the workflow, and the id that we gave it or that its caller chose. */
export interface RunName {
  readonly caller: Caller;
  readonly workflowId: string;
  readonly id: string;
}

/** What is known of a run from its first moment on, whether it waits, runs or has ended. */
export interface FoundRun extends Pick<ExecutionStart, 'workflowId' | 'workspaceId' | 'deploymentVersion' | 'callerExecutionId'> {
  readonly executionId: string;
}

/** Finds runs by name. */
@Injectable()
export class RunFinder {
  constructor(
    private readonly store: EventStore,
    private readonly jobs: ExecutionJobs,
    private readonly claims: Claims,
    private readonly live: LiveRuns,
    private readonly retention: RetentionRules,
  ) {}

  /** @throws DomainError not-found, the same for an absent and a foreign run; forbidden when the caller may not do what it wants */
  async find({ caller, workflowId, id }: RunName, needed: Permission): Promise<FoundRun> {
    const live = this.live.find(workflowId, id);
    if (live === undefined) return this.#shown(caller, await this.#durable(caller, id, workflowId), needed);
    requireReach(caller, live.workspaceId, needed, 'Execution');
    return live;
  }

  /** The same for whoever does not know the workflow, as soon as something of the run is durable. */
  async locate(caller: Caller, id: string, needed: Permission): Promise<FoundRun> {
    return this.#shown(caller, await this.#durable(caller, id), needed);
  }

  /** The same by our id alone, for whoever has another right to know of the run. Checks no permissions. @throws DomainError not-found */
  async known(workflowId: string, executionId: string): Promise<FoundRun> {
    const start = isId(executionId) ? await this.#start(executionId) : undefined;
    if (start?.workflowId !== workflowId) throw notFound('Execution');
    return { ...start, executionId };
  }

  /** A run that is past its time is not there any more, whether it is still on disk or not. */
  async #shown(caller: Caller, run: FoundRun | undefined, needed: Permission): Promise<FoundRun> {
    if (run === undefined || (await this.retention.isPast(run))) throw notFound('Execution');
    requireReach(caller, run.workspaceId, needed, 'Execution');
    return run;
  }

  async #durable(caller: Caller, id: string, workflowId?: string): Promise<FoundRun | undefined> {
    const chosen = await this.claims.named(id, [...caller.workspaces.keys()]);
    for (const executionId of isId(id) ? [...chosen, id] : chosen) {
      const start = await this.#start(executionId);
      if (start !== undefined && (workflowId ?? start.workflowId) === start.workflowId) return { ...start, executionId };
    }
    return undefined;
  }

  async #start(executionId: string): Promise<Omit<FoundRun, 'executionId'> | undefined> {
    const [first] = (await this.store.read('run', executionId, 0, 1)) as unknown as ExecutionEvent[];
    if (first?.type === 'execution.started') return first.payload;
    return (await this.jobs.find(executionId))?.payload as unknown as ExecutionStart | undefined;
  }
}

/** The id under which its caller knows a run. */
export function nameOf({ executionId, callerExecutionId }: FoundRun): string {
  return callerExecutionId ?? executionId;
}
