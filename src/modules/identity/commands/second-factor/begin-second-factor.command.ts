import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCodeSecret } from '#host/secrets/passwords/one-time-code.js';
import type { SessionCaller } from '#kernel/caller.js';
import { secondFactorIsOn } from '../../domain/users/user.errors.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { SecondFactors } from '../../store/sign-in/second-factors.js';

/** What an authenticator app needs. It is shown once. */
export interface BegunSecondFactor {
  /** The secret in base32, for an app that cannot read the address. */
  readonly secret: string;
  /** The same as an address for authenticator apps (`otpauth://…`), for a QR code. */
  readonly uri: string;
}

/** Makes a secret for an authenticator app. It counts once a code of the app has confirmed it; until then the next one replaces it. */
export class BeginSecondFactor extends Command<BegunSecondFactor> {
  constructor(readonly caller: SessionCaller) {
    super();
  }
}

@CommandHandler(BeginSecondFactor)
export class BeginSecondFactorHandler implements ICommandHandler<BeginSecondFactor> {
  constructor(
    private readonly views: IdentityViews,
    private readonly factors: SecondFactors,
  ) {}

  async execute({ caller: { userId } }: BeginSecondFactor): Promise<BegunSecondFactor> {
    const { email } = await this.views.getUser(userId);
    const secret = newCodeSecret();
    if (!(await this.factors.begin(userId, secret))) throw secondFactorIsOn();
    return { secret, uri: `otpauth://totp/Sluice:${encodeURIComponent(email)}?secret=${secret}&issuer=Sluice` };
  }
}
