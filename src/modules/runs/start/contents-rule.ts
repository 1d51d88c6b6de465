import { Injectable } from '@nestjs/common';
import { ModelPolicies } from '#modules/models/index.js';
import type { Plan } from '#engine/graph/plan.js';
import { Plans } from '../blocks/plans.js';
import type { ExecutionStart } from '../jobs/execution-start.js';

type Planned = Pick<ExecutionStart, 'workflowId' | 'workspaceId' | 'deploymentVersion' | 'triggerSource' | 'contents' | 'draft'>;

/** The rule for prompts and answers of a run. It counts where the workflow may ask a model: itself, or as one that it calls. */
@Injectable()
export class ContentsRule {
  constructor(
    private readonly plans: Plans,
    private readonly policies: ModelPolicies,
  ) {}

  /** A run that repeats one whose contents are not kept does not keep them either. */
  async of(run: Planned): Promise<Pick<ExecutionStart, 'contents'>> {
    if (run.contents === 'none') return { contents: 'none' };
    const plan = await this.plans.findOfRun(run);
    if (plan === undefined || !mayAskModels(plan)) return {};
    const { contents } = await this.policies.of(run.workspaceId);
    return contents === 'full' ? {} : { contents };
  }
}

function mayAskModels({ blocks }: Plan): boolean {
  for (const { kind } of blocks.values()) if (kind === 'agent' || kind === 'call') return true;
  return false;
}
