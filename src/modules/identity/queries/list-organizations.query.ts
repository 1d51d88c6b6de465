import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import type { PageQuery } from './id-pages.js';
import type { OrganizationView } from './views.js';

/** All of them, for whoever runs the server. */
export class ListOrganizations extends Query<Page<OrganizationView>> {
  constructor(
    readonly caller: Caller,
    readonly page: PageQuery,
  ) {
    super();
  }
}
