import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { notFound } from '#kernel/errors.js';
import { apiKey } from '../domain/api-key.decider.js';
import { keyHolder, requireKeyManagement } from '../domain/key-owner.js';
import { IdentityViews } from '../queries/identity-views.js';
import { ledgerStream } from './stream.js';
import { RevokeApiKey } from './revoke-api-key.command.js';

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, meta, owner, keyId }: RevokeApiKey): Promise<void> {
    requireKeyManagement(caller, owner);
    const key = await this.views.getApiKey(keyId);
    const { userId, workspaceId } = keyHolder(caller, owner);
    const isTheirs = key.workspaceId === workspaceId && (workspaceId !== null || key.userId === userId);
    if (!isTheirs) throw notFound('API key');
    await handle(this.store, apiKey, ledgerStream(keyId, workspaceId), { command: { type: 'revoke' }, meta });
  }
}
