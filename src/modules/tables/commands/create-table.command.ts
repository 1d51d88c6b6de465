import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { TableView } from '../queries/views.js';

/** Name and columns are checked by the decider, which knows their rules. */
export interface NewTable {
  readonly workspaceId: string;
  readonly name: unknown;
  readonly description: string | null;
  readonly columns: unknown;
}

export class CreateTable extends Command<TableView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly details: NewTable,
  ) {
    super();
  }
}
