import { Injectable } from '@nestjs/common';
import { ProviderVisits } from '#modules/identity/index.js';
import { MailSender } from '#world/mail/mail-sender.js';

/** Which proofs of visitors this server can ask for, beside passwords. */
@Injectable()
export class VisitorProofs {
  constructor(
    private readonly mail: MailSender,
    private readonly visits: ProviderVisits,
  ) {}

  /** Why no chat may use this proof here; undefined if one may. */
  lackFor(authType: 'email' | 'sso'): string | undefined {
    if (authType === 'sso')
      return this.visits.arePossible
        ? undefined
        : 'must be public, password or email: this server has no provider of OpenID Connect until SLUICE_OIDC_FILE is set';
    if (this.mail.isConfigured) return undefined;
    return 'must be public or password: this server sends no mail until SLUICE_SMTP_URL and SLUICE_SMTP_FROM are set';
  }
}
