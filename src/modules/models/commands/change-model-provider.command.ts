import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { modelProvider } from '../domain/model-provider.decider.js';
import { modelProviderStream } from '../domain/model-provider.events.js';
import type { ModelProviderRow } from '../queries/model-provider-rows.js';
import { nameConflict, OwnModelProviders } from './own-model-providers.js';
import { readProvider, type ProviderInput } from './provider-input.js';

/** Changes what is given. An address of another origin needs the key again. */
export class ChangeModelProvider extends Command<ModelProviderRow> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
    readonly changes: ProviderInput,
  ) {
    super();
  }
}

@CommandHandler(ChangeModelProvider)
export class ChangeModelProviderHandler implements ICommandHandler<ChangeModelProvider> {
  constructor(
    private readonly store: EventStore,
    private readonly own: OwnModelProviders,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id, changes: written }: ChangeModelProvider): Promise<ModelProviderRow> {
    const changes = readProvider(written);
    const { workspaceId, name } = await this.own.reach(caller, id, 'admin');
    if (changes.name !== undefined && changes.name !== name) this.own.requireOwnName(changes.name);
    if (changes.baseUrl !== undefined) await this.own.requireSecure(changes.baseUrl);
    const command = { type: 'change', changes, at: this.clock.iso() } as const;
    await decide(this.store, on(modelProviderStream.at(id, workspaceId), modelProvider, command), { meta }).catch((error: unknown) => {
      throw nameConflict(error);
    });
    return this.own.view(id);
  }
}
