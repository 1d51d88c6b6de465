import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import type { PageQuery } from './id-pages.js';
import type { OrganizationMemberView } from './views.js';

/** Needs the owner role, or to run the server. */
export class ListOrganizationMembers extends Query<Page<OrganizationMemberView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}
