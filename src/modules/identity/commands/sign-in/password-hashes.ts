import { Injectable } from '@nestjs/common';
import { hashOfNothing, hashPassword, isOutdatedHash, isPassword } from '#host/secrets/passwords/password-hash.js';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { normalisedPassword } from '../../domain/sign-in/password-rules.js';

export interface PasswordCheck {
  readonly isRight: boolean;
  /** The hash has other parameters, or a former encryption key: it is to be replaced. */
  readonly isOutdated: boolean;
}

/** Hashes and checks the passwords of users, with a pepper. @throws InfrastructureFault while too many wait */
@Injectable()
export class PasswordHashes {
  /** What is checked for an account without a password. */
  readonly #substitute = hashOfNothing();

  constructor(private readonly digests: SignInDigests) {}

  hash(password: string): Promise<string> {
    return hashPassword(this.digests.password.digest(normalisedPassword(password)));
  }

  /** Without a hash the answer is no, after the same work. */
  async check(password: string, hash: string | undefined): Promise<PasswordCheck> {
    const known = hash ?? this.#substitute;
    const text = normalisedPassword(password);
    if (await isPassword(this.digests.password.digest(text), known)) return { isRight: true, isOutdated: isOutdatedHash(known) };
    for (const former of this.digests.password.formerDigests(text)) {
      if (await isPassword(former, known)) return { isRight: true, isOutdated: true };
    }
    return { isRight: false, isOutdated: false };
  }
}
