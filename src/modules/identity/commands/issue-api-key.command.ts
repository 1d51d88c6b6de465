import { Command } from '@nestjs/cqrs';
import type { Caller, Permission } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { KeyOwner } from '../domain/key-owner.js';
import type { IssuedApiKey } from '../queries/views.js';

/** The answer is the only one that ever holds the value of the key. */
export class IssueApiKey extends Command<IssuedApiKey> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly owner: KeyOwner,
    readonly key: { readonly name: string; readonly expiresAt: string | null; readonly scope: Permission },
  ) {
    super();
  }
}
