import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide } from '#ledger/events/decide.js';
import type { SessionCaller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { session } from '../../domain/sign-in/session.decider.js';
import { sessionStream } from '../../domain/sign-in/session.events.js';
import { user, type UserCommand } from '../../domain/users/user.decider.js';
import { userStream } from '../../domain/users/user.events.js';
import { Passwords } from '../../queries/sign-in/passwords.js';
import { CheckSecondFactor } from '../second-factor/check-second-factor.js';
import { CheckPassword } from './check-password.js';
import { NewSession } from './new-session.js';

/** A person in a session proves again who they are. @returns the new value of the cookie: the former one ends */
export class ConfirmSession extends Command<string> {
  constructor(
    readonly caller: SessionCaller,
    readonly meta: EventMeta,
    readonly proof: { readonly password: string } | { readonly code: string },
  ) {
    super();
  }
}

@CommandHandler(ConfirmSession)
export class ConfirmSessionHandler implements ICommandHandler<ConfirmSession> {
  constructor(
    private readonly store: EventStore,
    private readonly passwords: CheckPassword,
    private readonly sessions: NewSession,
    private readonly secondFactor: CheckSecondFactor,
    private readonly known: Passwords,
  ) {}

  async execute({ caller, meta, proof }: ConfirmSession): Promise<string> {
    const { userId } = caller;
    const { passwordId, used } = await this.#proved(userId, proof);
    const { sessionId } = caller.credential;
    return decide(
      this.store,
      async (unit) => {
        if (used.length > 0) await unit.on(userStream.at(userId), user, () => used);
        await unit.on(sessionStream.at(sessionId), session, () => [
          { type: 'confirm', ...(passwordId === undefined ? {} : { passwordId }) } as const,
        ]);
        return this.sessions.renew(unit, sessionId);
      },
      { meta },
    );
  }

  async #proved(
    userId: string,
    proof: ConfirmSession['proof'],
  ): Promise<{ readonly passwordId?: string; readonly used: readonly UserCommand[] }> {
    if ('password' in proof) return { ...(await this.passwords.of(userId, proof.password)), used: [] };
    const used = await this.secondFactor.inSession(userId, proof.code);
    const known = await this.known.of(userId);
    return known === undefined ? { used } : { passwordId: known.passwordId, used };
  }
}
