import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { KeyOwner } from '../domain/key-owner.js';

/** Holds at once in this process and within a second in every other. */
export class RevokeApiKey extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly owner: KeyOwner,
    readonly keyId: string,
  ) {
    super();
  }
}
