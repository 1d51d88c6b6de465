import { describe, expect, it } from '@jest/globals';
import { aModelCall, anAgent, anIntent, aToolCall, costOf } from '../../../test/support/engine/agent-facts.js';
import {
  AgentEntered,
  BlockCompleted,
  BlockPaused,
  ChildEntered,
  EffectIntended,
  ExecutionCancelled,
  ExecutionStarted,
  ModelAnswered,
  ToolAnswered,
  type ExecutionFact,
} from '../execution.events.js';
import { traceSpans } from './spans.js';
import type { TraceSpan } from './trace-span.js';

const at = (second: number): string => `2031-01-01T00:00:0${second}.000Z`;
const labels = () => ({ agent: { name: 'Support', type: 'agent' }, inner: { name: 'Inner', type: 'function' } });
const started = ExecutionStarted({
  workflowId: 'w',
  workspaceId: 's',
  deploymentVersion: 1,
  trigger: 'api',
  mode: 'sync',
  input: {},
  userId: 'u',
  accountId: 'a',
  baseChargeUsd: 0.005,
  startBlockId: 'agent',
  startedAt: at(0),
  deadlineAt: at(9),
});
const entered = AgentEntered(anAgent());
const asksTool = (name: string) =>
  ModelAnswered(aModelCall({ parts: [{ type: 'tool-call', callId: 'agent#0.0', name, arguments: '{"order":7}' }] }));
const left = BlockCompleted({
  node: 'agent',
  blockId: 'agent',
  input: null,
  output: { content: 'Hello' },
  handle: 'source',
  startedAt: at(0),
  endedAt: at(5),
});

function rootOf(...facts: readonly ExecutionFact[]): TraceSpan {
  const [root] = traceSpans([started, entered, ...facts], labels);
  if (root === undefined) throw new Error('No trace');
  return root;
}

const agentOf = (...facts: readonly ExecutionFact[]): TraceSpan | undefined => rootOf(...facts).children[0];

describe('the trace of an agent', () => {
  it('has a span for each call of a model, with tokens, cost, first token and reason', () => {
    const call = aModelCall({ firstTokenAt: '2031-01-01T00:00:01.400Z', responseId: 'r1', tries: 2, cost: costOf(1000) });
    expect(agentOf(ModelAnswered(call), left)?.children).toEqual([
      expect.objectContaining({
        type: 'model',
        name: 'chat gpt-a',
        status: 'success',
        outcome: 'answered',
        model: 'gpt-a',
        provider: 'openai',
        tokens: { input: 100, output: 20, total: 120, cacheRead: 40, cacheWrite: 0, reasoning: 5 },
        cost: { input: 0.000_000_5, output: 0.000_000_5, total: 0.000_001 },
        firstTokenMs: 400,
        finishReason: 'stop',
        tries: 2,
        startTime: at(1),
        endTime: at(2),
        duration: 1000,
        attributes: expect.objectContaining({
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'openai',
          'gen_ai.request.model': 'gpt-a',
          'gen_ai.response.model': 'gpt-a-2026',
          'gen_ai.response.id': 'r1',
          'gen_ai.response.finish_reasons': ['stop'],
          'gen_ai.response.time_to_first_chunk': 0.4,
          'gen_ai.usage.input_tokens': 100,
          'gen_ai.usage.cache_read.input_tokens': 40,
        }),
      }),
    ]);
  });

  it('has a span for each tool call, and the block that it runs below', () => {
    const [, tool] = agentOf(asksTool('lookup'), ToolAnswered(aToolCall()), left)?.children ?? [];
    expect(tool).toMatchObject({
      type: 'tool',
      name: 'execute_tool lookup',
      outcome: 'answered',
      input: { order: 7 },
      output: { found: true },
      startTime: at(2),
      endTime: at(3),
      attributes: { 'gen_ai.tool.name': 'lookup', 'gen_ai.tool.call.id': 'agent#0.0' },
      children: [{ type: 'api', name: 'Look up', input: { order: 7 }, output: { found: true }, startTime: at(2), endTime: at(3) }],
    });
  });

  it('has the blocks of a workflow that a tool runs below that tool', () => {
    const child = ChildEntered({
      node: 'agent#0.0',
      blockId: 'agent',
      workflowId: 'other',
      workflowName: 'Other',
      deploymentVersion: 2,
      childExecutionId: 'c',
      input: {},
      startedAt: at(2),
    });
    const block = { ...left.payload, node: 'agent#0.0()/inner', blockId: 'inner', startedAt: at(2), endedAt: at(3) };
    const told = ToolAnswered(aToolCall({ result: { callId: 'c', name: 'ask_team', kind: 'json', value: 1 } }));
    expect(agentOf(asksTool('ask_team'), child, BlockCompleted(block), told)?.children[1]).toMatchObject({
      type: 'tool',
      children: [{ type: 'workflow', name: 'Ask the team', childWorkflowId: 'other', children: [{ name: 'Inner', type: 'function' }] }],
    });
  });

  it('shows the whole result of a tool of which the model was shown a part', () => {
    const told = ToolAnswered(aToolCall({ output: { found: true, more: 'text' } }));
    expect(agentOf(asksTool('lookup'), told)?.children[1]).toMatchObject({ output: { found: true, more: 'text' } });
  });

  it('has totals on the agent and on the run, without calls that cost nothing', () => {
    const root = rootOf(
      ModelAnswered(aModelCall({ outcome: 'abandoned', cost: costOf(99) })),
      ModelAnswered(aModelCall({ attempt: 1, cost: costOf(1000) })),
      ModelAnswered(aModelCall({ turn: 1, cost: costOf(10) })),
      left,
    );
    expect(root.children[0]).toMatchObject({ tokens: { input: 200, output: 40, total: 240 }, cost: { total: 0.000_001_01 } });
    expect(root).toMatchObject({ tokens: { total: 240 }, cost: { total: 0.005_001_01 } });
    expect(root.children[0]?.children.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['abandoned', 'error'],
      ['answered', 'success'],
      ['answered', 'success'],
    ]);
  });

  it('says that a cost is unknown', () => {
    const root = rootOf(ModelAnswered(aModelCall({ cost: null })));
    expect([root.cost, root.children[0]?.cost, root.children[0]?.children[0]?.cost]).toEqual([null, null, null]);
  });

  it('shows a failed call with its error, and the agent as a success if it went on', () => {
    const failed = ModelAnswered(aModelCall({ outcome: 'failed', finish: null, error: { kind: 'overloaded', message: 'Too busy' } }));
    const agent = agentOf(failed, ModelAnswered(aModelCall({ attempt: 1 })));
    expect(agent?.children[0]).toMatchObject({ status: 'error', errorMessage: 'Too busy', attributes: { 'error.type': 'overloaded' } });
    expect(agent?.status).toBe('success');
  });

  it('shows calls in flight while the run continues, and as unknown when it has ended without them', () => {
    const tool = anIntent({ node: 'agent#0.0', kind: 'tool', target: 'lookup', call: { turn: 0, tool: 0 }, at: at(3) });
    const facts = [EffectIntended(anIntent()), asksTool('lookup'), EffectIntended(tool)];
    expect(agentOf(...facts)?.children).toMatchObject([
      { name: 'chat gpt-a', outcome: 'answered', startTime: at(1) },
      { name: 'execute_tool lookup', type: 'tool', outcome: 'in-flight', startTime: at(3) },
    ]);
    expect(agentOf(EffectIntended(anIntent()))?.children).toMatchObject([{ name: 'chat gpt-a', type: 'model', outcome: 'in-flight' }]);
    const ended = ExecutionCancelled({ endedAt: at(6), durationMs: 6000 });
    expect(agentOf(...facts, ended)?.children[1]).toMatchObject({ outcome: 'unknown' });
  });

  it('shows a tool call that waits for a person', () => {
    const paused = BlockPaused({
      node: 'agent#0.0',
      blockId: 'agent',
      pause: { kind: 'time', resumeAt: at(9) },
      input: { order: 7 },
      output: {},
      startedAt: at(2),
      pausedAt: at(3),
    });
    const asked = agentOf(asksTool('lookup'), paused)?.children[1];
    expect(asked).toMatchObject({ type: 'tool', name: 'execute_tool lookup', paused: true });
    const answered = agentOf(asksTool('lookup'), paused, ToolAnswered(aToolCall({ outcome: 'denied' })))?.children[1];
    expect(answered).toMatchObject({ outcome: 'denied', status: 'success' });
    expect(answered).not.toHaveProperty('paused');
  });
});
