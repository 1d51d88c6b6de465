import { describe, expect, it } from '@jest/globals';
import { aModelCall, anAgent, aToolCall } from '../../../../test/support/engine/agent-facts.js';
import type { AgentCall } from '../../block.js';
import { agentResult } from './agent-output.js';

const outputOf = (...calls: readonly AgentCall[]) =>
  agentResult({ request: anAgent().request, stopReason: 'stop', error: null, calls }).output as { providerTiming: object };

describe('the output of an agent', () => {
  const calls = [aModelCall({ parts: [] }), aToolCall(), aModelCall({ turn: 1 })] as const;

  it('adds up its calls', () => {
    expect(outputOf(...calls)).toMatchObject({
      content: 'Hello',
      tokens: { input: 200, output: 40, total: 240, cacheRead: 80, reasoning: 10 },
      cost: { total: 0.000_002 },
      toolCalls: { list: [{ name: 'lookup', arguments: { order: 7 }, result: { found: true }, success: true }], count: 1 },
      steps: 2,
      warnings: [],
    });
  });

  it('names provider, model and remedy when the answer does not fit', () => {
    const { request } = anAgent();
    const asked = { ...request, fallbacks: [{ ...request.model, provider: 'p2', providerName: 'Second', model: 'm2' }] };
    const ended = {
      request: { ...asked, answerSchema: { name: 'n', schema: { type: 'object' }, strict: true } },
      stopReason: 'stop',
      error: null,
    };
    const call = aModelCall({ provider: 'p2', model: 'm2', parts: [{ type: 'text', text: 'no' }] });
    expect(() => agentResult({ ...ended, calls: [call] })).toThrow(
      'Second, model m2: the answer is not JSON. Set repair, so that the model may correct its answer, or change responseFormat',
    );
  });

  it('has no estimate for a model that has answered nothing', () => {
    const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, estimated: true };
    const failed = aModelCall({
      outcome: 'failed',
      parts: [],
      usage,
      cost: null,
      error: { kind: 'unavailable', message: '503', status: 503 },
    });
    const output = outputOf(failed, aModelCall({ attempt: 1 }));
    expect(output).toMatchObject({ tokens: { input: 100, output: 20, total: 120 }, warnings: [] });
    expect(output).not.toHaveProperty('tokens.estimated');
  });

  it('is the same after a crash in the middle of a call, which is shown among the times only', () => {
    const usage = { input: 100, output: 3, cacheRead: 0, cacheWrite: 0, reasoning: 0, estimated: true };
    const parts = [{ type: 'text', text: 'Hel' } as const];
    const abandoned = aModelCall({
      turn: 1,
      outcome: 'abandoned',
      usage,
      parts,
      error: { kind: 'lost', message: 'The process was lost during the call' },
    });
    const { providerTiming: timing, ...crashed } = outputOf(calls[0], calls[1], abandoned, aModelCall({ turn: 1, attempt: 1 }));
    const { providerTiming: _, ...undisturbed } = outputOf(...calls);
    expect(crashed).toEqual(undisturbed);
    expect(timing).toMatchObject({ iterations: 2, timeSegments: [{}, {}, { errorType: 'lost' }, {}] });
  });
});
