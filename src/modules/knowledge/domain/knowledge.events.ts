import { defineEvent } from '#kernel/event.js';

/** Texts of a workspace were embedded, those of some seconds together. Each is a stream of its own. */
export const KnowledgeEmbedded = defineEvent('knowledge.embedded')<{
  workspaceId: string;
  /** Who pays. */
  accountId: string;
  /** With whose key and for which workflow the texts were searched for, where there is one. */
  keyId?: string;
  workflowId?: string;
  model: string;
  tokens: number;
  /** By the price that was set at that time. */
  costUsd: number;
  at: string;
}>();
