import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ModelMessage } from '../../../src/engine/agents/model-message.js';
import { DomainError } from '#kernel/errors.js';
import { memoryStream } from '#modules/conversations/domain/memory.events.js';
import { conversationStreamId, digestOf } from '#modules/conversations/store/conversation-stream.js';
import type { ConversationMemory } from '../../../src/blocks/ports/memory.js';
import { ConversationWorld } from '../../support/conversations/conversation-world.js';

let world: ConversationWorld;
let workspaceId: string;
let memory: ConversationMemory;

beforeAll(async () => {
  world = await ConversationWorld.open();
});
afterAll(() => world.store.finish());
beforeEach(() => {
  world.allowance.limitBytes = null;
  workspaceId = world.ids.next();
  memory = world.memory(workspaceId);
});

const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const answer = (text: string): ModelMessage => ({ role: 'assistant', content: [{ type: 'text', text }] });

function textOf({ content }: ModelMessage): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part ? part.text : '')).join('');
}

async function textsIn(conversationId: string, of = memory): Promise<readonly string[]> {
  return (await of.read(conversationId, { kind: 'all' })).messages.map(textOf);
}

async function eventsOf(conversationId: string) {
  return world.store.store.read(memoryStream, conversationStreamId(workspaceId, conversationId));
}

describe('a conversation', () => {
  it('begins with its seed, without system messages, and then takes each turn', async () => {
    const seed: ModelMessage[] = [{ role: 'system', content: 'Be kind' }, user('Example?'), answer('Example.')];
    await memory.append('c', [user('1'), answer('one')], 'a', { seed });
    await memory.append('c', [user('2'), answer('two')], 'b', { seed });
    expect(await textsIn('c')).toEqual(['Example?', 'Example.', '1', 'one', '2', 'two']);
    expect((await memory.read('c', { kind: 'all' })).version).toBe(2);
  });

  it('takes a turn once, however often it is appended', async () => {
    const append = () => memory.append('c', [user('1'), answer('one')], 'same');
    await Promise.all([append(), append(), append()]);
    await append();
    await memory.append('c', [user('2')], 'other');
    await append();
    expect(await textsIn('c')).toEqual(['1', 'one', '2']);
  });

  it('does not mix the turns of runs that append at the same time', async () => {
    const runs = Array.from({ length: 20 }, (_, run) =>
      world.memory(workspaceId).append('c', [user(`q${run}`), answer(`a${run}`)], `${run}`),
    );
    await Promise.all(runs);
    const texts = await textsIn('c');
    expect(texts).toHaveLength(40);
    for (let turn = 0; turn < 20; turn += 1) expect(texts[2 * turn + 1]).toBe(texts[2 * turn]?.replace('q', 'a'));
    expect(new Set(texts).size).toBe(40);
  });

  it('takes one seed when several first runs begin at the same time', async () => {
    const seed = [user('Example?'), answer('Example.')];
    const runs = Array.from({ length: 8 }, (_, run) => world.memory(workspaceId).append('c', [user(`q${run}`)], `${run}`, { seed }));
    await Promise.all(runs);
    const texts = await textsIn('c');
    expect(texts.slice(0, 2)).toEqual(['Example?', 'Example.']);
    expect(texts).toHaveLength(10);
  });

  it('is another one in another workspace', async () => {
    await memory.append('c', [user('mine')], 'a');
    const foreign = world.memory(world.ids.next());
    expect(await foreign.read('c', { kind: 'all' })).toMatchObject({ messages: [], version: 0 });
    expect(await foreign.remove('c', 'b')).toBe(false);
    expect(await foreign.list(10)).toEqual([]);
    expect(await textsIn('c')).toEqual(['mine']);
  });

  it('keeps references to files', async () => {
    const file = { type: 'file', fileId: 'f', name: 'a.png', mediaType: 'image/png', size: 3 } as const;
    const message: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'See' }, file] };
    await memory.append('c', [message], 'a');
    expect((await memory.read('c', { kind: 'all' })).messages).toEqual([message]);
  });

  it('survives characters that databases refuse in text', async () => {
    await memory.append('c', [user('\u0000 \ud800 and 🙂')], 'a');
    expect(await textsIn('c')).toEqual(['\u0000 \ud800 and 🙂']);
  });

  it.each(['', '  ', 'x'.repeat(256), 'a\u0000b', 'a\nb', '\ud800'])('cannot have the id %j', async (id) => {
    const refused = { kind: 'invalid', message: 'conversationId must have 1 to 255 characters, without control characters' };
    await expect(memory.append(id, [user('x')], 'a')).rejects.toMatchObject(refused);
    await expect(memory.read(id, { kind: 'all' })).rejects.toMatchObject(refused);
  });

  it('refuses a message of more than 100 KB and keeps the others', async () => {
    await memory.append('c', [user('short')], 'a');
    await expect(memory.append('c', [user('x'.repeat(102_400))], 'b')).rejects.toThrow(DomainError);
    expect(await textsIn('c')).toEqual(['short']);
  });
});

describe('the texts of a conversation', () => {
  it('are not part of its events, which prove them', async () => {
    await memory.append('c', [user('my number is 4711')], 'a');
    const [event] = await eventsOf('c');
    expect(JSON.stringify(event)).not.toContain('4711');
    const { rows } = await world.store.pool.query<{ salt: string; content: string }>(
      'select salt, content from memory_turn where conversation = $1',
      [conversationStreamId(workspaceId, 'c')],
    );
    const [row] = rows;
    expect(event?.payload).toMatchObject({ digest: digestOf(row?.salt ?? '', row?.content ?? '') });
  });

  it('are gone after the deletion, while the events stay and the id can be used again', async () => {
    await memory.append('c', [user('1'), answer('one')], 'a');
    await memory.append('c', [user('2')], 'b');
    expect(await memory.remove('c', 'key')).toBe(true);
    expect(await memory.remove('c', 'key')).toBe(true);
    expect(await memory.remove('c', 'd')).toBe(false);
    expect(await textsIn('c')).toEqual([]);
    const of = [conversationStreamId(workspaceId, 'c')];
    expect((await world.store.pool.query('select from memory_turn where conversation = $1', of)).rowCount).toBe(0);
    await memory.append('c', [user('3')], 'e', { seed: [user('seed')] });
    expect(await textsIn('c')).toEqual(['seed', '3']);
    expect((await eventsOf('c')).map(({ type }) => type)).toEqual([
      'memory.appended',
      'memory.appended',
      'memory.deleted',
      'memory.appended',
    ]);
  });

  it('count for the account, exactly, until they are deleted', async () => {
    const before = await world.used();
    await memory.append('c', [user('x'.repeat(1000))], 'a');
    const one = (await world.used()) - before;
    expect(one).toBeGreaterThan(1000);
    world.allowance.limitBytes = before + 2 * one;
    const runs = Array.from({ length: 5 }, (_, run) => memory.append('c', [user('y'.repeat(1000))], `${run}`));
    const outcomes = await Promise.allSettled(runs);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'STORAGE_LIMIT_EXCEEDED' } });
    expect(await world.used()).toBe(before + 2 * one);
    await memory.remove('c', 'z');
    expect(await world.used()).toBe(before);
  });
});

describe('a window', () => {
  beforeEach(async () => {
    for (let turn = 1; turn <= 60; turn += 1) await memory.append('c', [user(`q${turn}`), answer(`a${turn}`)], `${turn}`);
  });

  it('has the newest messages', async () => {
    const { messages, version } = await memory.read('c', { kind: 'messages', limit: 3 });
    expect([messages.map(textOf), version]).toEqual([['a59', 'q60', 'a60'], 60]);
  });

  it('says whether older messages did not fit', async () => {
    expect((await memory.read('c', { kind: 'messages', limit: 3 })).isCut).toBe(true);
    expect((await memory.read('c', { kind: 'messages', limit: 200 })).isCut).toBe(false);
  });

  it('tells the turns that do not fit, and shows a summary in their place', async () => {
    const { dropped } = await memory.read('c', { kind: 'messages', limit: 4, tellsDropped: true });
    expect([dropped.through, dropped.messages.length, textOf(dropped.messages.at(-1) ?? user(''))]).toEqual([58, 116, 'a58']);
    await memory.summarize('c', { text: 'They counted to 58.', through: dropped.through }, 's');
    await memory.summarize('c', { text: 'Another try', through: 59 }, 's');
    await memory.summarize('c', { text: 'That of a slower run', through: 57 }, 's2');
    const after = await memory.read('c', { kind: 'messages', limit: 100, tellsDropped: true });
    expect(after.summary).toBe('They counted to 58.');
    expect(after.messages.map(textOf)).toEqual(['q59', 'a59', 'q60', 'a60']);
    expect(after.dropped.messages).toEqual([]);
  });
});

describe('a conversation as a whole', () => {
  it('has the turns that its summary covers, also when they are the only ones', async () => {
    expect(await memory.find('c')).toBeUndefined();
    await memory.append('c', [user('1'), answer('one')], 'a');
    await memory.append('c', [user('2')], 'b', { expireAfterMs: 86_400_000 });
    await memory.summarize('c', { text: 'One', through: 1 }, 's');
    expect((await memory.find('c'))?.messages.map(textOf)).toEqual(['1', 'one', '2']);
    expect((await world.memory(workspaceId, { inDays: 2 }).find('c'))?.messages.map(textOf)).toEqual(['1', 'one']);
    expect(await world.memory(world.ids.next()).find('c')).toBeUndefined();
    await memory.remove('c', 'r');
  });

  it('is refused when it has more than 10 MiB', async () => {
    for (let turn = 0; turn < 4; turn += 1)
      await memory.append(
        'c',
        Array.from({ length: 30 }, () => user('x'.repeat(100_000))),
        `${turn}`,
      );
    await expect(memory.find('c')).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});

describe('the turns that a window tells', () => {
  it('have half of the context window, and the oldest that do not fit are said to be missing', async () => {
    for (const turn of [1, 2, 3, 4]) await memory.append('c', [user(`${turn}${'x'.repeat(400)}`)], `a${turn}`);
    const { dropped } = await memory.read('c', { kind: 'messages', limit: 1, contextWindow: 460, tellsDropped: true });
    expect(dropped).toMatchObject({ through: 3, isPartial: true });
    expect(dropped.messages.map((message) => textOf(message)[0])).toEqual(['2', '3']);
  });
});

describe('the upkeep of conversations', () => {
  it('deletes a summary that has expired, as it deletes turns', async () => {
    const before = await world.used();
    await memory.append('c', [user('kept')], 'a');
    const kept = (await world.used()) - before;
    await memory.append('c', [user('brief')], 'b', { expireAfterMs: 86_400_000 });
    await memory.summarize('c', { text: 'Brief talk', through: 2, expireAfterMs: 86_400_000 }, 's');
    const later = await world.memory(workspaceId, { inDays: 2 }).read('c', { kind: 'all' });
    expect(later).toMatchObject({ messages: [user('kept')], summary: null });
    await world.upkeep(2).tidy();
    expect((await world.used()) - before).toBe(kept);
  });

  it('deletes messages that have expired, which no run reads before either', async () => {
    const before = await world.used();
    await memory.append('c', [user('kept')], 'a');
    const kept = (await world.used()) - before;
    await memory.append('c', [user('brief')], 'b', { expireAfterMs: 86_400_000 });
    expect(await textsIn('c', world.memory(workspaceId, { inDays: 2 }))).toEqual(['kept']);
    expect(await textsIn('c')).toEqual(['kept', 'brief']);
    await world.upkeep(2).tidy();
    expect(await textsIn('c')).toEqual(['kept']);
    expect((await world.used()) - before).toBe(kept);
    expect((await memory.list(1))[0]?.messages).toHaveLength(1);
  });

  it('ends a conversation whose last message has expired, with its summary', async () => {
    await memory.append('c', [user('brief')], 'a', { expireAfterMs: 1 });
    await memory.summarize('c', { text: 'Short talk', through: 1 }, 's');
    await world.upkeep(1).tidy();
    expect(await memory.read('c', { kind: 'all' })).toMatchObject({ messages: [], summary: null, version: 0 });
    await memory.append('c', [user('again')], 'b');
    expect(await memory.read('c', { kind: 'all' })).toMatchObject({ messages: [user('again')], summary: null });
  });

  it('forgets effect keys after thirty days', async () => {
    await memory.append('c', [user('x')], 'a');
    await world.upkeep(29).tidy();
    expect(await world.count('memory_effect')).toBeGreaterThan(0);
    await world.upkeep(31).tidy();
    expect(await world.count('memory_effect')).toBe(0);
  });
});
