import { describe, expect, it } from '@jest/globals';
import { messageText } from './message-text.js';

describe('a message of a conversation', () => {
  it.each([
    [{ role: 'system', content: 'Be brief' }, 'system: Be brief'],
    [{ role: 'user', content: [{ type: 'text', text: 'Two\nlines' }] }, 'user: Two lines'],
    [
      { role: 'user', content: [{ type: 'file', fileId: 'f', name: 'a.pdf', mediaType: 'application/pdf', size: 1 }] },
      'user: [file a.pdf]',
    ],
    [
      { role: 'assistant', content: [{ type: 'tool-call', callId: 'c', name: 'look_up', arguments: '{"n":1}' }] },
      'assistant: [calls look_up {"n":1}]',
    ],
    [
      { role: 'tool', content: [{ callId: 'c', name: 'look_up', kind: 'json', value: { found: true } }] },
      'tool: [look_up: {"found":true}]',
    ],
  ] as const)('is shown in one line: %j', (message, line) => {
    expect(messageText(message as Parameters<typeof messageText>[0])).toBe(line);
  });
});
