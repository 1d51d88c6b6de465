import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import { Deployments } from '#modules/workflows/index.js';
import type { DraftRules, ExecutionStarted, ExecutionTrigger } from '#engine/execution.events.js';
import { BlockFailure } from '#engine/block-failure.js';
import { compile } from '#engine/graph/compile.js';
import type { Plan } from '#engine/graph/plan.js';
import { documentDigest } from '../jobs/document-digest.js';
import type { CallableWorkflow, CallableWorkflows } from '#blocks/ports/workflows.js';
import { prepareLongCode } from './code/long-code.js';

type PlannedRun = Pick<ReturnType<typeof ExecutionStarted>['payload'], 'workflowId' | 'deploymentVersion' | 'triggerSource' | 'draft'>;

interface Wanted {
  readonly workflowId: string;
  readonly version: number;
  readonly trigger: ExecutionTrigger;
  readonly startBlockId: string | undefined;
  readonly draft: DraftRules | undefined;
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
    return this.#known({ workflowId, version, trigger, startBlockId, draft: undefined });
  }

  /** The plan of a run: that of the block which fired, or of the start for calls. */
  ofRun({ workflowId, deploymentVersion: version, triggerSource, draft }: PlannedRun): Plan | Promise<Plan> {
    return this.#known({ workflowId, version, trigger: 'api', startBlockId: triggerSource?.blockId, draft });
  }

  #known(wanted: Wanted): Plan | Promise<Plan> {
    const { workflowId, version, trigger, startBlockId, draft } = wanted;
    const rules = draft === undefined ? '' : ` until ${draft.until ?? ''} pins ${draft.pins ?? false} hash ${draft.documentHash}`;
    const key = `${workflowId} ${version} ${startBlockId === undefined ? trigger : `block ${startBlockId}`}${rules}`;
    return this.#plans.get(key) ?? this.#compiling.get(key) ?? this.#compile(key, wanted);
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
      if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
      throw new BlockFailure(`Workflow "${name}" cannot be run by another one: ${error.message}`, { status: 400, cause: error });
    }
  }

  #compile(key: string, wanted: Wanted): Promise<Plan> {
    const plan = this.#compiled(key, wanted).finally(() => this.#compiling.delete(key));
    this.#compiling.set(key, plan);
    return plan;
  }

  async #compiled(key: string, { workflowId, version, trigger, startBlockId, draft }: Wanted): Promise<Plan> {
    const document = await this.deployments.document(workflowId, version);
    if (draft !== undefined && documentDigest(document) !== draft.documentHash)
      throw new Error(`The draft of workflow ${workflowId} that a run has pinned is not the one that is stored`);
    const plan = compile(document, trigger, startBlockId, draft);
    await prepareLongCode(plan);
    this.#plans.set(key, plan);
    return plan;
  }
}
