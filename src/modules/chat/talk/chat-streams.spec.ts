import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import type { Change, ChangeListener, Changes } from '#ledger/projections/changes.js';
import type { Chat, Chats } from '../store/chats.js';
import { ChatStreams } from './chat-streams.js';

const aChat = (more: Partial<Chat> = {}) => ({ id: 'a', isActive: true, authType: 'password', accessVersion: 1, ...more }) as Chat;
const aResponse = (): Response => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Response;

let stored: Map<string, Chat>;
let reads: string[];
let isAway: boolean;
let tell: ChangeListener;
let streams: ChatStreams;

beforeEach(() => {
  [stored, reads, isAway] = [new Map(), [], false];
  const changes = {
    on: (_: unknown, listener: ChangeListener) => {
      tell = listener;
      return () => undefined;
    },
  };
  const find = async (id: string): Promise<Chat | undefined> => {
    if (isAway) throw new Error('away');
    reads.push(id);
    return stored.get(id);
  };
  streams = new ChatStreams({ find } as unknown as Chats, changes as unknown as Changes);
});
afterEach(() => {
  streams.onModuleDestroy();
});

function open(chat: Chat, response = aResponse()): AbortSignal {
  stored.set(chat.id, chat);
  return streams.enter(chat, 'visitor', response);
}

async function changed(streamId: string): Promise<void> {
  tell({ type: 'chat.changed', streamId, workspaceId: null } satisfies Change);
  await setImmediate();
}

describe('streams of visitors', () => {
  it('are checked with their chat, which is read once, when it has changed', async () => {
    open(aChat());
    open(aChat());
    open(aChat({ id: 'b' }));
    await changed('a');
    await changed('elsewhere');
    expect(reads).toEqual(['a']);
  });

  it.each<[string, Chat | undefined, Chat]>([
    ['is deleted', undefined, aChat()],
    ['is switched off', aChat({ isActive: false }), aChat()],
    ['has another password', aChat({ accessVersion: 2 }), aChat()],
    ['is not public any more', aChat({ accessVersion: 2 }), aChat({ authType: 'public' })],
  ])('end when their chat %s', async (_what, now, before) => {
    const [stream, other] = [open(before), open(aChat({ id: 'b' }))];
    if (now === undefined) stored.delete('a');
    else stored.set('a', now);
    await changed('a');
    expect([stream.aborted, other.aborted]).toEqual([true, false]);
  });

  it('stay open when their chat becomes public, or changes in something else', async () => {
    const stream = open(aChat());
    stored.set('a', aChat({ title: 'Renamed' }));
    await changed('a');
    stored.set('a', aChat({ authType: 'public', accessVersion: 2 }));
    await changed('a');
    expect(stream.aborted).toBe(false);
  });

  it('end in the next round when the news of the change is lost, or the database was away', async () => {
    const stream = open(aChat());
    stored.delete('a');
    isAway = true;
    await changed('a');
    expect(stream.aborted).toBe(false);
    isAway = false;
    await streams.round();
    expect(stream.aborted).toBe(true);
  });

  it('end when their reader leaves, and are checked no more', async () => {
    const response = aResponse();
    const stream = open(aChat(), response);
    expect(streams.count).toBe(1);
    response.emit('close');
    await changed('a');
    expect([stream.aborted, streams.count, reads]).toEqual([true, 0, []]);
  });
});
