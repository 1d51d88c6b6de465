import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FreshCache } from '#host/caches/fresh-cache.js';
import { Changes } from '#ledger/projections/changes.js';
import { strictest, type EffectiveModelPolicy } from '#kernel/models/model-policy.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { WorkspaceModelPolicies } from '#modules/identity/index.js';
import { OperatorProviders } from './operator-providers.js';

const mostWorkspaces = 5_000;
const decisive: ReadonlySet<string> = new Set([
  'workspace.model-policy-changed',
  'organization.model-policy-changed',
  'organization.plan-changed',
]);

/** The policy of models that applies in a workspace: the strictest of the operator, the plan, the organization and the workspace. */
@Injectable()
export class ModelPolicies implements OnModuleDestroy {
  readonly #kept = new FreshCache<EffectiveModelPolicy>({ maxEntries: mostWorkspaces });
  readonly #stopListening: () => void;

  constructor(
    private readonly workspaces: WorkspaceModelPolicies,
    private readonly plans: PlanCatalogue,
    private readonly operator: OperatorProviders,
    changes: Changes,
  ) {
    this.#stopListening = changes.on(decisive, () => this.#kept.clear());
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  /** Changes by another process are visible after at most 750 ms. */
  of(workspaceId: string): Promise<EffectiveModelPolicy> {
    return this.#kept.get(workspaceId, () => this.#read(workspaceId));
  }

  async #read(workspaceId: string): Promise<EffectiveModelPolicy> {
    const { plan = null, ofOrganization, ofWorkspace } = (await this.workspaces.of(workspaceId)) ?? {};
    return strictest([this.operator.policy, this.plans.of(plan).modelPolicy, ofOrganization ?? {}, ofWorkspace ?? {}]);
  }
}
