import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { aModelCall, anAgent, aToolCall, costOf } from '../../../../test/support/engine/agent-facts.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument, type FinishedRun } from '../../../../test/support/engine/run-document.js';
import { ScriptedModels, type ScriptedTurn } from '../../../../test/support/engine/scripted-models.js';
import { stepBlocks } from '../../../../test/support/engine/step-blocks.js';
import { aTool, testAgent } from '../../../../test/support/engine/test-agent.js';
import type { ModelRequest } from '../../../blocks/ports/language-models.js';
import { compile } from '../../graph/compile.js';
import type { ExecutionEvent } from '../../execution.events.js';
import { RunState } from '../run-state.js';
import { AgentRun } from './agent-run.js';
import type { Task } from '../task.js';

const tools = ['one', 'two', 'three'].map((name) => aTool(name, 'slow echo')) as unknown as JsonObject[];
const limits = { maxSteps: 20, maxParallelTools: 2, onLimit: 'fail' };
const inner = aDocument(
  [aBlock('s', 'start_trigger'), aBlock('A', 'agent', { request: { tools, limits } }), aBlock('z', 'echo', { value: '<a.content>' })],
  edges('s > A', 'A > z'),
);

/** The answer depends on what the model is shown alone, as if it were asked in another process. */
function turnFor({ messages }: ModelRequest): ScriptedTurn {
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  const results = messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  if (turn === 3) return { text: JSON.stringify(results) };
  return {
    text: `turn ${turn}`,
    calls: ['one', 'two', 'three'].map((name) => ({ name, callId: `${turn}-${name}`, arguments: { value: turn } })),
  };
}

const run = (after: readonly ExecutionEvent[] = []): Promise<FinishedRun> =>
  runDocument(inner, { models: new ScriptedModels(turnFor), blocks: [...stepBlocks, testAgent], after });

const named = (task: Task): string => `${task.kind} ${task.node.key}${'ask' in task ? ` ${task.ask.turn}.${task.ask.attempt}` : ''}`;

function tasksAfter(events: readonly ExecutionEvent[]): readonly string[] {
  const state = new RunState(compile(inner, 'api'));
  for (const event of events) state.apply(event);
  return state.ready().map(named).toSorted();
}

describe('an agent whose process is lost', () => {
  it('leads to the same end from any cut of its events, and asks no settled call again', async () => {
    const whole = await run();
    const settled = (events: readonly ExecutionEvent[]): readonly string[] =>
      events.flatMap(({ type, payload }) =>
        type === 'execution.model-answered' && payload.outcome === 'answered'
          ? [payload.effectKey]
          : type === 'execution.tool-answered'
            ? [payload.node]
            : [],
      );
    expect(whole.outcome.kind).toBe('completed');
    for (let cut = 2; cut <= whole.events.length; cut += 1) {
      const { outcome, events } = await run(whole.events.slice(1, cut));
      expect({ cut, outcome }).toEqual({ cut, outcome: whole.outcome });
      expect(settled(events).toSorted()).toEqual(settled(whole.events).toSorted());
    }
  });

  it('leaves no intent of a model call without an outcome, and asks a lost call again under its key', async () => {
    const whole = await run();
    const intents = whole.events.flatMap(({ type, payload }, index) =>
      type === 'execution.effect-intended' && payload.kind === 'model' ? [{ index, key: payload.effectKey }] : [],
    );
    for (const { index, key } of intents) {
      const { events } = await run(whole.events.slice(1, index + 1));
      const outcomes = events.flatMap(({ type, payload }) =>
        type === 'execution.model-answered' && payload.effectKey === key ? [payload.outcome] : [],
      );
      expect(outcomes).toEqual(['abandoned', 'answered']);
    }
  });

  it('has the same tasks whatever the order in which parallel tools ended', async () => {
    const { events } = await run();
    const rounds = events.flatMap(({ type }, index) => (type === 'execution.model-answered' ? [index] : []));
    const [, second = 0] = rounds;
    const upTo = events.slice(0, second).filter(({ type }) => type !== 'execution.tool-answered' && type !== 'execution.effect-intended');
    const told = events.slice(0, second).filter(({ type }) => type === 'execution.tool-answered');
    expect(told).toHaveLength(3);
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ].map((order) => order.flatMap((index) => told[index] ?? []));
    for (const order of orders) expect(tasksAfter([...upTo, ...order])).toEqual(['ask A 1.0']);
  });

  it('has the tasks again that the lost process had begun, and no others', async () => {
    const { events } = await run();
    const first = events.findIndex(({ type }) => type === 'execution.model-answered');
    expect(tasksAfter(events.slice(0, first))).toEqual(['abandon A 0.0']);
    expect(tasksAfter(events.slice(0, first + 1))).toEqual(['act A#0.0', 'act A#0.1']);
  });
});

const childId = '00000000-0000-7000-8000-000000000001';
const text = ({ outcome }: FinishedRun): unknown => (outcome as { output: JsonObject }).output;

describe('the cost limit of an agent', () => {
  function limitedTo(maxCostUsd: number, onLimit: 'fail' | 'answer' = 'fail'): AgentRun {
    const [node] = new RunState(compile(inner, 'api')).ready().map((task) => task.node);
    if (node === undefined) throw new Error('The start is ready');
    const { request } = anAgent();
    return new AgentRun(node, anAgent({ request: { ...request, limits: { ...request.limits, maxCostUsd, onLimit } } }));
  }

  it('counts what the ledger charges: a call that was abandoned is made again, and the first costs nothing', () => {
    const agent = limitedTo(0.000_001);
    const { model } = agent.entered.request;
    agent.answer(aModelCall({ outcome: 'abandoned', cost: costOf(900) }));
    expect(agent.refusal(model, 1000)).toBeUndefined();
    agent.answer(aModelCall({ outcome: 'failed', attempt: 1, cost: costOf(900) }));
    expect(agent.refusal(model, 101)).toMatch('maxCostUsd');
    expect(agent.refusal(model, 100)).toBeUndefined();
  });

  it.each([
    ['fail', { kind: 'leave', ended: { stopReason: 'max-cost', error: expect.stringContaining('maxCostUsd') } }],
    ['answer', { kind: 'ask', ask: { turn: 1, toolChoice: 'none' } }],
  ] as const)('that an answer with tool calls exceeds ends the agent after the tools, with onLimit %s', (onLimit, end) => {
    const agent = limitedTo(0.000_001, onLimit);
    agent.answer(aModelCall({ cost: costOf(1500), parts: [{ type: 'tool-call', callId: 'c', name: 'lookup', arguments: '{}' }] }));
    expect(agent.next()).toEqual({ kind: 'act', calls: [agent.keyOf(0, 0)] });
    agent.tell(aToolCall());
    expect(agent.next()).toMatchObject(end);
  });

  it('ends no answer that is text: it stops as the model does', () => {
    const agent = limitedTo(0.000_001);
    agent.answer(aModelCall({ cost: costOf(1000) }));
    expect(agent.next()).toEqual({ kind: 'leave', ended: { stopReason: 'stop', error: null } });
  });
});

describe('an agent among other blocks', () => {
  it('runs once for each pass of a loop, and each pass has its conversation', async () => {
    const models = new ScriptedModels(({ messages }) => ({ text: `to ${JSON.stringify(messages[0]?.content)}` }));
    const document = aDocument(
      [
        aBlock('s', 'start_trigger'),
        aBlock('L', 'loop', {}, { data: { loopType: 'for', count: 2 } }),
        aBlock('A', 'agent', { prompt: 'pass <loop.index>' }, { data: { parentId: 'L' } }),
      ],
      edges('s > L', 'L:loop-start-source > A'),
    );
    const run = await runDocument(document, { models, blocks: [...stepBlocks, testAgent] });
    expect(text(run)).toMatchObject({
      results: [[{ content: expect.stringContaining('pass 0') }], [{ content: expect.stringContaining('pass 1') }]],
    });
    expect(new Set(models.requests.map(({ key }) => key)).size).toBe(2);
  });

  it('calls a workflow as a tool, and an agent in it calls its own tools', async () => {
    const child = aDocument(
      [
        aBlock('k', 'start_trigger'),
        aBlock('B', 'agent', { prompt: 'inner', request: { tools: [aTool('say', 'echo')] as unknown as JsonObject[] } }),
      ],
      edges('k > B'),
    );
    const models = new ScriptedModels(({ messages }: ModelRequest) => {
      const isInner = JSON.stringify(messages[0]).includes('inner');
      const turn = messages.filter(({ role }) => role === 'assistant').length;
      if (turn > 0) return { text: isInner ? 'from inside' : 'outer done' };
      return { calls: [{ name: isInner ? 'say' : 'ask', arguments: { value: 1 } }] };
    });
    const ask = aTool('ask', 'workflow', { params: { workflowId: childId } });
    const document = aDocument(
      [aBlock('s', 'start_trigger'), aBlock('A', 'agent', { request: { tools: [ask] as unknown as JsonObject[] } })],
      edges('s > A'),
    );
    const options = { models, blocks: [...stepBlocks, testAgent], workflows: { [childId]: child } };
    const run = await runDocument(document, options);
    expect(text(run)).toMatchObject({ content: 'outer done', told: ['a: answered', 'ask: answered', 'a: answered'] });
    const results = run.events.flatMap(({ type, payload }) => (type === 'execution.tool-answered' ? [payload] : []));
    expect(results).toMatchObject([
      { node: 'A#0.0()/B#0.0', result: { value: { value: 1 } } },
      { node: 'A#0.0', result: { value: { success: true, result: { content: 'from inside' } } } },
    ]);
    for (let cut = 2; cut <= run.events.length; cut += 1) {
      const again = await runDocument(document, { ...options, after: run.events.slice(1, cut) });
      expect({ cut, output: text(again) }).toMatchObject({ cut, output: { content: 'outer done', stopReason: 'stop' } });
    }
  });

  it('shows the failure of a called workflow to its model', async () => {
    const child = aDocument([aBlock('k', 'start_trigger'), aBlock('f', 'fail', { value: 7 })], edges('k > f'));
    const ask = aTool('ask', 'workflow', { params: { workflowId: childId } });
    const document = aDocument(
      [aBlock('s', 'start_trigger'), aBlock('A', 'agent', { request: { tools: [ask] as unknown as JsonObject[] } })],
      edges('s > A'),
    );
    const models = new ScriptedModels({ calls: [{ name: 'ask' }] }, { text: 'I see' });
    const run = await runDocument(document, { models, blocks: [...stepBlocks, testAgent], workflows: { [childId]: child } });
    expect(text(run)).toMatchObject({ content: 'I see', told: ['a: answered', 'ask: failed', 'a: answered'] });
    expect(JSON.stringify(models.requests[1]?.messages)).toContain('broken 7');
  });
});
