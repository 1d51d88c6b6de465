import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { includesPermission } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { forbidden } from '#kernel/errors.js';
import { Ids } from '#kernel/ids.js';
import { apiKey } from '../domain/api-key.decider.js';
import { duplicateKeyName } from '../domain/api-key.errors.js';
import { keyHolder, requireKeyChange } from '../domain/key-owner.js';
import { ApiKeyViews } from '../queries/api-key-views.js';
import { IdentityViews } from '../queries/identity-views.js';
import type { IssuedApiKey } from '../queries/views.js';
import { KeyMint } from './key-mint.js';
import { grantedTerms } from './key-terms.js';
import { ledgerStream } from './stream.js';
import { withoutDuplicate } from './without-duplicate.js';
import { IssueApiKey } from './issue-api-key.command.js';

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
    if (key.scope !== null && !includesPermission(caller.scope, key.scope)) {
      throw forbidden(`scopes of the key must not include ${key.scope}: the API key in use has ${caller.scope}`);
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
      handle(this.store, apiKey, ledgerStream(id, workspaceId), { command, meta, writes: [secret] }),
    );
    return { ...(await this.keys.get(id)), key: value };
  }
}
