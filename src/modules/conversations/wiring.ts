import type { Wiring } from '#ledger/composition.js';
import { MemoryAppended, memoryAudit, memoryEvents, MemoryExpired, MemorySummarized } from './domain/memory.events.js';
import { endedMemoryWorkspace } from './projections/ended-memory-workspace.projection.js';
import { memoryConversations } from './projections/memory-conversation.projection.js';
import { memoryEffect, memoryTurn } from './store/memory-turn.entity.js';

export const conversationsWiring: Wiring = {
  events: memoryEvents,
  projections: [memoryConversations, endedMemoryWorkspace],
  tables: [memoryTurn, memoryEffect],
  auditLines: memoryAudit,
  notAudited: [
    { events: [MemoryAppended, MemorySummarized], because: 'runs change conversations, and the log of the run says so' },
    { events: [MemoryExpired], because: 'the end of a time that was set before is no action of anyone' },
  ],
};
