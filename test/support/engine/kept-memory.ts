import type { ModelMessage } from '../../../src/engine/agents/model-message.js';
import type { AppendOptions, ConversationMemory, MemoryWindow, NewSummary } from '../../../src/blocks/ports/memory.js';

/** The conversations of a workspace, kept in this process. */
export class KeptMemory implements ConversationMemory {
  /** The turns of each conversation. */
  readonly conversations = new Map<string, ModelMessage[][]>();
  /** How each turn was appended. */
  readonly appended: AppendOptions[] = [];
  /** The summary of each conversation. */
  readonly summaries = new Map<string, NewSummary>();
  readonly #effects = new Set<string>();

  read(conversationId: string, { kind, limit = Infinity, tellsDropped }: MemoryWindow): ReturnType<ConversationMemory['read']> {
    const turns = this.conversations.get(conversationId) ?? [];
    const { text: summary = null, through = 0 } = this.summaries.get(conversationId) ?? {};
    const messages = turns.slice(through).flat();
    const shown = kind === 'messages' && limit < messages.length ? messages.slice(-limit) : messages;
    const older = turns.findLastIndex((turn) => turn.every((message) => !shown.includes(message)));
    const dropped = tellsDropped === true ? turns.slice(through, older + 1).flat() : [];
    const told = { messages: dropped, through: dropped.length === 0 ? 0 : older + 1, isPartial: false };
    return Promise.resolve({ messages: shown, version: turns.length, summary, dropped: told });
  }

  append(conversationId: string, messages: readonly ModelMessage[], effectKey: string, options: AppendOptions = {}): Promise<void> {
    const { seed = [] } = options;
    if (this.#isNew(conversationId, effectKey)) {
      this.appended.push(options);
      const turns = this.conversations.get(conversationId) ?? [];
      const before = turns.length === 0 ? seed.filter(({ role }) => role !== 'system') : [];
      this.conversations.set(conversationId, [...turns, [...before, ...messages]]);
    }
    return Promise.resolve();
  }

  summarize(conversationId: string, summary: NewSummary, effectKey: string): Promise<void> {
    if (this.#isNew(conversationId, effectKey)) this.summaries.set(conversationId, summary);
    return Promise.resolve();
  }

  find(conversationId: string): ReturnType<ConversationMemory['find']> {
    const messages = (this.conversations.get(conversationId) ?? []).flat();
    return Promise.resolve(messages.length === 0 ? undefined : { conversationId, messages });
  }

  list(limit: number): ReturnType<ConversationMemory['list']> {
    const all = [...this.conversations].map(([conversationId, turns]) => ({ conversationId, messages: turns.flat() }));
    return Promise.resolve(all.toReversed().slice(0, limit));
  }

  remove(conversationId: string, effectKey: string): Promise<boolean> {
    return Promise.resolve(this.#isNew(conversationId, effectKey) && this.conversations.delete(conversationId));
  }

  #isNew(conversationId: string, effectKey: string): boolean {
    const effect = `${conversationId} ${effectKey}`;
    const isNew = !this.#effects.has(effect);
    this.#effects.add(effect);
    return isNew;
  }
}
