import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide } from '#ledger/events/decide.js';
import type { SessionCaller } from '#kernel/caller.js';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { Passwords } from '../../queries/sign-in/passwords.js';
import { CheckPassword } from './check-password.js';
import { NewSession } from './new-session.js';
import { SetPassword } from './set-password.js';

/** Ends all other sessions of the user. @returns the new value of the cookie of this one */
export class ChangePassword extends Command<string> {
  constructor(
    readonly caller: SessionCaller,
    readonly meta: EventMeta,
    readonly given: { readonly password: string; readonly newPassword: string },
  ) {
    super();
  }
}

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
    private readonly check: CheckPassword,
    private readonly passwords: Passwords,
    private readonly setPassword: SetPassword,
    private readonly sessions: NewSession,
  ) {}

  async execute({ caller, meta, given: { password, newPassword } }: ChangePassword): Promise<string> {
    const { userId } = caller;
    const { passwordId } = await this.check.of(userId, password);
    const hash = await this.setPassword.hash(newPassword, await this.views.getUser(userId), 'newPassword');
    const keptSession = caller.credential.sessionId;
    return decide(
      this.store,
      async (unit) => {
        await this.setPassword.apply(unit, { userId, hash, by: 'user', keptSession });
        const present = await this.passwords.of(userId);
        if (present?.passwordId !== passwordId) throw conflict('CONFLICT', 'The password was changed elsewhere at the same time');
        return this.sessions.renew(unit, keptSession);
      },
      { meta },
    );
  }
}
