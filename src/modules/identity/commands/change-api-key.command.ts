import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { KeySettings } from '../domain/api-key.decider.js';
import type { KeyOwner } from '../domain/key-owner.js';
import type { ApiKeyView } from '../queries/views.js';

/** What is not mentioned stays as it is. Its values go on. */
export class ChangeApiKey extends Command<ApiKeyView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly owner: KeyOwner,
    readonly change: { readonly keyId: string; readonly changes: Partial<KeySettings> },
  ) {
    super();
  }
}
