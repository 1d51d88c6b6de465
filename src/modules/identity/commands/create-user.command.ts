import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { UserView } from '../queries/views.js';

/** Makes a user known, without a key and without access to anything. */
export class CreateUser extends Command<UserView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly user: { readonly email: string; readonly name: string },
  ) {
    super();
  }
}
