import type { RecordedEvent } from '#kernel/event.js';
import { defineProjection, when } from '#ledger/rows/projection.js';
import type { Write } from '#ledger/rows/read-model.js';
import { MemoryAppended, MemoryDeleted, MemoryExpired, MemorySummarized } from '../domain/memory.events.js';
import { memoryConversation } from './memory-conversation.entity.js';

/** What exists of each conversation. Inline: the next append continues its versions. */
export const memoryConversations = defineProjection({
  name: 'memory-conversation',
  version: 1,
  mode: 'inline',
  models: [memoryConversation],
  on: [
    when(MemoryAppended, began, 'effectKey', 'digest', 'expiresAt'),
    when(MemorySummarized, changed, 'effectKey', 'digest', 'through'),
    when(MemoryExpired, changed),
    when(MemoryDeleted, ({ streamId: id, position: version, at: updatedAt }) => [
      memoryConversation.patch({ id, version, deletedThrough: version, messages: 0, bytes: 0, updatedAt }),
    ]),
  ],
});

type Totals = RecordedEvent<{
  readonly type: string;
  readonly version: number;
  readonly payload: {
    readonly conversationId: string;
    readonly accountId: string;
    readonly total: { readonly messages: number; readonly bytes: number };
  };
}>;

/** The first event of a stream is an append, and only that one creates the row. */
function began(event: Totals & { readonly payload: { readonly messages: number; readonly bytes: number } }): Write[] {
  if (event.position > 1) return changed(event);
  const { streamId: id, workspaceId, position: version, at: updatedAt, payload } = event;
  const { conversationId, accountId, total } = payload;
  return [
    memoryConversation.put({
      id,
      workspaceId: workspaceId ?? '',
      conversationId,
      accountId,
      version,
      deletedThrough: 0,
      ...total,
      updatedAt,
    }),
  ];
}

function changed({ streamId: id, position: version, at: updatedAt, payload: { accountId, total } }: Totals): Write[] {
  return [memoryConversation.patch({ id, accountId, version, ...total, updatedAt })];
}
