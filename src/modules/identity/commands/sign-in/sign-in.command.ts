import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide } from '#ledger/events/decide.js';
import { DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream } from '../../domain/users/user.events.js';
import { Passwords } from '../../queries/sign-in/passwords.js';
import { OutdatedHashes } from '../../store/sign-in/outdated-hashes.js';
import { SignInFailures } from '../../store/sign-in/sign-in-failures.js';
import { CheckSecondFactor } from '../second-factor/check-second-factor.js';
import { PasswordPolicy } from './password-policy.js';
import { NewSession, type StartedSession } from './new-session.js';
import { PasswordHashes } from './password-hashes.js';

/** Starts a session for a person with a password. An unknown address, a user without a password and a wrong password get the same answer after the same work. */
export class SignIn extends Command<StartedSession> {
  constructor(
    readonly meta: EventMeta,
    readonly given: { readonly email: string; readonly password: string; readonly code?: string | undefined; readonly isKept: boolean },
  ) {
    super();
  }
}

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    private readonly store: EventStore,
    private readonly policy: PasswordPolicy,
    private readonly passwords: Passwords,
    private readonly hashes: PasswordHashes,
    private readonly failures: SignInFailures,
    private readonly outdated: OutdatedHashes,
    private readonly sessions: NewSession,
    private readonly secondFactor: CheckSecondFactor,
  ) {}

  async execute({ meta, given: { email, password, code, isKept } }: SignIn): Promise<StartedSession> {
    this.policy.requirePasswords(email);
    const counted = await this.failures.take(email);
    const { found, isRight, isOutdated } = await this.failures.during(counted, async () => {
      const known = await this.passwords.byEmail(email);
      return { found: known, ...(await this.hashes.check(password, known?.password?.hash)) };
    });
    if (!isRight || found?.password === undefined || found.user.suspended) {
      throw wrongPassword();
    }
    await this.failures.giveBack(counted);
    const used = await this.secondFactor.atSignIn(found.user, code);
    await this.failures.forget(email);
    const { userId, passwordId } = found.password;
    if (isOutdated) await this.outdated.replace(found.password, await this.hashes.hash(password));
    const start = { userId, by: { passwordId }, method: 'password', isKept, source: meta } as const;
    return decide(
      this.store,
      async (unit) => {
        if (used.length > 0) await unit.on(userStream.at(userId), user, () => used);
        return this.sessions.start(unit, start);
      },
      { meta: { ...meta, actorId: userId } },
    );
  }
}

/** One text for all reasons: it does not tell who has an account. */
export function wrongPassword(): DomainError {
  return new DomainError('unauthenticated', 'UNAUTHORIZED', 'The e-mail address or the password is wrong');
}
