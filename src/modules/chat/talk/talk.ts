import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { UniqueConflict } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Clock } from '#kernel/clock.js';
import { DomainError, InfrastructureFault, invalidField, notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids, nilId } from '#kernel/ids.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { FindAskingRuns, FindQuestions, ResumeExecution, type ResumeOutcome } from '#modules/pauses/index.js';
import { Admission, FollowExecution, StreamExecution, type FollowedExecution, type StreamProtocol } from '#modules/runs/index.js';
import { isPlain } from '../domain/conversation-id.js';
import { turnIdAfter } from '../domain/turn-id.js';
import { chatConversation, chatTurn, type ChatConversationRow } from '../store/chat-tables.entity.js';
import { shownFrame } from './chat-frames.js';
import { ChatStreams } from './chat-streams.js';
import { VisitorConversations } from '../store/visitor-conversations.js';
import { memoryIdOf } from './memory-id.js';
import type { OpenChat } from './open-chats.js';
import { ShownTurns } from './shown-turns.js';
import type { QuestionAnswer } from './visitor-message.js';
import { VisitorFiles } from './visitor-files.js';
import type { Visitor } from './visitors.js';

/** Who sends something, where, and how the reply is read. */
export interface Sender {
  readonly open: OpenChat;
  readonly visitor: Visitor;
  readonly protocol: StreamProtocol;
  /** Aborts when the visitor has disconnected. */
  readonly gone: AbortSignal;
  readonly meta: EventMeta;
}

/** Stores the files of a message in the name of its conversation. @returns them as runs see them */
export type KeepFiles = (conversationId: string) => Promise<readonly JsonObject[]>;

export interface SentMessage {
  readonly input: string;
  readonly conversationId: string | undefined;
  readonly keepFiles: KeepFiles;
  readonly idempotencyKey: string | undefined;
}

/** A message that may begin a run. */
interface AdmittedMessage extends Omit<SentMessage, 'keepFiles'> {
  readonly conversationId: string;
  /** The id in the message; undefined if the server has chosen it. */
  readonly sentId: string | undefined;
  /** As runs see them. */
  readonly files: readonly JsonObject[];
}

/** The reply to a message, as it arrives. */
export interface Reply {
  readonly conversationId: string;
  readonly executionId: string;
  readonly messages: FollowedExecution['messages'];
}

interface TurnDetails {
  readonly turnId: string;
  readonly executionId: string;
  /** Whether the turn begins its conversation. */
  readonly isNew: boolean;
  readonly memoryId: string;
  readonly keepsText: boolean;
}

/** Which frames of a run are read. */
interface Reading {
  /** Id of the last frame that the reader has. */
  readonly after?: string | undefined;
  readonly selectedOutputs?: readonly string[];
  /** Up to the first pause at this position or later, also if the run has continued since. */
  readonly untilRestFrom?: number;
  /** Whether a pause shows its questions. */
  readonly asks?: boolean;
}

/** The place of a turn in its conversation, and the turns before it for workflows that receive them. */
interface Place {
  readonly turnId: string;
  readonly past: { readonly history?: readonly JsonObject[] };
}

const newId = 'conversationId must consist of visible ASCII characters other than % to begin a conversation: a header carries it';

type StreamedStart = ConstructorParameters<typeof StreamExecution>[0];

/** What became of an answer that does not continue its run at once. */
export type PendingAnswer = Extract<ResumeOutcome, { kind: 'recorded' | 'queued' | 'begun' }>;

/** Turns messages of visitors into runs, and answers into their continuation. */
@Injectable()
export class Talk {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly conversations: VisitorConversations,
    private readonly turns: ShownTurns,
    private readonly admission: Admission,
    private readonly streams: ChatStreams,
    private readonly files: VisitorFiles,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts the run of a message. The message is durable with the first event of the run.
   * @throws DomainError not-found for a conversation of another visitor, limited, payment-required
   */
  async send(sender: Sender, message: SentMessage): Promise<Reply> {
    const { open, visitor } = sender;
    const { input, idempotencyKey, conversationId: sentId } = message;
    const conversationId = sentId ?? this.ids.next();
    // A message that may be repeated by another visitor finds its run under the key; without one, it cannot begin a conversation that is there.
    const known = visitor.cameWithKey ? undefined : await this.conversations.find(open.chat, conversationId, visitor.digest);
    if (known === undefined && !isPlain(conversationId)) throw invalidField('conversationId', newId);
    const giveBack = await this.#takeToken(open);
    try {
      const admitted = { input, idempotencyKey, conversationId, sentId, files: await message.keepFiles(conversationId) };
      return await this.#begin(sender, admitted, known);
    } catch (error) {
      if (error instanceof DomainError) giveBack();
      throw error;
    }
  }

  async #begin(sender: Sender, message: AdmittedMessage, known: ChatConversationRow | undefined): Promise<Reply> {
    const { open, visitor, meta } = sender;
    try {
      return await this.#start(sender, message, known);
    } catch (error) {
      if (!(error instanceof UniqueConflict)) throw error;
      // Another request has begun a conversation of this id at the same moment.
      const begun = await this.conversations.require(open.chat, message.conversationId, visitor.digest).catch(async (refusal: unknown) => {
        await this.files.discard(open, message.files, meta);
        throw refusal;
      });
      return this.#start(sender, message, begun);
    }
  }

  /**
   * Answers a question of a paused run of the conversation.
   * @throws DomainError not-found for a question that is not open, and what answers are refused with
   */
  async answer(sender: Sender, conversationId: string, answer: QuestionAnswer): Promise<Reply | PendingAnswer> {
    const { open, visitor, meta } = sender;
    const { contextId, input } = answer;
    const place = await this.conversations.require(open.chat, conversationId, visitor.digest);
    const executionId = await this.#asking(place, visitor, answer);
    const { workflowId, workspaceId } = open.chat;
    const answering = { by: 'link', email: visitor.email } as const;
    const request = { workflowId, executionId, contextId, input, answering, answered: 'as-started', meta } as const;
    const result = await this.commands.execute(new ResumeExecution(request));
    if (result.kind === 'rested') throw new Error(`The run ${executionId} of a chat was not started as a stream in ${workspaceId}`);
    if (result.kind !== 'streamed') return result;
    const { after, selectedOutputs } = result;
    return { conversationId, executionId, messages: await this.#follow(sender, executionId, { after, selectedOutputs }) };
  }

  /** The frames of the latest turn of a conversation after a frame. @throws DomainError not-found */
  async resume(sender: Sender, conversationId: string, after: string | undefined): Promise<Reply> {
    const { open, visitor } = sender;
    const place = await this.conversations.require(open.chat, conversationId, visitor.digest);
    const [latest] = await this.conversations.turns(place, 1);
    if (latest === undefined) throw notFound('Conversation');
    const { executionId } = latest;
    return { conversationId, executionId, messages: await this.#follow(sender, executionId, { after }) };
  }

  async #takeToken({ caller }: OpenChat): Promise<() => void> {
    await this.admission.afford(caller);
    return this.admission.takeStart(caller, 'sync').catch((error: unknown) => {
      this.streams.noteRefusal();
      throw error;
    });
  }

  async #start(sender: Sender, message: AdmittedMessage, known: ChatConversationRow | undefined): Promise<Reply> {
    const { open, visitor, protocol, meta } = sender;
    const { chat, caller, startBlockId: blockId, selectedOutputs } = open;
    const { conversationId, idempotencyKey } = message;
    const isNew = known === undefined;
    const memoryId = memoryIdOf(chat, message, known);
    const { turnId, past } = await this.#place(sender, message, isNew);
    const { ip, userAgent, requestId = '' } = meta;
    const start = {
      caller,
      workflowId: chat.workflowId,
      input: inputOf(message, memoryId, past),
      callerExecutionId: undefined,
      idempotencyKey: idempotencyKey === undefined ? undefined : digest(chat.id, visitor.cameWithKey ? '' : visitor.digest, idempotencyKey),
      fingerprint: fingerprintOf(message, visitor),
      timeoutMs: undefined,
      selectedOutputs,
      protocol,
      requestId,
      source: { ...(ip === undefined ? {} : { ip }), ...(userAgent === undefined ? {} : { userAgent }) },
      beginning: {
        trigger: 'chat',
        triggerSource: { kind: 'chat', provider: 'chat', blockId, conversationId },
        writes: (executionId, { contents }) =>
          this.#rows(sender, message, { turnId, executionId, isNew, memoryId, keepsText: contents !== 'none' }),
      },
    } as const satisfies StreamedStart;
    const { executionId, replayed } = await this.#run(sender, message, start);
    const turn = replayed ? await this.conversations.ofRun(executionId) : undefined;
    const shown = { conversationId: turn?.conversationId ?? conversationId, executionId };
    if (replayed && visitor.cameWithKey) return { ...shown, messages: await this.#firstAnswer(sender, shown) };
    return { ...shown, messages: await this.#follow(sender, executionId, { selectedOutputs }) };
  }

  /** The next turn of the conversation. */
  async #place({ open, visitor, meta }: Sender, { conversationId, files }: AdmittedMessage, isNew: boolean): Promise<Place> {
    const { chat } = open;
    try {
      // Turns are in the order in which they were stored, whatever the clocks of the processes say.
      const [latest] = isNew ? [] : await this.conversations.turns({ workspaceId: chat.workspaceId, conversationId }, 1);
      const turnId = turnIdAfter(latest?.id ?? nilId, this.ids.next());
      return { turnId, past: chat.historyTurns > 0 ? { history: await this.turns.history(open, visitor, conversationId) } : {} };
    } catch (error) {
      await this.files.discard(open, files, meta);
      throw error;
    }
  }

  /** Files that no run receives do not stay: the message was refused, or repeats an earlier one. */
  async #run(
    { open, meta }: Sender,
    { files }: AdmittedMessage,
    start: StreamedStart,
  ): Promise<{ executionId: string; replayed: boolean }> {
    try {
      const begun = await this.commands.execute(new StreamExecution(start));
      if (begun.replayed) await this.files.discard(open, files, meta);
      return begun;
    } catch (error) {
      // After a fault of the infrastructure the run may have begun.
      if (error instanceof DomainError && !(error instanceof InfrastructureFault)) await this.files.discard(open, files, meta);
      throw error;
    }
  }

  #rows(
    { open: { chat }, visitor }: Sender,
    { conversationId, input, files }: AdmittedMessage,
    { turnId: id, executionId, isNew, memoryId, keepsText }: TurnDetails,
  ): readonly Write[] {
    const { id: chatId, workspaceId } = chat;
    const at = this.clock.iso();
    const place = { chatId, workspaceId, conversationId };
    const shown = files.map(({ name = '', size = 0, type = '' }) => ({ name, size, type }));
    const turn = { id, ...place, executionId, input: keepsText ? input : null, files: keepsText ? shown : [], at };
    return [
      ...(isNew ? [chatConversation.add({ ...place, visitor: visitor.digest, createdAt: at, memoryId })] : []),
      chatTurn.add({ ...turn, reply: null, outcome: null }),
    ];
  }

  /** The run of the conversation that asks this question, the latest one unless the answer names it. */
  async #asking(place: ChatConversationRow, visitor: Visitor, { contextId, executionId: named }: QuestionAnswer): Promise<string> {
    const { workspaceId } = place;
    const open = await this.conversations.openRuns(place);
    const mayAsk = named === undefined ? open : open.filter((id) => id === named);
    for (const executionId of await this.queries.execute(new FindAskingRuns(workspaceId, mayAsk))) {
      const questions = await this.queries.execute(new FindQuestions({ executionId, workspaceId }, visitor.email));
      if (questions.some((question) => question.contextId === contextId)) return executionId;
    }
    throw notFound('Open question');
  }

  /** What the first message with the key was answered. Another visitor sees none of the questions, which are for the one of the conversation. */
  async #firstAnswer(sender: Sender, { conversationId, executionId }: Omit<Reply, 'messages'>): Promise<FollowedExecution['messages']> {
    const { open, visitor } = sender;
    const isTheirs = await this.conversations.belongsTo(open.chat, conversationId, visitor.digest);
    return this.#follow(sender, executionId, { untilRestFrom: 0, asks: isTheirs });
  }

  async #follow(
    { open, visitor, protocol, gone }: Sender,
    id: string,
    { after, selectedOutputs = open.selectedOutputs, untilRestFrom, asks = true }: Reading,
  ): Promise<FollowedExecution['messages']> {
    const { caller, chat } = open;
    const options = { selectedOutputs, after, protocol, gone, untilRestFrom };
    const { messages } = await this.queries.execute(new FollowExecution({ caller, workflowId: chat.workflowId, id }, options));
    const run = { executionId: id, workspaceId: chat.workspaceId };
    const questions = async () => (asks ? this.queries.execute(new FindQuestions(run, visitor.email)) : []);
    return shown(messages, (data) => shownFrame(data, questions));
  }
}

async function* shown(messages: FollowedExecution['messages'], show: (data: Json) => Promise<Json>): FollowedExecution['messages'] {
  for await (const message of messages) yield 'data' in message ? { ...message, data: await show(message.data) } : message;
}

/** What must be the same in a repeated message. One that another visitor may repeat is the same as a whole. */
function fingerprintOf({ input, files, sentId = '' }: AdmittedMessage, { cameWithKey }: Visitor): string {
  const sent = files.map(({ name = '', size = 0, type = '' }) => JSON.stringify([name, size, type]));
  return digest(...(cameWithKey ? [sentId] : []), input, ...sent);
}

function inputOf({ input, files }: AdmittedMessage, conversationId: string, past: Place['past']): JsonObject {
  return { input, conversationId, ...(files.length === 0 ? {} : { files }), ...past };
}

function digest(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url');
}
