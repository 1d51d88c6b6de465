import { Injectable } from '@nestjs/common';
import { Conversations } from '#modules/conversations/index.js';
import type { ConversationMemory } from '#blocks/ports/memory.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';

/** The conversations of the workspaces of runs, as the module of memory keeps them. */
@Injectable()
export class RunMemory {
  constructor(private readonly conversations: Conversations) {}

  of({ workspaceId, executionId, userId, accountId }: RunIdentity): ConversationMemory {
    const { conversations } = this;
    const meta = { actorId: userId, correlationId: executionId };
    return {
      read: (conversationId, window) => conversations.read(workspaceId, conversationId, window),
      append: (conversationId, messages, effectKey, options = {}) =>
        conversations.append({ workspaceId, conversationId, effectKey, meta }, { ...options, accountId, messages }),
      summarize: (conversationId, summary, effectKey) => conversations.summarize({ workspaceId, conversationId, effectKey, meta }, summary),
      find: (conversationId) => conversations.find(workspaceId, conversationId),
      list: (limit) => conversations.list(workspaceId, limit),
      remove: (conversationId, effectKey) => conversations.remove({ workspaceId, conversationId, effectKey, meta }),
    };
  }
}
