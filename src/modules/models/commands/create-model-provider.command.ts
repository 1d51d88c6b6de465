import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { modelProvider } from '../domain/model-provider.decider.js';
import { modelProviderStream } from '../domain/model-provider.events.js';
import type { ModelProviderRow } from '../queries/model-provider-rows.js';
import { nameConflict, OwnModelProviders } from './own-model-providers.js';
import { readNewProvider, type ProviderInput } from './provider-input.js';

export class CreateModelProvider extends Command<ModelProviderRow> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly details: ProviderInput & { readonly workspaceId: string; readonly kind: unknown },
  ) {
    super();
  }
}

@CommandHandler(CreateModelProvider)
export class CreateModelProviderHandler implements ICommandHandler<CreateModelProvider> {
  constructor(
    private readonly store: EventStore,
    private readonly own: OwnModelProviders,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, details: { workspaceId, kind: writtenKind, ...input } }: CreateModelProvider): Promise<ModelProviderRow> {
    const { kind, settings } = readNewProvider(writtenKind, input);
    requireWorkspace(caller, workspaceId, 'admin');
    this.own.requireOwnName(settings.name);
    await this.own.requireSecure(settings.baseUrl);
    await this.own.requireRoom(workspaceId);
    const id = this.ids.next();
    const command = { type: 'create', workspaceId, kind, settings, at: this.clock.iso() } as const;
    await decide(this.store, on(modelProviderStream.at(id, workspaceId), modelProvider, command), { meta }).catch((error: unknown) => {
      throw nameConflict(error);
    });
    return this.own.view(id);
  }
}
