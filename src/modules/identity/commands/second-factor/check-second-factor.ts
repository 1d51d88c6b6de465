import { Injectable } from '@nestjs/common';
import { DomainError, forbidden } from '#kernel/errors.js';
import type { UserCommand } from '../../domain/users/user.decider.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { SecondFactors, type UsedCode } from '../../store/sign-in/second-factors.js';
import { SignInFailures } from '../../store/sign-in/sign-in-failures.js';

/** Asks people for a code of their second factor. Wrong codes count as wrong passwords do, and together with them. */
@Injectable()
export class CheckSecondFactor {
  constructor(
    private readonly factors: SecondFactors,
    private readonly failures: SignInFailures,
    private readonly views: IdentityViews,
  ) {}

  /**
   * For a person who has proved the first factor. Without a second one there is nothing to ask.
   * @returns what the use of the code is for the user
   * @throws DomainError unauthenticated with the code SECOND_FACTOR_REQUIRED for an absent code, a wrong one and one that was used; limited
   */
  async atSignIn(
    { id, email }: { readonly id: string; readonly email: string },
    code: string | undefined,
  ): Promise<readonly UserCommand[]> {
    const row = await this.factors.of(id);
    if (row?.isOn !== true) return [];
    if (code === undefined) throw required('This account has a second factor: enter the code of the authenticator app, or a recovery code');
    const counted = await this.failures.take(email);
    const used = await this.failures.during(counted, () => this.factors.use(row, code));
    if (used === undefined) throw required('The code is wrong or was used: enter the one that the app shows now');
    await this.failures.giveBack(counted);
    return commandsOf(used);
  }

  /** For a person in a session who proves again who they are. @throws DomainError forbidden with the code WRONG_CODE; limited */
  async inSession(userId: string, code: string): Promise<readonly UserCommand[]> {
    const { email } = await this.views.getUser(userId);
    const row = await this.factors.of(userId);
    if (row?.isOn !== true) throw forbidden('This account has no second factor: confirm with the password', 'WRONG_CODE');
    const counted = await this.failures.take(email);
    const used = await this.failures.during(counted, () => this.factors.use(row, code));
    if (used !== undefined) {
      await this.failures.giveBack(counted);
      return commandsOf(used);
    }
    throw forbidden('The code is wrong or was used: enter the one that the app shows now', 'WRONG_CODE');
  }
}

function commandsOf(used: UsedCode): readonly UserCommand[] {
  return used.of === 'app' ? [] : [{ type: 'use-recovery-code', left: used.left }];
}

function required(message: string): DomainError {
  return new DomainError('unauthenticated', 'SECOND_FACTOR_REQUIRED', message);
}
