import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import type { WorkflowView } from './views.js';

export interface WorkflowFilter {
  readonly workspaceId: string;
  /** Only what lies directly in this folder. */
  readonly folderId: string | undefined;
  readonly deployedOnly: boolean;
}

/** The workflows of a workspace, the oldest first. */
export class ListWorkflows extends Query<Page<WorkflowView>> {
  constructor(
    readonly caller: Caller,
    readonly filter: WorkflowFilter,
    readonly limit: number,
    readonly cursor: string | undefined,
  ) {
    super();
  }
}
