import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import { conflict, type DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream } from '../../domain/users/user.events.js';
import { InvitationLinks } from '../../queries/sign-in/invitation-links.js';
import { Passwords } from '../../queries/sign-in/passwords.js';
import { userPassword } from '../../store/sign-in/user-password.entity.js';
import { withoutDuplicate } from '../without-duplicate.js';
import { NewSession, type StartedSession } from '../sign-in/new-session.js';
import { PasswordPolicy } from '../sign-in/password-policy.js';
import { SetPassword } from '../sign-in/set-password.js';
import { AcceptInvitation } from './accept-invitation.js';

/** A new person accepts an invitation: they become a user with a password, a member, and are signed in, all in one append. */
export class ClaimInvitation extends Command<StartedSession> {
  constructor(
    readonly meta: EventMeta,
    readonly given: { readonly token: string; readonly password: string; readonly name?: string | undefined; readonly isKept: boolean },
  ) {
    super();
  }
}

@CommandHandler(ClaimInvitation)
export class ClaimInvitationHandler implements ICommandHandler<ClaimInvitation> {
  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly links: InvitationLinks,
    private readonly accepted: AcceptInvitation,
    private readonly known: Passwords,
    private readonly policy: PasswordPolicy,
    private readonly passwords: SetPassword,
    private readonly sessions: NewSession,
  ) {}

  async execute({ meta, given: { token, password, name: chosen, isKept } }: ClaimInvitation): Promise<StartedSession> {
    const { email } = await this.links.claimed(token);
    this.policy.requirePasswords(email);
    // A link must not give a password to a user who exists: those who invite see it too.
    if ((await this.known.byEmail(email)) !== undefined) throw signInFirst(email);
    const name = chosen ?? email;
    const hash = await this.passwords.hash(password, { email, name }, 'password');
    const [userId, passwordId] = [this.ids.next(), this.ids.next()];
    const claim = (): Promise<StartedSession> =>
      decide(
        this.store,
        async (unit) => {
          const invitation = await this.links.claimed(token);
          await unit.on(userStream.at(userId), user, () => [
            { type: 'create', email, name, isOperator: false } as const,
            { type: 'set-password', by: 'invitation' } as const,
          ]);
          unit.write([userPassword.put({ userId, passwordId, hash, setAt: this.clock.iso() })]);
          await this.accepted.apply(unit, invitation, userId);
          return this.sessions.start(unit, { userId, by: { passwordId }, method: 'invitation', isKept, source: meta });
        },
        { meta: { ...meta, actorId: userId } },
      );
    return withoutDuplicate('user_account_email', () => signInFirst(email), claim);
  }
}

function signInFirst(email: string): DomainError {
  return conflict('SIGN_IN_FIRST', `${email} is a user already: sign in as this user, then open the link again`);
}
