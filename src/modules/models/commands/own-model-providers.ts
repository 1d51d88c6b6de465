import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { requireReach, type Caller, type Permission } from '#kernel/caller.js';
import { conflict, invalidField, notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { UniqueConflict } from '#ledger/events/event-store.js';
import { plainRefusal } from '#world/outbound/private-address.js';
import { ModelProviderRows, type ModelProviderRow } from '../queries/model-provider-rows.js';
import { OperatorProviders } from '../providers/operator-providers.js';
import { foreignPort, notSecure } from './provider-input.js';

const mostProviders = 100;

/** What the commands of model providers have in common. */
@Injectable()
export class OwnModelProviders {
  constructor(
    private readonly rows: ModelProviderRows,
    private readonly config: Config,
    private readonly operator: OperatorProviders,
  ) {}

  /** @throws DomainError not-found for a stranger, forbidden for a member with too little permission */
  async reach(caller: Caller, id: string, needed: Permission): Promise<ModelProviderRow> {
    const row = isId(id) ? await this.rows.find(id) : undefined;
    if (row === undefined) throw notFound('Model provider');
    requireReach(caller, row.workspaceId, needed, 'Model provider');
    return row;
  }

  async view(id: string): Promise<ModelProviderRow> {
    const row = await this.rows.find(id);
    if (row === undefined) throw notFound('Model provider');
    return row;
  }

  /** A key must not travel in the clear, except within the networks of the operator. @throws DomainError invalid */
  async requireSecure(baseUrl: string): Promise<void> {
    const url = new URL(baseUrl);
    if (url.protocol === 'https:') return;
    const refusal = await plainRefusal(url, this.config.outboundAllow);
    if (refusal === 'port') throw foreignPort(url);
    if (refusal !== undefined) throw notSecure();
  }

  /** Policies name providers: an own address must not have the name of a provider of the operator. @throws DomainError conflict */
  requireOwnName(name: string): void {
    const isTaken = this.operator.providers.some((provider) => provider.name.toLowerCase() === name.toLowerCase());
    if (isTaken) throw conflict('DUPLICATE_NAME', 'A model provider of the operator has that name');
  }

  /** @throws DomainError invalid */
  async requireRoom(workspaceId: string): Promise<void> {
    const { length } = await this.rows.of(workspaceId);
    if (length >= mostProviders)
      throw invalidField('workspaceId', `A workspace may have at most ${mostProviders} model providers`, 'out_of_range');
  }
}

/** @throws DomainError conflict if the name is taken, else the error itself */
export function nameConflict(error: unknown): unknown {
  if (!(error instanceof UniqueConflict) || error.constraint !== 'model_provider_name') return error;
  return conflict('DUPLICATE_NAME', 'A model provider of that name exists in the workspace already');
}
