import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SessionCaller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { session } from '../../domain/sign-in/session.decider.js';
import { sessionStream } from '../../domain/sign-in/session.events.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream } from '../../domain/users/user.events.js';
import { Identities } from '../../queries/oidc/identities.js';

/** The user does not sign in with this account any more. Sessions that were started with it end. */
export class UnlinkIdentity extends Command<void> {
  constructor(
    readonly caller: SessionCaller,
    readonly meta: EventMeta,
    readonly identityId: string,
  ) {
    super();
  }
}

@CommandHandler(UnlinkIdentity)
export class UnlinkIdentityHandler implements ICommandHandler<UnlinkIdentity> {
  constructor(
    private readonly store: EventStore,
    private readonly identities: Identities,
  ) {}

  async execute({ caller: { userId }, meta, identityId }: UnlinkIdentity): Promise<void> {
    await decide(
      this.store,
      async (unit) => {
        await unit.on(userStream.at(userId), user, () => [{ type: 'unlink-identity', identityId } as const]);
        for (const id of await this.identities.sessionsOf(identityId)) {
          await unit.on(sessionStream.at(id), session, () => [{ type: 'end', reason: 'identity-unlinked' } as const]);
        }
      },
      { meta },
    );
  }
}
