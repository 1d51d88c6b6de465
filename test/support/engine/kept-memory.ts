import type { ModelMessage } from '../../../src/engine/agents/model-message.js';
import type { AppendOptions, ConversationMemory, MemoryWindow } from '../../../src/blocks/ports/memory.js';

/** The conversations of a workspace, kept in this process. */
export class KeptMemory implements ConversationMemory {
  /** The turns of each conversation. */
  readonly conversations = new Map<string, ModelMessage[][]>();
  /** How each turn was appended. */
  readonly appended: AppendOptions[] = [];
  readonly #effects = new Set<string>();

  read(conversationId: string, { kind, limit = Infinity }: MemoryWindow): ReturnType<ConversationMemory['read']> {
    const turns = this.conversations.get(conversationId) ?? [];
    const messages = turns.flat();
    const shown = kind === 'messages' && limit < messages.length ? messages.slice(-limit) : messages;
    return Promise.resolve({ messages: shown, version: turns.length, summary: null, dropped: { messages: [], through: 0 } });
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

  summarize(): Promise<void> {
    return Promise.resolve();
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
