import type { KeyOwner } from '#engine/agents/model-answer.js';
import { defineEvent } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** Texts of a workspace were embedded. One event covers a few seconds, and each event has its own stream. */
export const KnowledgeEmbedded = defineEvent('knowledge.embedded')<{
  workspaceId: string;
  /** The account that pays. */
  accountId: string;
  /** The API key that sent the search, if any. */
  keyId?: string;
  /** The workflow that searched, if any. */
  workflowId?: string;
  model: string;
  tokens: number;
  /** Who provides the key of the provider; absent: the operator. */
  keyOf?: KeyOwner;
  /** By the price that was configured at that time. */
  costUsd: number;
  at: string;
}>();

export const embeddingChargeStream = defineStream('embedding-charge', 'ledger', [KnowledgeEmbedded]);
