import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import type { FeedPosition } from '#ledger/projections/event-feed.js';
import { ChangedEntriesReads, type ChangedEntries } from './changed-entries.js';
import { RunChanges } from './run-changes.js';

/** What has changed in the runs of a workspace after a place. @throws DomainError forbidden */
export class ListLogChanges extends Query<ChangedEntries> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly after: FeedPosition | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListLogChanges)
export class ListLogChangesHandler implements IQueryHandler<ListLogChanges> {
  constructor(
    private readonly changes: RunChanges,
    private readonly reads: ChangedEntriesReads,
  ) {}

  async execute({ caller, workspaceId, after }: ListLogChanges): Promise<ChangedEntries> {
    requireWorkspace(caller, workspaceId, 'read');
    const leave = this.changes.enter();
    try {
      return await this.reads.of(workspaceId, await this.changes.after(workspaceId, after));
    } finally {
      leave();
    }
  }
}
