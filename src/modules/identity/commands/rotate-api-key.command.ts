import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { KeyOwner } from '../domain/key-owner.js';
import type { IssuedApiKey } from '../queries/views.js';

/** Gives a key another value: the same key to whoever watches it. The former value counts until the overlap is over. */
export class RotateApiKey extends Command<IssuedApiKey> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly owner: KeyOwner,
    readonly rotation: { readonly keyId: string; readonly overlapSeconds: number },
  ) {
    super();
  }
}
