import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { PlanCatalogue } from '#kernel/plan.js';
import { requireOperatorOf } from '../domain/authority.js';
import { organization, type OrganizationCommand } from '../domain/organization.decider.js';
import { duplicateOrganization } from '../domain/organization.errors.js';
import { IdentityViews } from '../queries/identity-views.js';
import type { OrganizationView } from '../queries/views.js';
import { ledgerStream } from './stream.js';
import { withoutDuplicate } from './without-duplicate.js';
import { ChangeOrganization } from './change-organization.command.js';

@CommandHandler(ChangeOrganization)
export class ChangeOrganizationHandler implements ICommandHandler<ChangeOrganization> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
    private readonly plans: PlanCatalogue,
  ) {}

  async execute({ caller, meta, organizationId, changes: { name, plan } }: ChangeOrganization): Promise<OrganizationView> {
    if (plan !== undefined) this.plans.require(plan);
    requireOperatorOf(caller, organizationId);
    await this.views.getOrganization(organizationId);
    const command: OrganizationCommand[] = [
      ...(name === undefined ? [] : [{ type: 'rename', name } as const]),
      ...(plan === undefined ? [] : [{ type: 'change-plan', plan } as const]),
    ];
    await withoutDuplicate('organization_name', duplicateOrganization, () =>
      handle(this.store, organization, ledgerStream(organizationId), { command, meta }),
    );
    return this.views.getOrganization(organizationId);
  }
}
