import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { modelProvider } from '../domain/model-provider.decider.js';
import { modelProviderStream } from '../domain/model-provider.events.js';
import { ModelProviderRows } from '../queries/model-provider-rows.js';
import { OwnModelProviders } from './own-model-providers.js';

export class DeleteModelProvider extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
  ) {
    super();
  }
}

const mostAtOnce = 100;

@CommandHandler(DeleteModelProvider)
export class DeleteModelProviderHandler implements ICommandHandler<DeleteModelProvider> {
  constructor(
    private readonly store: EventStore,
    private readonly own: OwnModelProviders,
    private readonly rows: ModelProviderRows,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id }: DeleteModelProvider): Promise<void> {
    const { workspaceId } = await this.own.reach(caller, id, 'admin');
    await this.#delete(id, workspaceId, meta);
  }

  /** Deletes the providers of deleted workspaces. */
  async forgetEnded(): Promise<void> {
    for (const { id, workspaceId } of await this.rows.ofDeletedWorkspaces(mostAtOnce)) await this.#delete(id, workspaceId, {});
  }

  async #delete(id: string, workspaceId: string, meta: EventMeta): Promise<void> {
    const command = { type: 'delete', at: this.clock.iso() } as const;
    await decide(this.store, on(modelProviderStream.at(id, workspaceId), modelProvider, command), { meta });
  }
}
