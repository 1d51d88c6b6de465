import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { forbidden } from '#kernel/errors.js';

/** Where people sign in at their provider alone. It depends on the domain of the address, so it does not reveal who has an account. */
@Injectable()
export class PasswordPolicy {
  constructor(private readonly config: Config) {}

  /** @throws DomainError forbidden with the code PASSWORD_OFF, which names the provider */
  requirePasswords(email: string): void {
    const domain = email.slice(email.indexOf('@') + 1);
    const provider = this.config.oidcProviders?.find(({ passwords, domains }) => passwords === 'off' && domains.includes(domain));
    if (provider !== undefined) throw forbidden(`People at ${domain} sign in with ${provider.name}`, 'PASSWORD_OFF');
  }
}
