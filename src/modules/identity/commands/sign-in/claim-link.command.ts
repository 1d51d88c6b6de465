import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide } from '#ledger/events/decide.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { duplicateEmail } from '../../domain/users/user.errors.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream, type SignInLinkKind } from '../../domain/users/user.events.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { SignInLinks } from '../../queries/sign-in/sign-in-links.js';
import { SignInFailures } from '../../store/sign-in/sign-in-failures.js';
import { withoutDuplicate } from '../without-duplicate.js';
import { CheckSecondFactor } from '../second-factor/check-second-factor.js';
import { NewSession, type StartedSession } from './new-session.js';
import { SetPassword } from './set-password.js';

/** Sets a password with a link, and signs the person in. A link counts once: of two claims at the same moment, one has an effect. */
export class ClaimLink extends Command<StartedSession> {
  constructor(
    readonly meta: EventMeta,
    readonly kind: SignInLinkKind,
    readonly given: {
      readonly token: string;
      readonly password: string;
      readonly name?: string | undefined;
      /** Of setup links alone. */
      readonly email?: string | undefined;
      /** Of the second factor, if the user has one: a link replaces the password alone. */
      readonly code?: string | undefined;
      readonly isKept: boolean;
    },
  ) {
    super();
  }
}

@CommandHandler(ClaimLink)
export class ClaimLinkHandler implements ICommandHandler<ClaimLink> {
  constructor(
    private readonly store: EventStore,
    private readonly links: SignInLinks,
    private readonly views: IdentityViews,
    private readonly passwords: SetPassword,
    private readonly failures: SignInFailures,
    private readonly sessions: NewSession,
    private readonly secondFactor: CheckSecondFactor,
  ) {}

  async execute({ meta, kind, given: { token, password, name, email, code, isKept } }: ClaimLink): Promise<StartedSession> {
    const { userId } = await this.links.claimed(kind, token);
    const owner = await this.views.getUser(userId);
    if (owner.suspended) throw notFound('Link');
    const hash = await this.passwords.hash(password, { email: email ?? owner.email, name: name ?? owner.name }, 'password');
    const used = await this.secondFactor.atSignIn(owner, code);
    const by = `${kind}-link` as const;
    const claim = (): Promise<StartedSession> =>
      decide(
        this.store,
        async (unit) => {
          const passwordId = await this.passwords.apply(unit, { userId, hash, by, name, email });
          if (used.length > 0) await unit.on(userStream.at(userId), user, () => used);
          // Of two claims at the same moment, the second finds no link any more.
          await this.links.claimed(kind, token);
          return this.sessions.start(unit, { userId, by: { passwordId }, method: by, isKept, source: meta });
        },
        { meta: { ...meta, actorId: userId } },
      );
    const started = await withoutDuplicate('user_account_email', duplicateEmail, claim);
    await this.failures.forget(email ?? owner.email);
    return started;
  }
}
