import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { apiKey } from '../../domain/keys/api-key.decider.js';
import { apiKeyStream } from '../../domain/keys/api-key.events.js';
import { type KeyOwner, requireKeyChange } from '../../domain/keys/key-owner.js';
import { ApiKeyViews } from '../../queries/keys/api-key-views.js';
import { LastOperator } from '../users/last-operator.js';

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

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(
    private readonly store: EventStore,
    private readonly keys: ApiKeyViews,
    private readonly lastOperator: LastOperator,
  ) {}

  async execute({ caller, meta, owner, keyId }: RevokeApiKey): Promise<void> {
    requireKeyChange(caller, owner);
    const { kind, scope, workspaceId } = await this.keys.getOf(caller, owner, keyId);
    const revoke = (): Promise<unknown> =>
      decide(this.store, on(apiKeyStream.at(keyId, workspaceId), apiKey, { type: 'revoke' }), { meta });
    await (kind === 'personal' && scope === 'admin' ? this.lastOperator.keepsKey(keyId, revoke) : revoke());
  }
}
