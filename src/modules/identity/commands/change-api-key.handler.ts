import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { Clock } from '#kernel/clock.js';
import { apiKey } from '../domain/api-key.decider.js';
import { duplicateKeyName } from '../domain/api-key.errors.js';
import { requireKeyChange } from '../domain/key-owner.js';
import { ApiKeyViews } from '../queries/api-key-views.js';
import type { ApiKeyView } from '../queries/views.js';
import { ChangeApiKey } from './change-api-key.command.js';
import { grantedTerms } from './key-terms.js';
import { ledgerStream } from './stream.js';
import { withoutDuplicate } from './without-duplicate.js';

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
      handle(this.store, apiKey, ledgerStream(keyId, workspaceId), { command, meta }),
    );
    return this.keys.get(keyId);
  }
}
