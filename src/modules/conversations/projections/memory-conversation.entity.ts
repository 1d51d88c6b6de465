import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

export interface MemoryConversationRow {
  /** Derived from the workspace and the id of the conversation. */
  readonly id: string;
  readonly workspaceId: string;
  readonly conversationId: string;
  /** The account whose storage it uses. */
  readonly accountId: string;
  /** Position of the last event. */
  readonly version: number;
  /** The texts of this version and of earlier ones are deleted. */
  readonly deletedThrough: number;
  /** 0: the conversation does not exist any more, and can begin again. */
  readonly messages: number;
  readonly bytes: number;
  readonly updatedAt: string;
}

export const memoryConversation = new ReadModel<MemoryConversationRow, 'id'>({
  table: 'memory_conversation',
  key: ['id'],
  kept: record('one for each id that a conversation had: the next one of this id continues its versions'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    conversationId: { type: 'text' },
    accountId: { type: 'uuid' },
    version: { type: 'bigint' },
    deletedThrough: { type: 'bigint' },
    messages: { type: 'bigint' },
    bytes: { type: 'bigint' },
    updatedAt: { type: 'timestamptz' },
  },
});
