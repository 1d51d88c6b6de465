import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { ChatSettings } from '../domain/chat.events.js';

export interface ChatRow extends Readonly<ChatSettings> {
  readonly id: string;
  readonly workspaceId: string;
  /** Position of the last event that changed who may use the chat: sessions of before have ended. */
  readonly accessVersion: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const chatModel = new ReadModel<ChatRow, 'id'>({
  table: 'chat',
  key: ['id'],
  kept: withOwner('one for each chat; a chore deletes those of deleted workflows and workspaces'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    identifier: { type: 'text' },
    title: { type: 'text' },
    description: { type: 'text', nullable: true },
    customizations: { type: 'json' },
    authType: { type: 'text' },
    allowedEmails: { type: 'json' },
    outputConfigs: { type: 'json' },
    includeThinking: { type: 'boolean' },
    includeToolCalls: { type: 'boolean' },
    historyTurns: { type: 'integer' },
    allowedOrigins: { type: 'json' },
    isActive: { type: 'boolean' },
    accessVersion: { type: 'integer' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});
