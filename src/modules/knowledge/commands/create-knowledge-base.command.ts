import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { type ChunkingConfig, chunkingConfig } from '../domain/text/chunking-config.js';
import { knowledgeBase } from '../domain/knowledge-base.decider.js';
import { knowledgeBaseStream } from '../domain/knowledge-base.events.js';
import { KnowledgeViews } from '../queries/knowledge-views.js';
import type { KnowledgeBaseView } from '../queries/views.js';
import { Embedder } from '#modules/models/index.js';
import { nameConflict } from './knowledge-base-name.js';

export interface NewKnowledgeBase {
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string;
  readonly chunkingConfig: Partial<ChunkingConfig>;
  /** Null: the model of `SLUICE_EMBEDDINGS_URL`. */
  readonly embeddingModel: string | null;
}

export class CreateKnowledgeBase extends Command<KnowledgeBaseView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly details: NewKnowledgeBase,
  ) {
    super();
  }
}

@CommandHandler(CreateKnowledgeBase)
export class CreateKnowledgeBaseHandler implements ICommandHandler<CreateKnowledgeBase> {
  constructor(
    private readonly store: EventStore,
    private readonly views: KnowledgeViews,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly embedder: Embedder,
  ) {}

  async execute({
    caller,
    meta,
    details: { workspaceId, embeddingModel: model, ...given },
  }: CreateKnowledgeBase): Promise<KnowledgeBaseView> {
    const texts = { ...given, chunkingConfig: chunkingConfig(given.chunkingConfig) };
    requireWorkspace(caller, workspaceId, 'write');
    const details = { ...texts, ...(model === null ? {} : { embeddingModel: await this.embedder.named(model, workspaceId) }) };
    const id = this.ids.next();
    const command = { type: 'create', workspaceId, details, at: this.clock.iso() } as const;
    await decide(this.store, on(knowledgeBaseStream.at(id, workspaceId), knowledgeBase, command), { meta }).catch((error: unknown) => {
      throw nameConflict(error, given.name);
    });
    const [view] = await this.views.counted(await this.views.bases(workspaceId, [id]));
    if (view === undefined) throw notFound('Knowledge base');
    return view;
  }
}
