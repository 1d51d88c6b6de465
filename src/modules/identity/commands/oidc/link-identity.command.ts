import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SessionCaller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { user } from '../../domain/users/user.decider.js';
import { identityTaken } from '../../domain/users/user.errors.js';
import { userStream } from '../../domain/users/user.events.js';
import { withoutDuplicate } from '../without-duplicate.js';
import type { Attempt } from './attempt.js';
import { OidcExchange } from './oidc-exchange.js';
import { addressIsNotVerified } from './oidc-refusals.js';

/** A person in a session signs in with this account at a provider from now on, whatever its address. */
export class LinkIdentity extends Command<void> {
  constructor(
    readonly caller: SessionCaller,
    readonly meta: EventMeta,
    readonly attempt: Attempt,
    readonly answer: string,
  ) {
    super();
  }
}

@CommandHandler(LinkIdentity)
export class LinkIdentityHandler implements ICommandHandler<LinkIdentity> {
  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
    private readonly exchange: OidcExchange,
  ) {}

  async execute({ caller: { userId }, meta, attempt, answer }: LinkIdentity): Promise<void> {
    const { issuer, subject, email, isEmailVerified } = await this.exchange.finish(attempt, answer);
    if (email === null || !isEmailVerified) throw addressIsNotVerified();
    const link = { type: 'link-identity', identityId: this.ids.next(), provider: attempt.providerId, issuer, subject, email } as const;
    await withoutDuplicate('user_identity_subject', identityTaken, () =>
      decide(this.store, on(userStream.at(userId), user, link), { meta }),
    );
  }
}
