import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument, type FinishedRun } from '../../../../test/support/engine/run-document.js';
import { ScriptedModels, type ScriptedTurn } from '../../../../test/support/engine/scripted-models.js';
import { stepBlocks } from '../../../../test/support/engine/step-blocks.js';
import { aTool, testAgent } from '../../../../test/support/engine/test-agent.js';
import type { ModelRequest } from '../../../blocks/ports/language-models.js';
import { compile } from '../../graph/compile.js';
import type { ExecutionEvent } from '../../execution.events.js';
import { RunState } from '../run-state.js';
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
