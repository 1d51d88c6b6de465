import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { requireOperator } from '../../domain/authority.js';
import { organization } from '../../domain/organizations/organization.decider.js';
import { organizationStream } from '../../domain/organizations/organization.events.js';
import { duplicateOrganization } from '../../domain/organizations/organization.errors.js';
import { IdentityViews } from '../../queries/identity-views.js';
import type { OrganizationView } from '../../projections/views.js';
import { withoutDuplicate } from '../without-duplicate.js';

/** The caller becomes its owner. */
export class CreateOrganization extends Command<OrganizationView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organization: { readonly name: string; readonly plan?: string | undefined },
  ) {
    super();
  }
}

@CommandHandler(CreateOrganization)
export class CreateOrganizationHandler implements ICommandHandler<CreateOrganization> {
  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
    private readonly views: IdentityViews,
    private readonly plans: PlanCatalogue,
  ) {}

  async execute({ caller, meta, organization: { name, plan = this.plans.defaultName } }: CreateOrganization): Promise<OrganizationView> {
    this.plans.require(plan);
    requireOperator(caller);
    const id = this.ids.next();
    const command = { type: 'create', name, plan, ownerId: caller.userId } as const;
    await withoutDuplicate('organization_name', duplicateOrganization, () =>
      decide(this.store, on(organizationStream.at(id), organization, command), { meta }),
    );
    return this.views.getOrganization(id);
  }
}
