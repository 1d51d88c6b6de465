import { Command } from '@nestjs/cqrs';
import type { Caller, Permission } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { KeyOwner } from '../domain/key-owner.js';
import type { KeyArea } from '../domain/key-scope.js';
import type { IssuedApiKey } from '../queries/views.js';

/** How long, what for and from where a key may be used. */
export interface KeyLimits {
  readonly expiresAt: string | null;
  readonly scope: Permission | null;
  readonly areas: readonly KeyArea[];
  readonly allowedIps: readonly string[];
}

/** The answer is the only one that ever holds the value of the key. */
export class IssueApiKey extends Command<IssuedApiKey> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly owner: KeyOwner,
    readonly key: KeyLimits & { readonly name: string },
  ) {
    super();
  }
}
