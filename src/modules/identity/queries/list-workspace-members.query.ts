import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import type { PageQuery } from './id-pages.js';
import type { WorkspaceMemberView } from './views.js';

/** Those who were added to the workspace; owners and admins of its organization have access without that. */
export class ListWorkspaceMembers extends Query<Page<WorkspaceMemberView>> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}
