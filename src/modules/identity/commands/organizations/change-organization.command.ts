import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { requirePolicy, type ModelPolicy } from '#kernel/models/model-policy.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { requireOperatorOf } from '../../domain/authority.js';
import { organization, type OrganizationCommand } from '../../domain/organizations/organization.decider.js';
import { organizationStream } from '../../domain/organizations/organization.events.js';
import { duplicateOrganization } from '../../domain/organizations/organization.errors.js';
import { IdentityViews } from '../../queries/identity-views.js';
import type { OrganizationView } from '../../projections/views.js';
import { withoutDuplicate } from '../without-duplicate.js';

/** Changes what is given. */
export class ChangeOrganization extends Command<OrganizationView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly changes: {
      readonly name?: string | undefined;
      readonly plan?: string | undefined;
      readonly modelPolicy?: ModelPolicy | null | undefined;
    },
  ) {
    super();
  }
}

@CommandHandler(ChangeOrganization)
export class ChangeOrganizationHandler implements ICommandHandler<ChangeOrganization> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
    private readonly plans: PlanCatalogue,
  ) {}

  async execute({
    caller,
    meta,
    organizationId,
    changes: { name, plan, modelPolicy: policy },
  }: ChangeOrganization): Promise<OrganizationView> {
    requirePolicy(policy);
    if (plan !== undefined) this.plans.require(plan);
    requireOperatorOf(caller, organizationId);
    await this.views.getOrganization(organizationId);
    const command: OrganizationCommand[] = [
      ...(name === undefined ? [] : [{ type: 'rename', name } as const]),
      ...(plan === undefined ? [] : [{ type: 'change-plan', plan } as const]),
      ...(policy === undefined ? [] : [{ type: 'change-model-policy', policy } as const]),
    ];
    await withoutDuplicate('organization_name', duplicateOrganization, () =>
      decide(this.store, on(organizationStream.at(organizationId), organization, command), { meta }),
    );
    return this.views.getOrganization(organizationId);
  }
}
