import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SessionCaller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { session } from '../../domain/sign-in/session.decider.js';
import { sessionStream } from '../../domain/sign-in/session.events.js';
import { Identities } from '../../queries/oidc/identities.js';
import { NewSession } from '../sign-in/new-session.js';
import type { Attempt } from './attempt.js';
import { OidcExchange } from './oidc-exchange.js';
import { isOtherAccount } from './oidc-refusals.js';

/** A person in a session has signed in again at their provider. @returns the new value of the cookie: the former one ends */
export class ConfirmByProvider extends Command<string> {
  constructor(
    readonly caller: SessionCaller,
    readonly meta: EventMeta,
    readonly attempt: Attempt,
    readonly answer: string,
  ) {
    super();
  }
}

@CommandHandler(ConfirmByProvider)
export class ConfirmByProviderHandler implements ICommandHandler<ConfirmByProvider> {
  constructor(
    private readonly store: EventStore,
    private readonly exchange: OidcExchange,
    private readonly identities: Identities,
    private readonly sessions: NewSession,
  ) {}

  async execute({ caller, meta, attempt, answer }: ConfirmByProvider): Promise<string> {
    const { issuer, subject } = await this.exchange.finish(attempt, answer);
    const { sessionId } = caller.credential;
    return decide(
      this.store,
      async (unit) => {
        await unit.on(sessionStream.at(sessionId), session, () => [{ type: 'confirm' } as const]);
        const identity = await this.identities.at(issuer, subject);
        if (identity?.userId !== caller.userId) throw isOtherAccount();
        return this.sessions.renew(unit, sessionId);
      },
      { meta },
    );
  }
}
