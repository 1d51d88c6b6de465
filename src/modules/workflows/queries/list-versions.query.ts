import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { VersionView } from './views.js';

/** All deployments of a workflow, the latest first. */
export class ListVersions extends Query<readonly VersionView[]> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
  ) {
    super();
  }
}
