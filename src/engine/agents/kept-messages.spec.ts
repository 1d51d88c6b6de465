import { describe, expect, it } from '@jest/globals';
import type { ModelMessage, ToolCall, ToolResult } from '#engine/agents/model-message.js';
import { keptMessages } from './kept-messages.js';

const call = (callId: string): ToolCall => ({ type: 'tool-call', callId, name: 't', arguments: '{}' });
const result = (callId: string): ToolResult => ({ callId, name: 't', kind: 'text', value: 'r' });

describe('the messages that memory keeps', () => {
  it('are without reasoning, metadata and empty texts', () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: '' }] },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', metadata: { signature: 's' } },
          { type: 'text', text: 'yes', metadata: { id: 1 } },
        ],
      },
      { role: 'system', content: '' },
    ];
    expect(keptMessages(messages)).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'yes' }] }]);
  });

  it('have each call with its result and each result with its call', () => {
    const messages: ModelMessage[] = [
      { role: 'tool', content: [result('lost')] },
      { role: 'assistant', content: [call('a'), call('open'), call('b')] },
      { role: 'tool', content: [result('b')] },
      { role: 'tool', content: [result('a'), result('a'), result('other')] },
      { role: 'user', content: [{ type: 'text', text: 'and?' }] },
      { role: 'tool', content: [result('open')] },
    ];
    expect(keptMessages(messages)).toEqual([
      { role: 'assistant', content: [call('a'), call('b')] },
      { role: 'tool', content: [result('b')] },
      { role: 'tool', content: [result('a')] },
      { role: 'user', content: [{ type: 'text', text: 'and?' }] },
    ]);
  });

  it('have at most 100 KB each, and so has each result of a tool', () => {
    const big = 'x'.repeat(102_400);
    const results = (value: string): ModelMessage[] => [
      { role: 'assistant', content: [call('a'), call('b')] },
      {
        role: 'tool',
        content: [
          { ...result('a'), value },
          { ...result('b'), value },
        ],
      },
    ];
    const refusal = { kind: 'too-large', code: 'PAYLOAD_TOO_LARGE', message: expect.stringContaining('at most 102400 bytes') };
    expect(() => keptMessages([{ role: 'system', content: big }])).toThrow(expect.objectContaining(refusal));
    expect(() => keptMessages(results(big))).toThrow(expect.objectContaining(refusal));
    expect(keptMessages(results(big.slice(200)))).toHaveLength(2);
  });
});
