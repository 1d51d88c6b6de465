import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { workItem } from '#ledger/work/work-item.js';
import { requireReach, workspacesOf, type Caller, type Permission } from '#kernel/caller.js';
import { conflict, notFound, type DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { isId } from '#kernel/ids.js';
import { RunIntegrity } from '#modules/audit/index.js';
import { RetentionRules } from '#modules/retention/index.js';
import { executionStream, type ExecutionEvent } from '#engine/execution.events.js';
import { restAfter, type ExecutionState } from '#engine/execution.state.js';
import { endOfJob } from '../jobs/end-of-job.js';
import { ExecutionJobs } from '../jobs/execution-jobs.js';
import type { ExecutionStart } from '../jobs/execution-start.js';
import { ActiveRuns } from '../drive/active-runs.js';
import type { TakenOverRun } from '../drive/run-driver.js';
import { Claims } from '../store/claims.js';

/** A run as a request names it: the workflow, and our id of the run or the id that its caller chose. */
export interface RunName {
  readonly caller: Caller;
  readonly workflowId: string;
  readonly id: string;
}

/** A run as a request without a workflow names it. */
export interface LocatedRun extends Pick<RunName, 'caller' | 'id'> {
  /** The workspace of the run; needed where callers chose the same id in several workspaces. */
  readonly workspaceId?: string | undefined;
}

/** The refusal of an id that callers chose in several workspaces. */
export function ambiguousRun(id: string): DomainError {
  const message = `Several workspaces have a run with the id "${id}". Add workspaceId to the query to name one`;
  return conflict('EXECUTION_ID_AMBIGUOUS', message);
}

/** The facts about a run that are known from its start on, whether it is queued, runs or has ended. */
export interface FoundRun extends Pick<ExecutionStart, 'workflowId' | 'workspaceId' | 'deploymentVersion' | 'callerExecutionId'> {
  readonly executionId: string;
}

/** A run whose own work item this process holds. */
type HeldRun = Pick<TakenOverRun, 'executionId' | 'lease' | 'lost' | 'draining'>;

/** Events that are complete in memory at one time. */
const pageSize = 32;

/** Finds runs by name and reads their histories. */
@Injectable()
export class RunStore {
  constructor(
    private readonly store: EventStore,
    private readonly jobs: ExecutionJobs,
    private readonly claims: Claims,
    private readonly active: ActiveRuns,
    private readonly retention: RetentionRules,
    private readonly integrity: RunIntegrity,
  ) {}

  /** @throws DomainError not-found, the same for an absent and a foreign run; forbidden when the caller lacks the permission */
  async find({ caller, workflowId, id }: RunName, needed: Permission): Promise<FoundRun> {
    const active = this.active.find(workflowId, id);
    // Our own id comes first: a run may be named like another one that has it.
    const isNamed = active !== undefined && active.executionId !== id && isId(id);
    const own = isNamed ? await this.#firstOf([id], caller, workflowId) : undefined;
    if (own !== undefined) return this.#permitted(caller, own, needed);
    if (active === undefined) return this.#permitted(caller, await this.#durable(caller, id, workflowId), needed);
    requireReach(caller, active.workspaceId, needed, 'Execution');
    return active;
  }

  /**
   * The same without the workflow, for runs of which at least one event is durable.
   * @throws DomainError conflict when callers chose the id in several workspaces and the name has none; forbidden for its workspace
   */
  async locate({ caller, id, workspaceId }: LocatedRun, needed: Permission): Promise<FoundRun> {
    const workspaceIds = workspacesOf(caller, workspaceId, needed);
    const own = isId(id) ? await this.#firstOf([id], caller) : undefined;
    if (own !== undefined && workspaceIds.includes(own.workspaceId)) return this.#permitted(caller, own, needed);
    const chosen = await this.claims.named(id, workspaceIds);
    if (chosen.length > 1) throw ambiguousRun(id);
    return this.#permitted(caller, await this.#firstOf(chosen, caller), needed);
  }

  /** The same by our id alone, for a caller with another right to the run. Checks no permissions. @throws DomainError not-found */
  async known(workflowId: string, executionId: string): Promise<FoundRun> {
    const start = isId(executionId) ? await this.#startOf(executionId) : undefined;
    if (start?.workflowId !== workflowId || (await this.retention.isPast({ ...start, executionId }))) throw notFound('Execution');
    return { ...start, executionId };
  }

  /** The durable events of a run, in order; none for a run that has not started. Checks no permissions. */
  async history(executionId: string): Promise<readonly ExecutionEvent[]> {
    return await this.store.read(executionStream, executionId);
  }

  /** The same a few at a time, for a reader that keeps none of them. */
  async *pages(executionId: string): AsyncGenerator<readonly ExecutionEvent[], void> {
    for (let after: number | undefined = 0; after !== undefined;) {
      const page: readonly (ExecutionEvent & { readonly position: number })[] = await this.store.read(
        executionStream,
        executionId,
        after,
        pageSize,
      );
      yield page;
      after = page.length < pageSize ? undefined : page.at(-1)?.position;
    }
  }

  /** The id under which the caller of a run knows it. Checks no permissions. */
  async nameFor(executionId: string): Promise<string> {
    return (await this.#startOf(executionId))?.callerExecutionId ?? executionId;
  }

  /** The state of a run at its first pause or end; undefined while there is none. Checks no permissions. */
  async firstRest(executionId: string): Promise<ExecutionState | undefined> {
    return restAfter(await this.history(executionId), 0);
  }

  /** A run for the driver to take over. The job that started it, if any, ends with it. */
  async takenOver({ executionId, lease, ...signals }: HeldRun, meta: EventMeta): Promise<TakenOverRun> {
    const [history, job] = await Promise.all([this.history(executionId), this.jobs.find(executionId)]);
    return {
      ...signals,
      executionId,
      lease,
      meta,
      history,
      finishing: (state) => ({
        streams: job === undefined || job.completedAt !== null ? [] : [job.ending(endOfJob(state), meta)],
        writes: [workItem.remove({ id: lease.itemId })],
      }),
    };
  }

  /** A run whose retention has ended is not found, whether its events are still stored or not. */
  async #permitted(caller: Caller, run: FoundRun | undefined, needed: Permission): Promise<FoundRun> {
    if (run === undefined || (await this.retention.isPast(run))) throw notFound('Execution');
    requireReach(caller, run.workspaceId, needed, 'Execution');
    return run;
  }

  async #durable(caller: Caller, id: string, workflowId: string): Promise<FoundRun | undefined> {
    const chosen = await this.claims.named(id, [...caller.workspaces.keys()]);
    return this.#firstOf(isId(id) ? [id, ...chosen] : chosen, caller, workflowId);
  }

  async #firstOf(executionIds: readonly string[], caller: Caller, workflowId?: string): Promise<FoundRun | undefined> {
    for (const executionId of executionIds) {
      const start = await this.#startFor(caller, executionId);
      if (start !== undefined && (workflowId ?? start.workflowId) === start.workflowId) return { ...start, executionId };
    }
    return undefined;
  }

  /** @throws DomainError that names the first event if it was changed; a caller who does not reach the run finds none */
  async #startFor(caller: Caller, executionId: string): Promise<Omit<FoundRun, 'executionId'> | undefined> {
    try {
      return await this.#startOf(executionId);
    } catch (error) {
      const workspaceId = await this.integrity.workspaceOf(executionId);
      if (workspaceId === null) throw error;
      if (!caller.workspaces.has(workspaceId)) return undefined;
      return this.integrity.reading({ executionId, workspaceId }, () => Promise.reject(error as Error));
    }
  }

  async #startOf(executionId: string): Promise<Omit<FoundRun, 'executionId'> | undefined> {
    const [first] = await this.store.read(executionStream, executionId, 0, 1);
    if (first?.type === 'execution.started') {
      // Not the payload itself: one that was changed may be no object.
      const { workflowId, ...start } = first.payload;
      return { workflowId, ...start };
    }
    return (await this.jobs.find(executionId))?.payload as unknown as ExecutionStart | undefined;
  }
}

/** The id under which the caller knows the run. */
export function nameOf({ executionId, callerExecutionId }: FoundRun): string {
  return callerExecutionId ?? executionId;
}
