import { describe, expect, it } from '@jest/globals';
import { KeptMemory } from '../../../../test/support/engine/kept-memory.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';

const said = (role: 'user' | 'assistant', text: string) => ({ role, content: [{ type: 'text' as const, text }] });

describe('a memory block', () => {
  it('adds a message to a conversation', async () => {
    const memory = new KeptMemory();
    const fields = { operation: 'add', id: 'customer <start.id>', role: 'assistant', content: 'Good day, <start.name>.' };
    const { output, input } = await runBlock('memory', fields, { memory, input: { id: 17, name: 'Ada' } });
    expect(memory.conversations.get('customer 17')).toEqual([[said('assistant', 'Good day, Ada.')]]);
    const data = [{ role: 'assistant', content: 'Good day, Ada.' }];
    expect(output).toEqual({ memories: [{ conversationId: 'customer 17', data }], id: 'customer 17' });
    expect(input).toEqual({ operation: 'add', id: 'customer 17', role: 'assistant', content: 'Good day, Ada.' });
  });

  it('stores the name of a secret in its place', async () => {
    const memory = new KeptMemory();
    await runBlock('memory', { operation: 'add', id: 'c', content: 'Use {{TOKEN}}' }, { memory, secrets: { TOKEN: 'sk-123456789' } });
    expect(memory.conversations.get('c')).toEqual([[said('user', 'Use {{TOKEN}}')]]);
  });

  it('reads one conversation, and all of them, with what tools were asked and returned', async () => {
    const memory = new KeptMemory();
    await memory.append('a', [said('user', 'Weather?')], '1');
    await memory.append(
      'a',
      [
        { role: 'assistant', content: [{ type: 'tool-call', callId: 'x', name: 'weather', arguments: '{"city":"Rome"}' }] },
        { role: 'tool', content: [{ callId: 'x', name: 'weather', kind: 'json', value: { celsius: 21 } }] },
      ],
      '2',
    );
    await memory.append('b', [said('user', 'Hi')], '3');
    const a = {
      conversationId: 'a',
      data: [
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content: '[call weather {"city":"Rome"}]' },
        { role: 'tool', content: '{"celsius":21}' },
      ],
    };
    const one = await runBlock('memory', { operation: 'get', conversationId: 'a' }, { memory });
    expect(one.output).toEqual({ memories: [a], id: 'a' });
    const all = await runBlock('memory', { operation: 'getAll' }, { memory });
    expect(all.output).toEqual({ memories: [{ conversationId: 'b', data: [{ role: 'user', content: 'Hi' }] }, a] });
  });

  it('reads what a summary covers, too', async () => {
    const memory = new KeptMemory();
    await memory.append('a', [said('user', 'Hi')], '1');
    await memory.append('a', [said('user', 'Again')], '2');
    await memory.summarize('a', { text: 'A greeting', through: 1 }, '3');
    const { output } = await runBlock('memory', { operation: 'get', id: 'a' }, { memory });
    const data = ['Hi', 'Again'].map((content) => ({ role: 'user', content }));
    expect(output).toEqual({ memories: [{ conversationId: 'a', data }], id: 'a' });
  });

  it('returns no conversation where there is none', async () => {
    const { output } = await runBlock('memory', { operation: 'get', id: 'none' }, { memory: new KeptMemory() });
    expect(output).toEqual({ memories: [], id: 'none' });
  });

  it('deletes a conversation', async () => {
    const memory = new KeptMemory();
    await memory.append('a', [said('user', 'Hi')], '1');
    const { output } = await runBlock('memory', { operation: 'delete', id: 'a' }, { memory });
    expect([output, memory.conversations.size]).toEqual([{ memories: [], id: 'a' }, 0]);
  });

  it.each([
    [{ operation: 'get' }, 'id is missing'],
    [{ operation: 'add', id: 'a' }, 'content is missing'],
    [{ operation: 'forget', id: 'a' }, 'operation must be one of add, getAll, get, delete'],
  ])('fails before it reaches memory: %j', async (fields, message) => {
    const memory = new KeptMemory();
    expect((await runBlock('memory', fields, { memory })).error).toContain(message);
    expect(memory.conversations.size).toBe(0);
  });
});
