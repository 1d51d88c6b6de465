import { Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { WorkerLoop } from '#ledger/work/worker-loop.js';
import { ModelsModule } from '#modules/models/index.js';
import { ChangeDocumentHandler } from './commands/change-document.command.js';
import { ChangeKnowledgeBaseHandler } from './commands/change-knowledge-base.command.js';
import { CreateKnowledgeBaseHandler } from './commands/create-knowledge-base.command.js';
import { DeleteDocumentHandler } from './commands/delete-document.command.js';
import { DeleteKnowledgeBaseHandler } from './commands/delete-knowledge-base.command.js';
import { DocumentRemoval } from './commands/document-removal.js';
import { DocumentUploads } from './commands/document-uploads.js';
import { KnowledgeUpkeep } from './commands/knowledge-upkeep.js';
import { ReprocessDocumentHandler } from './commands/reprocess-document.command.js';
import { UploadDocumentHandler } from './commands/upload-document.command.js';
import { KnowledgeBasesController } from './http/knowledge-bases.controller.js';
import { KnowledgeDocumentsController } from './http/knowledge-documents.controller.js';
import { DocumentIndexer } from './jobs/document-indexer.js';
import { IndexDocumentWork } from './jobs/index-document.work.js';
import { KnowledgeOperations } from './knowledge-operations.js';
import { GetDocumentHandler } from './queries/get-document.query.js';
import { GetKnowledgeBaseHandler } from './queries/get-knowledge-base.query.js';
import { KnowledgeViews } from './queries/knowledge-views.js';
import { ListChunksHandler } from './queries/list-chunks.query.js';
import { ListDocumentsHandler } from './queries/list-documents.query.js';
import { ListKnowledgeBasesHandler } from './queries/list-knowledge-bases.query.js';
import { SearchKnowledgeHandler } from './queries/search-knowledge.query.js';
import { DocumentReader } from './reading/document-reader.js';
import { KnowledgeSearch } from './search/knowledge-search.js';
import { WordSearch } from './search/word-search.js';
import { DocumentTexts } from './reading/document-texts.js';
import { ReadingSlots } from './reading/reading-slots.js';
import { Chunks } from './store/chunks.js';
import { DocumentStreams } from './store/document-streams.js';

const commandHandlers = [
  CreateKnowledgeBaseHandler,
  ChangeKnowledgeBaseHandler,
  DeleteKnowledgeBaseHandler,
  UploadDocumentHandler,
  ChangeDocumentHandler,
  ReprocessDocumentHandler,
  DeleteDocumentHandler,
];
const queryHandlers = [
  ListKnowledgeBasesHandler,
  GetKnowledgeBaseHandler,
  ListDocumentsHandler,
  GetDocumentHandler,
  ListChunksHandler,
  SearchKnowledgeHandler,
];

/** Knowledge bases and their search. A higher module provides `StorageAllowance` and `Budget`. */
@Module({
  imports: [ModelsModule],
  // Routes with a fixed segment come before those with a parameter in its place.
  controllers: [KnowledgeBasesController, KnowledgeDocumentsController],
  providers: [
    ...commandHandlers,
    ...queryHandlers,
    KnowledgeViews,
    KnowledgeSearch,
    WordSearch,
    Chunks,
    DocumentStreams,
    DocumentUploads,
    DocumentRemoval,
    KnowledgeUpkeep,
    DocumentReader,
    ReadingSlots,
    DocumentTexts,
    DocumentIndexer,
    IndexDocumentWork,
    KnowledgeOperations,
  ],
  exports: [KnowledgeOperations, DocumentTexts],
})
export class KnowledgeModule implements OnModuleInit {
  constructor(
    private readonly worker: WorkerLoop,
    private readonly indexing: IndexDocumentWork,
    private readonly housekeeper: Housekeeper,
    private readonly upkeep: KnowledgeUpkeep,
  ) {}

  onModuleInit(): void {
    this.worker.register(this.indexing);
    this.housekeeper.add(() => this.upkeep.tidy());
  }
}
