import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Answers, EventStream } from '#edge/answer/answers.js';
import { CursorSignature } from '#edge/answer/cursor.js';
import { sendEvents } from '#edge/stream/event-stream.js';
import { requestSource } from '#edge/request/caller.decorator.js';
import { isMultipart } from '#edge/upload/read-form.js';
import { TakesUploadOrJson } from '#edge/body/routes/upload-route.js';
import type { Caller } from '#kernel/caller.js';
import { invalidField } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Access } from '#modules/identity/index.js';
import { confirmProtocol, ReadStreamRequest, streamProtocol } from '#modules/runs/index.js';
import { ChatStreams } from '../talk/chat-streams.js';
import { VisitorConversations } from '../store/visitor-conversations.js';
import { OpenChats, type OpenChat } from '../talk/open-chats.js';
import { ShownTurns } from '../talk/shown-turns.js';
import { conversationOrigin } from '#modules/files/index.js';
import { Talk, type KeepFiles, type PendingAnswer, type Reply, type Sender, type SentMessage } from '../talk/talk.js';
import { shortestSharedKey, Visitors, type Visitor } from '../talk/visitors.js';
import { isSilent, readMessage, type VisitorMessage } from '../talk/visitor-message.js';
import type { ChatStreamMessage } from './chat-stream-message.js';
import { MessageForms } from './message-forms.js';
import { ChatMessageRequest, FollowConversationRequest, GetConversationRequest } from './visit.request.js';
import {
  headerText,
  configurationResponse,
  pendingAnswerResponse,
  turnResponse,
  type ChatConfigurationResponse,
  type ChatConversationResponse,
  type ChatConversationsResponse,
  type PendingAnswerResponse,
} from './visit.response.js';

/** What visitors of a chat use. A cookie that belongs to the chat says who they are. */
@Access('public')
@Controller('api/chat/:identifier')
export class VisitsController {
  constructor(
    private readonly chats: OpenChats,
    private readonly visitors: Visitors,
    private readonly conversations: VisitorConversations,
    private readonly turns: ShownTurns,
    private readonly talk: Talk,
    private readonly streams: ChatStreams,
    private readonly forms: MessageForms,
    private readonly cursors: CursorSignature,
  ) {}

  /**
   * Returns what a visitor may know about a chat.
   * @error 401 UNAUTHORIZED `auth_required_password`, `auth_required_email` or `auth_required_sso` as the message, when the visitor has no session
   * @error 403 FORBIDDEN when the chat is switched off
   * @error 403 WORKFLOW_NOT_DEPLOYED when its workflow is not deployed
   * @returns The chat.
   */
  @Get()
  async enter(
    @Param('identifier') identifier: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChatConfigurationResponse> {
    const { chat } = await this.chats.at(identifier);
    this.visitors.identify(chat, request, response);
    return configurationResponse(chat);
  }

  /**
   * Sends a message, and responds with the frames of its run as server-sent events. With a password and no message, it begins a session. With `resume`, it
   * answers a question of the conversation. The id of the conversation is in the header `X-Conversation-Id`.
   * @takes application/json
   * @takes multipart/form-data
   * @header Idempotency-Key Makes retries safe for 24 hours: a repeated message with the same key starts no run and returns the frames of the first one. A key
   * is one of the visitor. In a request without the cookie of the chat it has at least 20 characters and counts for the whole chat: the same message with it gets
   * the frames up to the first pause, and no access to the conversation.
   * @header X-Sim-Stream-Protocol `agent-events-v1`: reasoning and tool calls are sent as well, if the chat allows it.
   * @answers X-Conversation-Id The id of the conversation, as `conversationId` takes it.
   * @answers X-Execution-Id The id of the run.
   * @error 401 UNAUTHORIZED when the password is wrong, or the visitor has no session
   * @error 402 USAGE_LIMIT_EXCEEDED when the account of the chat has used up its budget for the period
   * @error 403 FORBIDDEN when the chat is switched off, or the message comes from a page of another site
   * @error 403 WORKFLOW_NOT_DEPLOYED when its workflow is not deployed
   * @error 404 NOT_FOUND also when another visitor has begun the conversation
   * @error 409 CONFLICT when the question takes no answer any more
   * @error 409 IDEMPOTENCY_KEY_IN_USE while the first request with the key is starting
   * @error 413 STORAGE_LIMIT_EXCEEDED when the files do not fit into the storage of the account
   * @error 422 IDEMPOTENCY_KEY_REUSED when the key was used with another message
   * @error 429 RATE_LIMIT_EXCEEDED when the account may start no further run at the moment, or after too many wrong passwords
   * @returns The frames of the run, the chat if there was no message, or the state of an answer that needs more than one.
   */
  @Post()
  @HttpCode(200)
  @TakesUploadOrJson()
  async send(
    @Param('identifier') identifier: string,
    @Body() body: ChatMessageRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: EventStream<ChatStreamMessage> | ChatConfigurationResponse | PendingAnswerResponse }>> {
    const open = await this.chats.at(identifier);
    if (isMultipart(request)) return this.#sendForm(open, response);
    const message = readMessage(body);
    const visitor = await this.#admit(open, body.password, response);
    if (isSilent(message) && message.answer === undefined) {
      if (body.password === undefined && body.email === undefined) throw invalidField('input', 'input is required', 'required');
      return void response.json(configurationResponse(open.chat));
    }
    const keepFiles: KeepFiles = (id) =>
      this.forms.keepData(open, message.files, { ...metaOf(open, request), correlationId: conversationOrigin(id) });
    await this.#reply(open, visitor, { ...message, keepFiles }, response);
  }

  /**
   * Lists the conversations of the visitor, the last used first.
   * @error 401 UNAUTHORIZED when the visitor has no session
   * @error 403 FORBIDDEN when the chat is switched off
   * @error 403 WORKFLOW_NOT_DEPLOYED when its workflow is not deployed
   * @returns At most 50 conversations.
   */
  @Get('conversations')
  async list(
    @Param('identifier') identifier: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChatConversationsResponse> {
    const { chat } = await this.chats.at(identifier);
    return { data: await this.conversations.list(chat, this.visitors.identify(chat, request, response).digest) };
  }

  /**
   * Returns the latest turns of a conversation of the visitor, with the open questions of its runs.
   * @error 401 UNAUTHORIZED when the visitor has no session
   * @error 403 FORBIDDEN when the chat is switched off
   * @error 403 WORKFLOW_NOT_DEPLOYED when its workflow is not deployed
   * @error 404 NOT_FOUND also when another visitor has begun the conversation
   * @returns A page of turns. Further pages go back in time.
   */
  @Get('conversations/:conversationId')
  async conversation(
    @Param('identifier') identifier: string,
    @Param('conversationId') conversationId: string,
    @Query() { limit, cursor }: GetConversationRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChatConversationResponse> {
    const open = await this.chats.at(identifier);
    const visitor = this.visitors.identify(open.chat, request, response);
    const scope = JSON.stringify(['chat-turns', open.chat.id, conversationId]);
    const before = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as string);
    const place = await this.conversations.require(open.chat, conversationId, visitor.digest);
    const rows = await this.conversations.turns(place, limit + 1, before);
    const page = rows.slice(0, limit).toReversed();
    const turns = await Promise.all(page.map((turn) => this.turns.of(open, visitor, turn)));
    const [oldest] = page;
    const nextCursor = rows.length <= limit || oldest === undefined ? null : this.cursors.sealCursor(scope, oldest.id);
    return { data: { conversationId, turns: turns.map(turnResponse) }, nextCursor };
  }

  /**
   * Streams the frames of the latest turn of a conversation, past and future. To continue after a disconnect, send the id of the last event.
   * @header Last-Event-ID The id of the last event that the client has received.
   * @header X-Sim-Stream-Protocol `agent-events-v1`: reasoning and tool calls are sent as well, if the chat allows it.
   * @answers X-Conversation-Id The id of the conversation.
   * @answers X-Execution-Id The id of the run.
   * @error 401 UNAUTHORIZED when the visitor has no session
   * @error 403 FORBIDDEN when the chat is switched off
   * @error 403 WORKFLOW_NOT_DEPLOYED when its workflow is not deployed
   * @error 404 NOT_FOUND also when another visitor has begun the conversation
   * @returns The frames of the run.
   * @returns 204 The stream has no frames after the given one.
   */
  @Get('conversations/:conversationId/stream')
  async follow(
    @Param('identifier') identifier: string,
    @Param('conversationId') conversationId: string,
    @Query() query: FollowConversationRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: EventStream<ChatStreamMessage>; 204: void }>> {
    const open = await this.chats.at(identifier);
    const visitor = this.visitors.identify(open.chat, request, response);
    const { after } = Object.assign(new ReadStreamRequest(), query).reading(request.headers);
    const sender = this.#sender(open, visitor, response);
    await this.#stream(sender, await this.talk.resume(sender, conversationId, after), response);
  }

  async #admit(open: OpenChat, password: string | undefined, response: Response): Promise<Visitor> {
    const { chat } = open;
    const request = response.req;
    if (chat.authType !== 'password' || password === undefined) return this.visitors.identify(chat, request, response);
    if (typeof password !== 'string') throw invalidField('password', 'password must be a text');
    return this.visitors.admit(chat, password, request, response);
  }

  /** The session of the visitor comes with a cookie, so it is known before any file is stored. */
  async #sendForm(open: OpenChat, response: Response): Promise<void> {
    const visitor = this.visitors.identify(open.chat, response.req, response);
    const meta = metaOf(open, response.req);
    await this.forms.receive(open, response, meta, (message) => this.#reply(open, visitor, message, response));
  }

  async #reply(
    open: OpenChat,
    visitor: Visitor,
    { input = '', conversationId, answer, keepFiles }: VisitorMessage & Pick<SentMessage, 'keepFiles'>,
    response: Response,
  ): Promise<void> {
    const idempotencyKey = keyIn(response.req, visitor);
    const sender = this.#sender(open, visitor, response);
    const reply: Reply | PendingAnswer =
      answer === undefined
        ? await this.talk.send(sender, { input, conversationId, keepFiles, idempotencyKey })
        : await this.talk.answer(sender, conversationId ?? '', answer);
    if ('kind' in reply) return void response.json(pendingAnswerResponse(reply));
    await this.#stream(sender, reply, response);
  }

  #sender(open: OpenChat, visitor: Visitor, response: Response): Sender {
    const { req: request } = response;
    const { includeThinking, includeToolCalls } = open.chat;
    const isNegotiated = request.headers['x-sim-stream-protocol'] !== undefined;
    const flags = isNegotiated ? { includeThinking, includeToolCalls } : {};
    const protocol = streamProtocol(request.headers, flags);
    return { open, visitor, protocol, gone: this.streams.enter(open.chat, visitor.digest, response), meta: metaOf(open, request) };
  }

  async #stream({ open, protocol }: Sender, { conversationId, executionId, messages }: Reply, response: Response): Promise<void> {
    response.req.subject = { workspaceId: open.chat.workspaceId, executionId };
    // A visitor who reads a stream uses no place of the others.
    response.req.place?.endWork();
    response.setHeader('X-Conversation-Id', headerText(conversationId));
    response.setHeader('X-Execution-Id', executionId);
    confirmProtocol(response, protocol);
    await sendEvents(response, messages);
  }
}

const shortKey = `Idempotency-Key must have at least ${shortestSharedKey} characters, such as a UUID, in a request without the cookie of the chat`;
const keyForm = /^[\x20-\x7e]{1,255}$/;

/** @throws DomainError invalid */
function keyIn({ headers }: Request, { cameWithKey }: Visitor): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !keyForm.test(key))
    throw invalidField('Idempotency-Key', 'Idempotency-Key must be 1 to 255 printable characters');
  if (cameWithKey && key.length < shortestSharedKey) throw invalidField('Idempotency-Key', shortKey);
  return key;
}

/** Runs of a chat act in the name of the owner of its workspace. */
function metaOf({ caller }: { readonly caller: Caller }, request: Request): EventMeta {
  return { actorId: caller.userId, requestId: request.requestId, ...requestSource(request) };
}
