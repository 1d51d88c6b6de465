import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { type KeySettings, apiKey } from '../../domain/keys/api-key.decider.js';
import { apiKeyStream } from '../../domain/keys/api-key.events.js';
import { duplicateKeyName } from '../../domain/keys/api-key.errors.js';
import { type KeyOwner, requireKeyChange } from '../../domain/keys/key-owner.js';
import { ApiKeyViews } from '../../queries/keys/api-key-views.js';
import type { ApiKeyView } from '../../projections/views.js';
import { grantedTerms } from './key-terms.js';
import { withoutDuplicate } from '../without-duplicate.js';

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

@CommandHandler(ChangeApiKey)
export class ChangeApiKeyHandler implements ICommandHandler<ChangeApiKey> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly keys: ApiKeyViews,
  ) {}

  async execute({ caller, meta, owner, change: { keyId, changes } }: ChangeApiKey): Promise<ApiKeyView> {
    requireKeyChange(caller, owner);
    const { workspaceId } = await this.keys.getOf(caller, owner, keyId);
    // What is not mentioned is not granted by this.
    grantedTerms(caller, { expiresAt: changes.expiresAt, allowedIps: changes.allowedIps });
    const command = { type: 'change', changes, at: this.clock.now().toISOString() } as const;
    await withoutDuplicate('api_key_name', duplicateKeyName, () =>
      decide(this.store, on(apiKeyStream.at(keyId, workspaceId), apiKey, command), { meta }),
    );
    return this.keys.get(keyId);
  }
}
