import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { invalidField, notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { isId, nilId } from '#kernel/ids.js';
import type { ReplayFilter } from '../../domain/delivery-replay.events.js';
import { DeliveryReplays, type StoredReplay } from '../../store/deliveries/delivery-replays.js';

/**
 * Begins to repeat all deliveries of a workspace that match, with the active version or the draft of their workflow.
 * @throws DomainError forbidden; invalid when too many match; conflict while another bulk replay of the workspace runs
 */
export class RequestReplay extends Command<StoredReplay> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly replay: { readonly filter: ReplayFilter; readonly usesDraft: boolean },
  ) {
    super();
  }
}

@CommandHandler(RequestReplay)
export class RequestReplayHandler implements ICommandHandler<RequestReplay> {
  constructor(private readonly replays: DeliveryReplays) {}

  async execute({ caller, meta, workspaceId, replay }: RequestReplay): Promise<StoredReplay> {
    requireWorkspace(caller, workspaceId, 'write');
    for (const field of ['triggerId', 'workflowId'] as const) {
      if (!isId(replay.filter[field] ?? nilId)) throw invalidField(field, `${field} must be an id, as lists of the API show it`);
    }
    const stored = await this.replays.find(await this.replays.add({ workspaceId, ...replay, meta }));
    if (stored === undefined) throw notFound('Replay');
    return stored;
  }
}
