import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { deleted, listOf, one, type Deleted, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { Config } from '#host/config/config.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { Access } from '#modules/identity/index.js';
import { ChangeChat } from '../commands/change-chat.command.js';
import { CreateChat } from '../commands/create-chat.command.js';
import { DeleteChat } from '../commands/delete-chat.command.js';
import { CheckIdentifier } from '../queries/check-identifier.query.js';
import { GetChat } from '../queries/get-chat.query.js';
import { ListChats } from '../queries/list-chats.query.js';
import { ChangeChatRequest, CreateChatRequest, ListChatsRequest, ValidateIdentifierRequest } from './chat.request.js';
import {
  chatResponse,
  createdChatResponse,
  type ChatResponse,
  type CreatedChatResponse,
  type IdentifierResponse,
} from './chat.response.js';

/** The chats of workspaces. */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/chat')
export class ChatsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly config: Config,
  ) {}

  /**
   * Lists the chats of a workspace, the oldest first.
   * @returns A page of chats.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() { workspaceId, limit, cursor }: ListChatsRequest): Promise<Page<ChatResponse>> {
    const page = await this.queries.execute(new ListChats(caller, workspaceId, { limit, cursor }));
    return listOf(page, (chat) => chatResponse(chat, this.config.baseUrl));
  }

  /**
   * Creates a chat for a deployed workflow.
   * @error 403 PLAN_LIMIT_REACHED when the plan of the workspace allows no further chat
   * @error 404 NOT_FOUND when the workflow does not exist
   * @error 409 CONFLICT when another chat of the server has the identifier
   * @returns The address of the new chat.
   */
  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() request: CreateChatRequest,
  ): Promise<CreatedChatResponse> {
    return createdChatResponse(await this.commands.execute(new CreateChat(caller, meta, request)), this.config.baseUrl);
  }

  /**
   * Checks whether an identifier can be used for a new chat.
   * @returns Whether it is available.
   */
  @Get('validate')
  async validate(@Query() { identifier }: ValidateIdentifierRequest): Promise<IdentifierResponse> {
    const error = (await this.queries.execute(new CheckIdentifier(identifier))) ?? null;
    return { available: error === null, error };
  }

  /**
   * Gets a chat.
   * @returns The chat.
   */
  @Get('manage/:chatId')
  async get(@CurrentCaller() caller: Caller, @Param('chatId') id: string): Promise<One<ChatResponse>> {
    return one(chatResponse(await this.queries.execute(new GetChat(caller, id)), this.config.baseUrl));
  }

  /**
   * Changes a chat. Another password, another `authType` and other `allowedEmails` end the sessions of all visitors.
   * @error 409 CONFLICT when another chat of the server has the identifier
   * @returns The changed chat.
   */
  @Patch('manage/:chatId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('chatId') id: string,
    @Body() request: ChangeChatRequest,
  ): Promise<One<ChatResponse>> {
    return one(chatResponse(await this.commands.execute(new ChangeChat(caller, meta, id, request)), this.config.baseUrl));
  }

  /**
   * Deletes a chat with its conversations. The runs that it started stay in the log.
   * @returns The chat was deleted.
   */
  @Delete('manage/:chatId')
  async delete(@CurrentCaller() caller: Caller, @RequestMeta() meta: EventMeta, @Param('chatId') id: string): Promise<One<Deleted>> {
    await this.commands.execute(new DeleteChat(caller, meta, id));
    return deleted(id, 'Chat');
  }
}
