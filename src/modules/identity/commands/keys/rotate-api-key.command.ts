import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore, StreamConflict, appendTo } from '#ledger/events/event-store.js';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { fold } from '#kernel/decider.js';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { apiKey } from '../../domain/keys/api-key.decider.js';
import { apiKeyStream } from '../../domain/keys/api-key.events.js';
import { type KeyOwner, requireKeyChange } from '../../domain/keys/key-owner.js';
import { ApiKeyViews } from '../../queries/keys/api-key-views.js';
import type { IssuedApiKey } from '../../projections/views.js';
import { KeyValues } from '../../store/key-values.js';
import { KeyMint } from './key-mint.js';
import { requireWithinOwnTerms } from './key-terms.js';

/** Gives a key another value; its id and settings stay. The former value is accepted until the overlap ends. */
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

@CommandHandler(RotateApiKey)
export class RotateApiKeyHandler implements ICommandHandler<RotateApiKey> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly mint: KeyMint,
    private readonly keys: ApiKeyViews,
    private readonly values: KeyValues,
  ) {}

  async execute({ caller, meta, owner, rotation: { keyId, overlapSeconds } }: RotateApiKey): Promise<IssuedApiKey> {
    requireKeyChange(caller, owner);
    const { workspaceId, ...terms } = await this.keys.getOf(caller, owner, keyId);
    requireWithinOwnTerms(caller, terms);
    const history = await this.store.read(apiKeyStream, keyId);
    const { value, displayKey, secret } = this.mint.mint(keyId);
    const now = this.clock.now();
    const formerUntil = new Date(now.getTime() + overlapSeconds * 1000).toISOString();
    const events = apiKey.decide({ type: 'rotate', displayKey, formerUntil, at: now.toISOString() }, fold(apiKey, history));
    const writes = [secret, ...(await this.values.retired(keyId, formerUntil))];
    const rotated = appendTo(apiKeyStream.at(keyId, workspaceId), { expected: history.length, events, meta });
    try {
      await this.store.append({ streams: [rotated], writes });
    } catch (error) {
      // No retry: it would retire a value that another caller has just been given.
      if (error instanceof StreamConflict) throw conflict('CONFLICT', 'The API key was changed at the same time');
      throw error;
    }
    return { ...(await this.keys.get(keyId)), key: value };
  }
}
