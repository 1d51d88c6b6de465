import { Injectable } from '@nestjs/common';
import { StorageAllowance } from '#ledger/objects/storage-allowance.js';
import { KnowledgeOperations } from '#modules/knowledge/index.js';
import type { WorkspaceKnowledge } from '#blocks/ports/knowledge.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';

/** The knowledge bases of the workspaces of runs, as the module of knowledge keeps them. */
@Injectable()
export class RunKnowledge {
  constructor(
    private readonly knowledge: KnowledgeOperations,
    private readonly allowance: StorageAllowance,
  ) {}

  of({ workspaceId, workflowId, executionId, userId, accountId }: RunIdentity): WorkspaceKnowledge {
    const meta = { actorId: userId, correlationId: executionId };
    return {
      searchKnowledge: (question) => this.knowledge.search({ ...question, workspaceId, accountId, workflowId }),
      addKnowledge: async (document, effectKey) => {
        const account = await this.allowance.ofAccount(accountId);
        return this.knowledge.upload({ ...document, workspaceId, account, uploadedBy: userId, meta, effectKey });
      },
    };
  }
}
