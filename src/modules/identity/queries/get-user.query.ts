import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { UserView } from './views.js';

/** For whoever runs the server. */
export class GetUser extends Query<UserView> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
  ) {
    super();
  }
}
