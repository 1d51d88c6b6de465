import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { type ChunkingConfig, chunkingConfig } from '../domain/text/chunking-config.js';
import { knowledgeBase } from '../domain/knowledge-base.decider.js';
import { knowledgeBaseStream } from '../domain/knowledge-base.events.js';
import { type KnowledgePlace, KnowledgeViews } from '../queries/knowledge-views.js';
import type { KnowledgeBaseView } from '../queries/views.js';
import { Embedder } from '#modules/models/index.js';
import { nameConflict } from './knowledge-base-name.js';

export interface KnowledgeBaseChanges {
  readonly name?: string;
  readonly description?: string;
  /** Fields that are absent keep their value. */
  readonly chunkingConfig?: Partial<ChunkingConfig>;
  /** Null: the model of `SLUICE_EMBEDDINGS_URL`. */
  readonly embeddingModel?: string | null;
}

export class ChangeKnowledgeBase extends Command<KnowledgeBaseView> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
    readonly changes: KnowledgeBaseChanges,
  ) {
    super();
  }
}

@CommandHandler(ChangeKnowledgeBase)
export class ChangeKnowledgeBaseHandler implements ICommandHandler<ChangeKnowledgeBase> {
  constructor(
    private readonly store: EventStore,
    private readonly views: KnowledgeViews,
    private readonly clock: Clock,
    private readonly embedder: Embedder,
  ) {}

  async execute({
    place,
    meta,
    changes: { chunkingConfig: chunking, embeddingModel: model, ...texts },
  }: ChangeKnowledgeBase): Promise<KnowledgeBaseView> {
    const { workspaceId } = place;
    const { id, chunkingConfig: before } = await this.views.base(place, 'write');
    const embeddingModel = typeof model === 'string' ? await this.embedder.named(model, workspaceId) : model;
    const changes = {
      ...texts,
      ...(chunking === undefined ? {} : { chunkingConfig: chunkingConfig({ ...before, ...chunking }) }),
      ...(embeddingModel === undefined ? {} : { embeddingModel }),
    };
    const command = { type: 'change', changes, at: this.clock.iso() } as const;
    await decide(this.store, on(knowledgeBaseStream.at(id, workspaceId), knowledgeBase, command), { meta }).catch((error: unknown) => {
      throw nameConflict(error, texts.name);
    });
    const [view] = await this.views.counted(await this.views.bases(workspaceId, [id]));
    if (view === undefined) throw notFound('Knowledge base');
    return view;
  }
}
