import { Controller, Delete, Get, Param, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Response } from 'express';
import type { Answers, JsonLines } from '#edge/answer/answers.js';
import { deleted, listOf, type Deleted, type One } from '#edge/answer/envelope.js';
import { pipeToCaller } from '#edge/answer/pipe-to-caller.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { Takeouts } from '#modules/audit/index.js';
import { Access, AdmittedStreams } from '#modules/identity/index.js';
import { DeleteConversation } from '../commands/delete-conversation.command.js';
import { ExportConversation, type ExportedText } from '../queries/export-conversation.query.js';
import { GetConversation } from '../queries/get-conversation.query.js';
import { ListConversations } from '../queries/list-conversations.query.js';
import { ConversationRequest, GetConversationRequest, ListConversationsRequest } from './memory.request.js';
import {
  conversationPageResponse,
  conversationResponse,
  exportedTextResponse,
  type ConversationPageResponse,
  type ConversationResponse,
  type ExportedTextResponse,
} from './memory.response.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/memory')
export class MemoryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly takeouts: Takeouts,
    private readonly streams: AdmittedStreams,
  ) {}

  /**
   * Lists the conversations of a workspace, sorted by id.
   * @returns A page of conversations.
   */
  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Query() { workspaceId, search = '', limit, cursor }: ListConversationsRequest,
  ): Promise<Page<ConversationResponse>> {
    const page = await this.queries.execute(new ListConversations(caller, workspaceId, { prefix: search, limit, cursor }));
    return listOf(page, conversationResponse);
  }

  /**
   * Gets a conversation with its newest turns.
   * @returns The conversation.
   */
  @Get(':conversationId')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('conversationId') id: string,
    @Query() { workspaceId, limit, cursor }: GetConversationRequest,
  ): Promise<ConversationPageResponse> {
    return conversationPageResponse(await this.queries.execute(new GetConversation(caller, workspaceId, id, { limit, cursor })));
  }

  /**
   * Exports a conversation as a file, oldest turn first.
   * @returns One line for each turn and each summary.
   */
  @Get(':conversationId/export')
  async export(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('conversationId') id: string,
    @Query() { workspaceId }: ConversationRequest,
    @Res() response: Response,
  ): Promise<Answers<{ 200: JsonLines<ExportedTextResponse> }>> {
    const ended = this.streams.enter(caller, response.req, response);
    const { conversation, texts } = await this.queries.execute(new ExportConversation(caller, workspaceId, id));
    await this.takeouts.record(meta, { kind: 'memory', resourceId: conversation.id, name: id, workspaceId });
    response.setHeader('Content-Type', 'application/x-ndjson');
    response.setHeader('Content-Disposition', 'attachment; filename="conversation.jsonl"');
    await pipeToCaller(lines(texts), response, { ended });
  }

  /**
   * Deletes the messages of a conversation. Its events, which contain no text, remain as a proof.
   * @returns The messages were deleted.
   */
  @Delete(':conversationId')
  async delete(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('conversationId') id: string,
    @Query() { workspaceId }: ConversationRequest,
  ): Promise<One<Deleted>> {
    await this.commands.execute(new DeleteConversation(caller, meta, workspaceId, id));
    return deleted(id, 'Conversation');
  }
}

async function* lines(texts: AsyncIterable<ExportedText>): AsyncGenerator<string> {
  for await (const text of texts) yield `${JSON.stringify(exportedTextResponse(text))}\n`;
}
