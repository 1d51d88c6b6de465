import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import { type Caller, type Permission, includesPermission } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { forbidden } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { apiKey } from '../../domain/keys/api-key.decider.js';
import { apiKeyStream } from '../../domain/keys/api-key.events.js';
import { duplicateKeyName } from '../../domain/keys/api-key.errors.js';
import { type KeyOwner, keyHolder, requireKeyChange } from '../../domain/keys/key-owner.js';
import type { KeyArea } from '../../domain/keys/key-scope.js';
import { ApiKeyViews } from '../../queries/keys/api-key-views.js';
import { IdentityViews } from '../../queries/identity-views.js';
import type { IssuedApiKey } from '../../projections/views.js';
import { KeyMint } from './key-mint.js';
import { type WantedTerms, grantedTerms } from './key-terms.js';
import { withoutDuplicate } from '../without-duplicate.js';

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

@CommandHandler(IssueApiKey)
export class IssueApiKeyHandler implements ICommandHandler<IssueApiKey> {
  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly mint: KeyMint,
    private readonly views: IdentityViews,
    private readonly keys: ApiKeyViews,
  ) {}

  async execute({ caller, meta, owner, key }: IssueApiKey): Promise<IssuedApiKey> {
    requireKeyChange(caller, owner);
    if (key.scope !== null && !includesPermission(caller.limits.scope, key.scope)) {
      throw forbidden(`scopes of the key must not include ${key.scope}: the API key in use has ${caller.limits.scope}`);
    }
    const terms = grantedTerms(caller, key);
    const { userId, workspaceId } = keyHolder(caller, owner);
    if (owner.kind === 'user') await this.views.getUser(userId);
    const id = this.ids.next();
    const { value, displayKey, secret } = this.mint.mint(id);
    const kind = workspaceId === null ? 'personal' : 'workspace';
    const at = this.clock.now().toISOString();
    const command = { type: 'issue', kind, ...key, ...terms, userId, workspaceId, displayKey, at } as const;
    await withoutDuplicate('api_key_name', duplicateKeyName, () =>
      decide(this.store, on(apiKeyStream.at(id, workspaceId), apiKey, command), { meta, writes: [secret] }),
    );
    return { ...(await this.keys.get(id)), key: value };
  }
}
