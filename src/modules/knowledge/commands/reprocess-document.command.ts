import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import { Signals } from '#ledger/signals/signals.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { documentWork } from '../jobs/document-work.js';
import { Budget } from '../ports/budget.js';
import { type KnowledgePlace, KnowledgeViews } from '../queries/knowledge-views.js';
import type { DocumentView } from '../queries/views.js';
import { DocumentStreams } from '../store/document-streams.js';

/** Reads a document again. Its existing chunks are searchable until then. */
export class ReprocessDocument extends Command<DocumentView> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
    readonly documentId: string,
  ) {
    super();
  }
}

@CommandHandler(ReprocessDocument)
export class ReprocessDocumentHandler implements ICommandHandler<ReprocessDocument> {
  constructor(
    private readonly views: KnowledgeViews,
    private readonly budget: Budget,
    private readonly streams: DocumentStreams,
    private readonly queue: WorkQueue,
    private readonly signals: Signals,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async execute({ place, meta, documentId }: ReprocessDocument): Promise<DocumentView> {
    const { workspaceId } = place;
    await this.views.document(place, documentId, 'write');
    await this.budget.afford(place.caller);
    const workId = this.ids.next();
    const work = this.queue.add(documentWork({ workId, documentId, workspaceId }), this.clock.now());
    const command = { type: 'reprocess', workId, at: this.clock.iso() } as const;
    await this.streams.change({ workspaceId, documentId, command, meta, writes: () => [work] });
    this.signals.send(workTopic);
    return this.views.document(place, documentId, 'write');
  }
}
