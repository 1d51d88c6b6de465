import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DomainError } from '#kernel/errors.js';
import { Deployments } from '#modules/workflows/index.js';
import type { ExecutionStarted, ExecutionTrigger } from '#engine/execution.events.js';
import { BlockFailure } from '#engine/block-failure.js';
import { compile } from '#engine/graph/compile.js';
import type { Plan } from '#engine/graph/plan.js';
import type { CallableWorkflow, CallableWorkflows } from '#blocks/ports/workflows.js';

type PlannedRun = Pick<ReturnType<typeof ExecutionStarted>['payload'], 'workflowId' | 'deploymentVersion' | 'triggerSource'>;

interface Wanted {
  readonly workflowId: string;
  readonly version: number;
  readonly trigger: ExecutionTrigger;
  readonly startBlockId: string | undefined;
}

/** Compiled deployments. A deployment never changes, so neither does its plan. */
@Injectable()
export class Plans implements CallableWorkflows {
  readonly #plans = new LRUCache<string, Plan>({ max: 1000 });
  /** Hundreds of runs of one workflow may begin before it is known. */
  readonly #compiling = new Map<string, Promise<Plan>>();

  constructor(private readonly deployments: Deployments) {}

  /** At once for a deployment that is known. @throws DomainError when no run can begin, also with the block that is named */
  of(workflowId: string, version: number, trigger: ExecutionTrigger = 'api', startBlockId?: string): Plan | Promise<Plan> {
    const key = `${workflowId} ${version} ${startBlockId === undefined ? trigger : `block ${startBlockId}`}`;
    return this.#plans.get(key) ?? this.#compiling.get(key) ?? this.#compile(key, { workflowId, version, trigger, startBlockId });
  }

  /** The plan of a run: that of the block which fired, or of the start for calls. */
  ofRun({ workflowId, deploymentVersion, triggerSource }: PlannedRun): Plan | Promise<Plan> {
    return this.of(workflowId, deploymentVersion, 'api', triggerSource?.blockId);
  }

  /** Undefined when no run can begin, which the run itself reports. */
  findOfRun(run: PlannedRun): Plan | Promise<Plan | undefined> {
    const plan = this.ofRun(run);
    return plan instanceof Promise ? plan.catch(() => undefined) : plan;
  }

  async version(workflowId: string, version: number): Promise<Plan> {
    return this.of(workflowId, version, 'workflow');
  }

  async deployed(workflowId: string, workspaceId: string): Promise<CallableWorkflow> {
    const found = await this.deployments.find(workflowId);
    if (found?.workspaceId !== workspaceId) throw new BlockFailure(`The workspace has no workflow ${workflowId}`, { status: 404 });
    const { name, activeVersion: version } = found;
    if (version === null) throw new BlockFailure(`Workflow "${name}" is not deployed`, { status: 403 });
    try {
      return { name, version, plan: await this.version(workflowId, version) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw new BlockFailure(`Workflow "${name}" cannot be run by another one: ${error.message}`, { status: 400, cause: error });
    }
  }

  #compile(key: string, wanted: Wanted): Promise<Plan> {
    const plan = this.#compiled(key, wanted).finally(() => this.#compiling.delete(key));
    this.#compiling.set(key, plan);
    return plan;
  }

  async #compiled(key: string, { workflowId, version, trigger, startBlockId }: Wanted): Promise<Plan> {
    const plan = compile(await this.deployments.document(workflowId, version), trigger, startBlockId);
    this.#plans.set(key, plan);
    return plan;
  }
}
