import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import { Clock } from '#kernel/clock.js';
import { Chunks } from '../store/chunks.js';
import { DeleteKnowledgeBaseHandler } from './delete-knowledge-base.command.js';
import { DocumentRemoval } from './document-removal.js';

const dayMs = 24 * 60 * 60 * 1000;
/** How long effect keys are kept. */
const keptDays = 30;

/** Deletes the knowledge of deleted workspaces, what deletions and failed processings have left, and expired effect keys. */
@Injectable()
export class KnowledgeUpkeep {
  constructor(
    private readonly deletion: DeleteKnowledgeBaseHandler,
    private readonly removal: DocumentRemoval,
    private readonly chunks: Chunks,
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  async tidy(): Promise<void> {
    await this.deletion.forgetEnded();
    await this.removal.removeOrphans();
    await this.chunks.removeFormer();
    await deleteInSteps(this.pool, 'knowledge_upload', 'document_id < $1', [firstIdAt(this.clock.now().getTime() - keptDays * dayMs)]);
  }
}

/** Ids sort by time of birth. This is the first one of a moment. */
function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
