import { Injectable } from '@nestjs/common';
import { MailSender } from '#world/mail/mail-sender.js';

/** Which proofs of visitors this server can ask for, beside passwords. */
@Injectable()
export class VisitorProofs {
  constructor(private readonly mail: MailSender) {}

  /** Why no chat may use this proof here; undefined if one may. */
  lackFor(authType: 'email' | 'sso'): string | undefined {
    if (authType === 'sso') return 'must be public, password or email: this server cannot ask an identity provider';
    if (this.mail.isConfigured) return undefined;
    return 'must be public or password: this server sends no mail until SLUICE_SMTP_URL and SLUICE_SMTP_FROM are set';
  }
}
