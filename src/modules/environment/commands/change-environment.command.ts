import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { VariableView } from '../queries/environment-view.js';

/** Sets the variables that are named, removes those that are null, leaves the others. Answers what is there then. */
export class ChangeEnvironment extends Command<readonly VariableView[]> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly variables: object,
  ) {
    super();
  }
}
