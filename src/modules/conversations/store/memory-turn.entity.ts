import { fleeting, withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The text of one event of a conversation: the messages of a turn, or a summary. It is stored nowhere else. */
export interface MemoryTurnRow {
  readonly conversation: string;
  readonly version: number;
  readonly workspaceId: string;
  /** The last version that a summary covers; null for the messages of a turn. */
  readonly through: number | null;
  /** JSON: messages, or the text of a summary. */
  readonly content: string;
  /** Is part of the digest in the event, so that the digest of a deleted text tells nothing. */
  readonly salt: string;
  readonly messages: number;
  readonly bytes: number;
  readonly executionId: string | null;
  readonly at: string;
  readonly expiresAt: string | null;
}

export const memoryTurn = new ReadModel<MemoryTurnRow, 'conversation' | 'version'>({
  table: 'memory_turn',
  key: ['conversation', 'version'],
  kept: withOwner('deleted with the conversation, or earlier when its time is over'),
  columns: {
    conversation: { type: 'uuid' },
    version: { type: 'bigint' },
    workspaceId: { type: 'uuid' },
    through: { type: 'bigint', nullable: true },
    content: { type: 'text' },
    salt: { type: 'text' },
    messages: { type: 'integer' },
    bytes: { type: 'bigint' },
    executionId: { type: 'uuid', nullable: true },
    at: { type: 'timestamptz' },
    expiresAt: { type: 'timestamptz', nullable: true },
  },
});

/** A change of a conversation that was made for an effect of a run. */
export interface MemoryEffectRow {
  readonly conversation: string;
  readonly effectKey: string;
  readonly at: string;
}

export const memoryEffect = new ReadModel<MemoryEffectRow>({
  table: 'memory_effect',
  key: ['conversation', 'effectKey'],
  kept: fleeting('changes that runs have made to conversations, so that a retry makes none of them twice'),
  columns: { conversation: { type: 'uuid' }, effectKey: { type: 'text' }, at: { type: 'timestamptz' } },
});
