import { Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { IdentityModule } from '#modules/identity/index.js';
import { RetentionModule } from '#modules/retention/index.js';
import { DeleteConversationHandler } from './commands/delete-conversation.command.js';
import { MemoryController } from './http/memory.controller.js';
import { Conversations } from './queries/conversations.js';
import { ExportConversationHandler } from './queries/export-conversation.query.js';
import { GetConversationHandler } from './queries/get-conversation.query.js';
import { ListConversationsHandler } from './queries/list-conversations.query.js';
import { ConversationRows } from './store/conversation-rows.js';
import { ConversationWriter } from './store/conversation-writer.js';
import { MemoryUpkeep } from './store/memory-upkeep.js';

const handlers = [ListConversationsHandler, GetConversationHandler, ExportConversationHandler, DeleteConversationHandler];

/** The conversations of workspaces. Events say what was stored, rows contain the texts. */
@Module({
  imports: [IdentityModule, RetentionModule],
  controllers: [MemoryController],
  providers: [...handlers, ConversationRows, ConversationWriter, Conversations, MemoryUpkeep],
  exports: [Conversations],
})
export class ConversationsModule implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly upkeep: MemoryUpkeep,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add((signal) => this.upkeep.tidy(signal));
  }
}
