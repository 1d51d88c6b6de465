import { Command } from '@nestjs/cqrs';
import type { Caller, Permission } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { KeyOwner } from '../domain/key-owner.js';
import type { KeyArea } from '../domain/key-scope.js';
import type { IssuedApiKey } from '../queries/views.js';
import type { WantedTerms } from './key-terms.js';

/** A key as it is to be. */
export interface WantedKey extends WantedTerms {
  readonly name: string;
  readonly scope: Permission | null;
  readonly areas: readonly KeyArea[];
}

/** The answer is the only one that ever holds the value of the key. */
export class IssueApiKey extends Command<IssuedApiKey> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly owner: KeyOwner,
    readonly key: WantedKey,
  ) {
    super();
  }
}
