import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Attempt, AttemptPurpose } from './attempt.js';
import { OidcExchange } from './oidc-exchange.js';

/** Begins a visit to a provider. @returns where the person goes, and what the browser keeps meanwhile */
export class BeginAtProvider extends Command<{ readonly address: string; readonly attempt: Attempt }> {
  constructor(
    readonly providerId: string,
    readonly purpose: AttemptPurpose,
  ) {
    super();
  }
}

@CommandHandler(BeginAtProvider)
export class BeginAtProviderHandler implements ICommandHandler<BeginAtProvider> {
  constructor(private readonly exchange: OidcExchange) {}

  execute({ providerId, purpose }: BeginAtProvider): Promise<{ readonly address: string; readonly attempt: Attempt }> {
    return this.exchange.begin(providerId, purpose);
  }
}
