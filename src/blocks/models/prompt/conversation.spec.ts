import { describe, expect, it } from '@jest/globals';
import { notFound } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import type { ModelMessage } from '#engine/agents/model-message.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';
import { ScriptedModels } from '../../../../test/support/engine/scripted-models.js';
import type { ConversationMemory, MemoryWindow, RememberedMessages } from '../../ports/memory.js';

const said = (role: 'user' | 'assistant', text: string): ModelMessage => ({ role, content: [{ type: 'text', text }] });

const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Old question' },
  { role: 'assistant', content: 'Old answer' },
  { role: 'user', content: 'New question' },
];

async function remembering(read: Partial<RememberedMessages> | Error, fields: JsonObject = {}) {
  const windows: (readonly [string, MemoryWindow])[] = [];
  const memory = {
    read: async (id: string, window: MemoryWindow) => {
      windows.push([id, window]);
      if (read instanceof Error) throw read;
      return { messages: [], version: 0, summary: null, dropped: { messages: [], through: 0, isPartial: false }, ...read };
    },
    append: async () => undefined,
  } as Partial<ConversationMemory> as ConversationMemory;
  const models = new ScriptedModels({ text: 'ok' });
  const all = { model: 'm', messages, memoryType: 'conversation', conversationId: 'c-<start.id>', ...fields };
  const { error, output } = await runBlock('agent', all, { models, memory, input: { id: 7 } });
  const sent = models.requests[0]?.messages.map(({ role, content }) => [
    role,
    typeof content === 'string' ? content : JSON.stringify(content).match(/"text":"([^"]*)"/)?.[1],
  ]);
  return { sent, windows, error, output };
}

describe('a conversation that is remembered', () => {
  it('begins with all messages', async () => {
    const { sent, windows } = await remembering({});
    expect(sent).toEqual([
      ['system', 'Be brief.'],
      ['user', 'Old question'],
      ['assistant', 'Old answer'],
      ['user', 'New question'],
    ]);
    expect(windows).toEqual([['c-7', { kind: 'all', contextWindow: 100_000 }]]);
  });

  it('has what is new: the last message of the user', async () => {
    const stored = [said('user', 'Hello'), said('assistant', 'Hi')];
    const { sent } = await remembering({ messages: stored, version: 2, summary: 'They met.' });
    expect(sent).toEqual([
      ['system', 'Be brief.'],
      ['system', 'Summary of the earlier conversation:\nThey met.'],
      ['user', 'Hello'],
      ['assistant', 'Hi'],
      ['user', 'New question'],
    ]);
  });

  it('that a window has cut begins with a message of the user', async () => {
    const stored = [said('assistant', 'Hi'), said('user', 'And?'), said('assistant', 'Then')];
    const spoken = (sent: Awaited<ReturnType<typeof remembering>>['sent']) => sent?.slice(1).map(([, text]) => text);
    const whole = await remembering({ messages: stored, version: 2 });
    expect(spoken(whole.sent)).toEqual(['Hi', 'And?', 'Then', 'New question']);
    const cut = await remembering({ messages: stored, version: 2, isCut: true });
    expect(spoken(cut.sent)).toEqual(['And?', 'Then', 'New question']);
    const answer = await remembering({ messages: [said('assistant', 'Then')], version: 2, isCut: true });
    expect(spoken(answer.sent)).toEqual(['New question']);
  });

  it.each<[JsonObject, MemoryWindow]>([
    [{ memoryType: 'sliding_window' }, { kind: 'messages', limit: 10, contextWindow: 100_000 }],
    [
      { memoryType: 'sliding_window', slidingWindowSize: '3' },
      { kind: 'messages', limit: 3, contextWindow: 100_000 },
    ],
    [{ memoryType: 'sliding_window_tokens' }, { kind: 'tokens', limit: 4_000, contextWindow: 100_000 }],
  ])('is read through a window: %j', async (fields, window) => {
    expect((await remembering({}, fields)).windows).toEqual([['c-7', window]]);
  });

  it('fails the block when it cannot be read, or is left out with a warning', async () => {
    expect((await remembering(notFound('Conversation'))).error).toMatch(/^The memory cannot be read: Conversation/);
    const optional = await remembering(notFound('Conversation'), { memoryOptional: true });
    expect(optional.sent).toHaveLength(4);
    expect(optional.output?.['warnings']).toEqual([expect.stringMatching(/^The memory could not be read: Conversation/)]);
  });

  it.each([
    ['', 'conversationId is missing: memory needs the id of a conversation'],
    ['x'.repeat(256), 'conversationId must not be longer than 255 characters'],
  ])('needs an id', async (conversationId, error) => {
    expect((await remembering({}, { conversationId })).error).toBe(error);
  });
});
