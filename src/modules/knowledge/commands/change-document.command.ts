import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import type { DocumentChanges } from '../domain/knowledge-document.decider.js';
import { type KnowledgePlace, KnowledgeViews } from '../queries/knowledge-views.js';
import type { DocumentView } from '../queries/views.js';
import { DocumentStreams } from '../store/document-streams.js';

export class ChangeDocument extends Command<DocumentView> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
    readonly documentId: string,
    readonly changes: DocumentChanges,
  ) {
    super();
  }
}

@CommandHandler(ChangeDocument)
export class ChangeDocumentHandler implements ICommandHandler<ChangeDocument> {
  constructor(
    private readonly views: KnowledgeViews,
    private readonly streams: DocumentStreams,
    private readonly clock: Clock,
  ) {}

  async execute({ place, meta, documentId, changes }: ChangeDocument): Promise<DocumentView> {
    const { workspaceId } = place;
    await this.views.document(place, documentId, 'write');
    await this.streams.change({ workspaceId, documentId, command: { type: 'change', changes, at: this.clock.iso() }, meta });
    return this.views.document(place, documentId, 'write');
  }
}
