import type { Wiring } from '#ledger/composition.js';
import { chatAudit, chatEvents } from './domain/chat.events.js';
import { chatProjection } from './projections/chat.projection.js';
import { chatCode, chatConversation, chatPassword, chatTurn } from './store/chat-tables.entity.js';

export const chatWiring: Wiring = {
  events: chatEvents,
  projections: [chatProjection],
  tables: [chatPassword, chatCode, chatConversation, chatTurn],
  auditLines: chatAudit,
};
