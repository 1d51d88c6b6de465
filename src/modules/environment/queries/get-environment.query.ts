import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { VariableView } from './environment-view.js';

/** The names of a workspace's variables. */
export class GetEnvironment extends Query<readonly VariableView[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}
