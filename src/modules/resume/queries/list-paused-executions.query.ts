import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import type { PausedStatus } from '../domain/pause.events.js';
import type { PausedExecutionRow } from '../projections/paused-execution.entity.js';

export interface PausedFilter {
  readonly workflowId: string;
  readonly statuses: readonly PausedStatus[];
}

/** A run that has asked, without what it asked. */
export type PausedListItem = Omit<PausedExecutionRow, 'workspaceId'>;

/** The runs of a workflow that have asked somebody, those that began to wait last first. @throws DomainError not-found, forbidden, invalid */
export class ListPausedExecutions extends Query<Page<PausedListItem>> {
  constructor(
    readonly caller: Caller,
    readonly filter: PausedFilter,
    readonly limit: number,
    readonly cursor: string | undefined,
  ) {
    super();
  }
}
