import { Module, type NestModule, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { FilesModule } from '#modules/files/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { PausesModule } from '#modules/pauses/index.js';
import { RunsModule } from '#modules/runs/index.js';
import { WorkflowsModule } from '#modules/workflows/index.js';
import { ChangeChatHandler } from './commands/change-chat.command.js';
import { CreateChatHandler } from './commands/create-chat.command.js';
import { DeleteChatHandler } from './commands/delete-chat.command.js';
import { ChatPageController } from './http/chat-page.controller.js';
import { ChatOrigins } from './http/chat-origins.js';
import { ChatsController } from './http/chats.controller.js';
import { MessageForms } from './http/message-forms.js';
import { VisitorAccountsController } from './http/visitor-accounts.controller.js';
import { VisitorCodesController } from './http/visitor-codes.controller.js';
import { VisitsController } from './http/visits.controller.js';
import { CheckIdentifierHandler } from './queries/check-identifier.query.js';
import { GetChatHandler } from './queries/get-chat.query.js';
import { ListChatsHandler } from './queries/list-chats.query.js';
import { ChatPasswords } from './store/chat-passwords.js';
import { ChatRules } from './store/chat-rules.js';
import { ChatUpkeep } from './store/chat-upkeep.js';
import { Chats } from './store/chats.js';
import { VisitorCodes } from './store/visitor-codes.js';
import { VisitorProofs } from './store/visitor-proofs.js';
import { ChatStreams } from './talk/chat-streams.js';
import { VisitorConversations } from './store/visitor-conversations.js';
import { EmailProofs } from './talk/email-proofs.js';
import { OpenChats } from './talk/open-chats.js';
import { ShownTurns } from './talk/shown-turns.js';
import { SsoProofs } from './talk/sso-proofs.js';
import { Talk } from './talk/talk.js';
import { VisitorFiles } from './talk/visitor-files.js';
import { Visitors } from './talk/visitors.js';

const handlers = [CheckIdentifierHandler, CreateChatHandler, ChangeChatHandler, DeleteChatHandler, GetChatHandler, ListChatsHandler];
const talk = [
  ChatOrigins,
  ChatStreams,
  EmailProofs,
  MessageForms,
  OpenChats,
  ShownTurns,
  SsoProofs,
  Talk,
  VisitorConversations,
  VisitorFiles,
  Visitors,
];

/** Chats: visitors talk to deployed workflows. */
@Module({
  imports: [RunsModule, PausesModule, IdentityModule, WorkflowsModule, FilesModule],
  controllers: [ChatsController, VisitorCodesController, VisitorAccountsController, VisitsController, ChatPageController],
  providers: [...handlers, ...talk, ChatPasswords, ChatRules, Chats, ChatUpkeep, VisitorCodes, VisitorProofs],
  exports: [ChatStreams],
})
export class ChatModule implements NestModule, OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly upkeep: ChatUpkeep,
    private readonly origins: ChatOrigins,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Before the routes, and with their pattern. It is no route itself: one of all methods would answer 405 for none. */
  configure(): void {
    const handler = (request: Request<{ identifier: string }>, response: Response, next: NextFunction): void => {
      this.origins.check(request, response).then((isAnswered) => (isAnswered ? undefined : next()), next);
    };
    this.host.httpAdapter.use('/api/chat/:identifier', handler);
  }

  onModuleInit(): void {
    this.housekeeper.add(() => this.upkeep.tidy());
  }
}
