import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import type { Caller } from '#kernel/caller.js';
import { selectOne } from '#ledger/rows/select.js';
import { requireOrganizationAdmin } from '../../domain/authority.js';
import { openSignInPolicy } from '../../domain/organizations/organization.decider.js';
import type { SignInPolicy } from '../../domain/organizations/organization.events.js';
import { organizationSignIn } from '../../projections/organization.entity.js';
import { IdentityViews } from '../identity-views.js';

/** Needs the admin role, or to run the server. */
export class GetSignInPolicy extends Query<SignInPolicy> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}

@QueryHandler(GetSignInPolicy)
export class GetSignInPolicyHandler implements IQueryHandler<GetSignInPolicy> {
  constructor(
    private readonly pool: Pool,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, organizationId }: GetSignInPolicy): Promise<SignInPolicy> {
    requireOrganizationAdmin(caller, organizationId);
    const { id } = await this.views.getOrganization(organizationId);
    const row = await selectOne(this.pool, organizationSignIn, { organizationId: id });
    if (row === undefined) return openSignInPolicy;
    return { requireSecondFactor: row.requireSecondFactor, allowPasswords: row.allowPasswords };
  }
}
