import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Json, JsonObject } from '#kernel/json.js';
import { foldExecution, isOver, isRest, type ExecutionState } from '#engine/execution.state.js';
import { FindQuestions, type Question } from '#modules/pauses/index.js';
import { FollowExecution, RunStore, type StreamProtocol } from '#modules/runs/index.js';
import type { ChatTurnRow } from '../store/chat-tables.entity.js';
import { failureText, ReplyText } from './chat-frames.js';
import { VisitorConversations } from '../store/visitor-conversations.js';
import type { OpenChat } from './open-chats.js';
import type { Visitor } from './visitors.js';

/** With frames that take text back, which is no part of a reply. */
const protocol: StreamProtocol = { isNegotiated: true, includesThinking: false, includesToolCalls: false };

/** A turn as its visitor sees it. */
export interface ShownTurn extends Pick<ChatTurnRow, 'id' | 'executionId' | 'input' | 'files' | 'reply' | 'at'> {
  readonly status: 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
  /** The open questions of a paused run. */
  readonly questions: readonly Question[];
}

/** Shows turns with their replies, which are read from the events of their runs until those have ended. */
@Injectable()
export class ShownTurns {
  constructor(
    private readonly conversations: VisitorConversations,
    private readonly runs: RunStore,
    private readonly queries: QueryBus,
  ) {}

  async of(open: OpenChat, visitor: Visitor, turn: ChatTurnRow): Promise<ShownTurn> {
    const { id, executionId, input, files, reply, outcome, at } = turn;
    const shown = { id, executionId, input, files, at };
    if (outcome !== null) return { ...shown, reply, status: outcome, questions: [] };
    const history = await this.runs.history(executionId);
    const state = foldExecution(history);
    if (state === undefined || state.status === 'running') return { ...shown, reply: null, status: 'running', questions: [] };
    const isFailed = state.status === 'failed' || state.status === 'cancelled';
    const untilRestFrom = history.findLastIndex(isRest) + 1;
    const text = isFailed ? failureText : await this.#reply(open, executionId, { ...state.started, untilRestFrom });
    if (isOver(state)) return { ...shown, ...(await this.#settled(turn, state, text)), questions: [] };
    const questions = await this.queries.execute(new FindQuestions({ executionId, workspaceId: turn.workspaceId }, visitor.email));
    return { ...shown, reply: text === '' ? null : text, status: 'paused', questions };
  }

  /** The last turns whose reply is known, the oldest first, as messages for models. */
  async history(open: OpenChat, visitor: Visitor, conversationId: string): Promise<readonly JsonObject[]> {
    const { workspaceId, historyTurns } = open.chat;
    const messages: JsonObject[] = [];
    for (const turn of await this.conversations.turns({ workspaceId, conversationId }, historyTurns)) {
      const { input, reply, status } = await this.of(open, visitor, turn);
      if (status !== 'completed' || input === null) continue;
      messages.unshift({ role: 'user', content: input }, { role: 'assistant', content: reply ?? '' });
    }
    return messages;
  }

  /** In a workspace that keeps no contents the text exists only in the stream. */
  async #settled(turn: ChatTurnRow, { status }: ExecutionState, text: string): Promise<Pick<ShownTurn, 'reply' | 'status'>> {
    const reply = turn.input === null ? null : text;
    const outcome = status as Exclude<ExecutionState['status'], 'running' | 'paused'>;
    await this.conversations.settle(turn, reply, outcome);
    return { reply, status: outcome };
  }

  /** The reply up to a pause or the end that the run has reached: one that has been answered since is not waited for. */
  async #reply(
    { caller }: OpenChat,
    id: string,
    { workflowId, selectedOutputs = [], untilRestFrom }: ExecutionState['started'] & { readonly untilRestFrom: number },
  ): Promise<string> {
    const options = { selectedOutputs, after: undefined, protocol, gone: new AbortController().signal, untilRestFrom };
    const { messages } = await this.queries.execute(new FollowExecution({ caller, workflowId, id }, options));
    const reply = new ReplyText();
    for await (const message of messages) if ('data' in message) reply.take(message.data as Json);
    return reply.text;
  }
}
