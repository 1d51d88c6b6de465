import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { knowledgeBase } from '../domain/knowledge-base.decider.js';
import { knowledgeBaseStream } from '../domain/knowledge-base.events.js';
import { type KnowledgePlace, KnowledgeViews } from '../queries/knowledge-views.js';
import { DocumentRemoval } from './document-removal.js';

/** Deletes a knowledge base with all its documents. */
export class DeleteKnowledgeBase extends Command<void> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
  ) {
    super();
  }
}

const mostAtOnce = 100;

@CommandHandler(DeleteKnowledgeBase)
export class DeleteKnowledgeBaseHandler implements ICommandHandler<DeleteKnowledgeBase> {
  constructor(
    private readonly store: EventStore,
    private readonly views: KnowledgeViews,
    private readonly removal: DocumentRemoval,
    private readonly clock: Clock,
  ) {}

  async execute({ place, meta }: DeleteKnowledgeBase): Promise<void> {
    const { id, workspaceId } = await this.views.base(place, 'write');
    await this.#delete(id, workspaceId, meta);
    // Its documents can no longer be reached. Housekeeping removes those that this call leaves.
    await this.removal.removeSome(id);
  }

  /** Deletes the knowledge bases of deleted workspaces. */
  async forgetEnded(): Promise<void> {
    for (const { id, workspaceId } of await this.views.ofDeletedWorkspaces(mostAtOnce)) {
      await this.#delete(id, workspaceId, {}).catch((error: unknown) => {
        // Another process has deleted it.
        if (!(error instanceof DomainError) || error.kind !== 'not-found') throw error;
      });
    }
  }

  async #delete(id: string, workspaceId: string, meta: EventMeta): Promise<void> {
    const command = { type: 'delete', at: this.clock.iso() } as const;
    await decide(this.store, on(knowledgeBaseStream.at(id, workspaceId), knowledgeBase, command), { meta });
  }
}
