import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireOrganizationAdmin } from '../domain/authority.js';
import { IdentityViews } from './identity-views.js';
import type { OrganizationView } from './views.js';
import { GetOrganization } from './get-organization.query.js';

@QueryHandler(GetOrganization)
export class GetOrganizationHandler implements IQueryHandler<GetOrganization> {
  constructor(private readonly views: IdentityViews) {}

  async execute({ caller, organizationId }: GetOrganization): Promise<OrganizationView> {
    requireOrganizationAdmin(caller, organizationId);
    return this.views.getOrganization(organizationId);
  }
}
