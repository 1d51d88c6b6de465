import { Injectable } from '@nestjs/common';
import { OperatorProviders } from './operator-providers.js';
import { placeOf } from './provider-place.js';
import { ProviderHealth, type OriginHealth } from './provider-health.js';

/** The circuit breakers of the providers of the operator, in this process. Those of workspaces are only for their members to see. */
@Injectable()
export class OperatorBreakers {
  constructor(
    private readonly operator: OperatorProviders,
    private readonly health: ProviderHealth,
  ) {}

  /** By the id of the provider. */
  states(): ReadonlyMap<string, OriginHealth['state']> {
    return new Map(this.operator.providers.map((provider) => [provider.id, this.health.of(placeOf(provider)).state]));
  }
}
