import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { TableView } from './views.js';

/** The tables of a workspace, the oldest first. Plans bound how many there are. */
export class ListTables extends Query<readonly TableView[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}
