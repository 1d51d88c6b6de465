import { Injectable } from '@nestjs/common';
import { DomainError } from '#kernel/errors.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { Passwords } from '../../queries/sign-in/passwords.js';
import { SignInFailures } from '../../store/sign-in/sign-in-failures.js';
import type { UserPasswordRow } from '../../store/sign-in/user-password.entity.js';
import { PasswordHashes } from './password-hashes.js';

/** Asks a person who is signed in for their password once more. Wrong ones count as those of a sign-in do. */
@Injectable()
export class CheckPassword {
  constructor(
    private readonly views: IdentityViews,
    private readonly passwords: Passwords,
    private readonly hashes: PasswordHashes,
    private readonly failures: SignInFailures,
  ) {}

  /** @throws DomainError forbidden for a wrong password: the session itself stays; limited after too many of them */
  async of(userId: string, password: string): Promise<UserPasswordRow> {
    const { email } = await this.views.getUser(userId);
    const counted = await this.failures.take(email);
    const { known, isRight } = await this.failures.during(counted, async () => {
      const found = await this.passwords.of(userId);
      return { known: found, ...(await this.hashes.check(password, found?.hash)) };
    });
    if (!isRight || known === undefined) {
      throw new DomainError('forbidden', 'WRONG_PASSWORD', 'The password is wrong');
    }
    await this.failures.forget(email);
    return known;
  }
}
