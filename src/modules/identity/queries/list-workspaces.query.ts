import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import type { PageQuery } from './id-pages.js';
import type { WorkspaceView } from './views.js';

/** Those that the caller reaches, also where they refuse personal keys: their admins have to find them. */
export class ListWorkspaces extends Query<Page<WorkspaceView>> {
  constructor(
    readonly caller: Caller,
    readonly page: PageQuery,
  ) {
    super();
  }
}
