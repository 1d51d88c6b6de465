import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { Ids } from '#kernel/ids.js';
import { PlanCatalogue } from '#kernel/plan.js';
import { requireOperator } from '../domain/authority.js';
import { organization } from '../domain/organization.decider.js';
import { duplicateOrganization } from '../domain/organization.errors.js';
import { IdentityViews } from '../queries/identity-views.js';
import type { OrganizationView } from '../queries/views.js';
import { ledgerStream } from './stream.js';
import { withoutDuplicate } from './without-duplicate.js';
import { CreateOrganization } from './create-organization.command.js';

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
      handle(this.store, organization, ledgerStream(id), { command, meta }),
    );
    return this.views.getOrganization(id);
  }
}
