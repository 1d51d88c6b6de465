import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { requireOrganizationAdmin } from '../../domain/authority.js';
import { IdentityViews } from '../identity-views.js';
import type { OrganizationView } from '../../projections/views.js';

/** Needs the admin role, or to run the server. */
export class GetOrganization extends Query<OrganizationView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}

@QueryHandler(GetOrganization)
export class GetOrganizationHandler implements IQueryHandler<GetOrganization> {
  constructor(private readonly views: IdentityViews) {}

  async execute({ caller, organizationId }: GetOrganization): Promise<OrganizationView> {
    requireOrganizationAdmin(caller, organizationId);
    return this.views.getOrganization(organizationId);
  }
}
