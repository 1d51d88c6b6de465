import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { WorkspaceView } from './views.js';

/** Needs any permission in the workspace. */
export class GetWorkspace extends Query<WorkspaceView> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}
