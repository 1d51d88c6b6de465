import { describe, expect, it } from '@jest/globals';
import type { ModelMessage } from '#engine/agents/model-message.js';
import { ConversationWindow, limitsOf, type WindowLimits } from './conversation-window.js';
import { estimatedTokens } from './estimated-tokens.js';

const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const call = (callId: string): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'tool-call', callId, name: 't', arguments: '{}' }],
});
const result = (callId: string): ModelMessage => ({ role: 'tool', content: [{ callId, name: 't', kind: 'json', value: 'x'.repeat(40) }] });

function windowOf(turns: readonly ModelMessage[][], limits: Partial<WindowLimits>): readonly ModelMessage[] {
  const window = new ConversationWindow({ messages: Infinity, tokens: Infinity, ...limits });
  for (const turn of turns.toReversed()) window.take(turn);
  return window.messages;
}

/** Turns of a conversation, decided by a seed. */
function someTurns(seed: number): ModelMessage[][] {
  let state = seed;
  const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  return Array.from({ length: 1 + next(6) }, (_, turn) => {
    const rounds = Array.from({ length: next(3) }, (__, round) => [call(`${turn}.${round}`), result(`${turn}.${round}`)]).flat();
    return [user('q'.repeat(next(200))), ...rounds, user('a'.repeat(next(80)))];
  });
}

describe('a window of a conversation', () => {
  const seeds = Array.from({ length: 300 }, (_, index) => index + 1);

  it('is the end of the conversation, within its limits unless it is one message, and never parts a call from its result', () => {
    for (const seed of seeds) {
      const turns = someTurns(seed);
      const limits = { messages: 1 + (seed % 7), tokens: 10 + (seed % 90) };
      const found = windowOf(turns, limits);
      expect(found).toEqual(turns.flat().slice(-found.length));
      expect(found.length).toBeGreaterThan(0);
      expect(found[0]?.role).not.toBe('tool');
      const groups = found.filter(({ role }) => role !== 'tool').length;
      const tokens = found.reduce((sum, message) => sum + estimatedTokens(message), 0);
      expect(groups === 1 || (found.length <= limits.messages && tokens <= limits.tokens)).toBe(true);
    }
  });

  it('is as long as its limits allow', () => {
    const turns = [[user('1'), user('2')], [user('3')], [call('a'), result('a')], [user('4')]];
    expect(windowOf(turns, { messages: 2 })).toEqual([user('4')]);
    expect(windowOf(turns, { messages: 3 })).toEqual([call('a'), result('a'), user('4')]);
    expect(windowOf(turns, { messages: 5 })).toHaveLength(5);
    expect(windowOf(turns, {})).toEqual(turns.flat());
  });

  it('takes at most nine tenths of the context window', () => {
    expect(limitsOf({ kind: 'all', contextWindow: 1000 })).toEqual({ messages: Infinity, tokens: 900 });
    expect(limitsOf({ kind: 'tokens', limit: 4000, contextWindow: 1000 })).toEqual({ messages: Infinity, tokens: 900 });
    expect(limitsOf({ kind: 'tokens', limit: 400, contextWindow: null })).toEqual({ messages: Infinity, tokens: 400 });
    expect(limitsOf({ kind: 'messages', limit: 10 })).toEqual({ messages: 10, tokens: 1_000_000 });
  });
});
