import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { apiKey } from '../domain/api-key.decider.js';
import { lastOperatorKey } from '../domain/api-key.errors.js';
import { requireKeyChange } from '../domain/key-owner.js';
import { ApiKeyViews } from '../queries/api-key-views.js';
import { ledgerStream } from './stream.js';
import { RevokeApiKey } from './revoke-api-key.command.js';

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(
    private readonly store: EventStore,
    private readonly keys: ApiKeyViews,
  ) {}

  async execute({ caller, meta, owner, keyId }: RevokeApiKey): Promise<void> {
    requireKeyChange(caller, owner);
    const { workspaceId } = await this.keys.getOf(caller, owner, keyId);
    if (await this.keys.isLastOfOperators(keyId)) throw lastOperatorKey();
    await handle(this.store, apiKey, ledgerStream(keyId, workspaceId), { command: { type: 'revoke' }, meta });
  }
}
