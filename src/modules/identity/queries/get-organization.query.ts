import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { OrganizationView } from './views.js';

/** Needs the admin role, or to run the server. */
export class GetOrganization extends Query<OrganizationView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}
