import { describe, expect, it } from '@jest/globals';
import type { WorkflowDocument } from '#document/document.js';
import { aBlock, aDocument, edges } from '../../../test/support/engine/documents.js';
import { runDocument, type FinishedRun, type RunOptions } from '../../../test/support/engine/run-document.js';
import { stepBlocks } from '../../../test/support/engine/step-blocks.js';
import type { ExecutionEvent } from '../execution.events.js';
import { EffectIntended, ExecutionRecovered } from '../execution.events.js';
import { agentBlocks, agentDocument, agentScript } from '../../../test/support/engine/test-agent.js';
import { ScriptedModels } from '../../../test/support/engine/scripted-models.js';
import { callsOf, replayedFacts } from './replayed-facts.js';

const at = '2026-02-01T00:00:00.000Z';
const childId = '00000000-0000-7000-8000-000000000001';

const run = (document: WorkflowDocument, options: RunOptions = {}): Promise<FinishedRun> =>
  runDocument(document, { blocks: stepBlocks, ...options });

/** `block` for an end, `+block` for an entry, `?block` for a decision. */
function told(events: readonly ExecutionEvent[] | undefined): readonly string[] | undefined {
  const marks: Readonly<Record<string, string>> = {
    'execution.block-completed': '',
    'execution.block-failed': '!',
    'execution.container-entered': '+',
    'execution.child-entered': '+',
    'execution.pass-decided': '?',
  };
  return events?.map(({ type, payload }) => `${marks[type] ?? type}${'node' in payload ? payload.node : ''}`);
}

/** What a replay of the document takes over. */
async function taken(document: WorkflowDocument, from: string, options: RunOptions = {}): Promise<readonly string[] | undefined> {
  return told(replayedFacts((await run(document, options)).events, from, at));
}

const row = aDocument(
  [aBlock('s', 'start_trigger'), aBlock('a', 'echo'), aBlock('b', 'echo'), aBlock('c', 'echo')],
  edges('s > a', 'a > b', 'b > c'),
);

const inside = { data: { parentId: 'L' } };
const loop = aDocument(
  [
    aBlock('s', 'start_trigger'),
    aBlock('L', 'loop', {}, { data: { loopType: 'while', whileCondition: '<loop.index> < 3' } }),
    aBlock('e', 'echo', { value: '<loop.index>' }, inside),
    aBlock('g', 'echo', {}, inside),
  ],
  edges('s > L', 'L:loop-start-source > e', 'e > g'),
);

const calling = aDocument([aBlock('k', 'start_trigger'), aBlock('w', 'workflow', { workflowId: childId })], edges('k > w'));

describe('what a replay takes over', () => {
  it('is all that ended before the block', async () => {
    expect(await taken(row, 'b')).toEqual(['s', 'a']);
    expect(await taken(row, 's')).toEqual([]);
  });

  it('is nothing that can be told of a block that did not run', async () => {
    expect(await taken(row, 'd')).toBeUndefined();
  });

  it('happened at the beginning of the replay, and is marked as recorded', async () => {
    const facts = replayedFacts((await run(row)).events, 'a', at);
    expect(facts).toMatchObject([{ version: 1, payload: { node: 's', startedAt: at, endedAt: at, recorded: true } }]);
  });

  it('ends before the first time that a block inside a loop ran, or before the pass that is named', async () => {
    expect(await taken(loop, 'g')).toEqual(['s', '+L', '?L', 'L[0]/e']);
    expect(await taken(loop, 'L[1]/g')).toEqual(['s', '+L', '?L', 'L[0]/e', 'L[0]/g', '?L', 'L[1]/e']);
    expect(await taken(loop, 'L')).toEqual(['s']);
  });

  it('holds the entry into a called workflow when the block is inside', async () => {
    const options = { workflows: { [childId]: row } };
    expect(await taken(calling, 'b', options)).toEqual(['k', '+w', 'w()/s', 'w()/a']);
    expect(await taken(calling, 'w()/b', options)).toEqual(['k', '+w', 'w()/s', 'w()/a']);
    expect(await taken(calling, 'w', options)).toEqual(['k']);
  });

  it('means the name within the run where that is the id of another block too', async () => {
    const outer = aDocument(
      [aBlock('k', 'start_trigger'), aBlock('w', 'workflow', { workflowId: childId }), aBlock('a', 'echo')],
      edges('k > w', 'w > a'),
    );
    expect(await taken(outer, 'a', { workflows: { [childId]: row } })).toEqual(['k', '+w', 'w()/s', 'w()/a', 'w()/b', 'w()/c', 'w']);
  });

  it('leaves out who drove the run, what it meant to do, pauses and failures that were about to end it', async () => {
    const document = aDocument(
      [aBlock('s', 'start_trigger'), aBlock('f', 'fail'), aBlock('p', 'pause'), aBlock('h', 'fail'), aBlock('o', 'echo')],
      edges('s > p', 's > h', 's > f', 'h:error > o'),
    );
    const { events } = await run(document);
    const [started, ...others] = events;
    const recovered = ExecutionRecovered({ owner: '1', fence: 2, at });
    const intended = EffectIntended({ node: 'x', blockId: 'x', effectKey: 'k', kind: 'http', target: 'GET x', at });
    const last = { type: 'execution.block-completed' as const, payload: { ...intended.payload, node: 'z', blockId: 'z' } };
    expect(events.map(({ type }) => type)).toContain('execution.block-paused');
    const history = [...(started === undefined ? [] : [started]), recovered, intended, ...others, last as unknown as ExecutionEvent];
    expect(told(replayedFacts(history, 'z', at))).toEqual(['s', '!h']);
  });

  it('ends before the intent of a block of which nothing else is known', async () => {
    const { events } = await run(row);
    const intended = EffectIntended({ node: 'x', blockId: 'x', effectKey: 'k', kind: 'http', target: 'GET x', at });
    expect(told(replayedFacts([...events.slice(0, 3), intended, ...events.slice(3)], 'x', at))).toEqual(['s', 'a']);
  });

  it.each([
    [row, 'c'],
    [loop, 'L[2]/e'],
    [loop, 'g'],
  ])('leads to the same end as the run', async (document, from) => {
    const whole = await run(document);
    const after = replayedFacts(whole.events, from, at) ?? [];
    const replay = await run(document, { after });
    expect(replay.outcome).toEqual(whole.outcome);
    expect(told(replay.events.slice(1))).toEqual(told(whole.events.slice(1)));
    expect(replay.begun).toEqual(whole.begun.slice(whole.begun.length - replay.begun.length));
  });

  it('holds the calls of an agent before the one that is named, and changes what it asks', async () => {
    const whole = await runDocument(agentDocument(), { blocks: agentBlocks, models: new ScriptedModels(...agentScript) });
    const facts = replayedFacts(whole.events, 'A', at, { call: 2, with: { temperature: 0.9 } });
    expect(facts?.map(({ type }) => type)).toEqual([
      'execution.block-completed',
      'execution.agent-entered',
      'execution.model-answered',
      'execution.tool-answered',
    ]);
    const models = new ScriptedModels({ text: 'otherwise' });
    const replay = await runDocument(agentDocument(), { blocks: agentBlocks, models, after: facts ?? [] });
    expect(replay.outcome).toMatchObject({ kind: 'completed', output: { value: 'otherwise' } });
    expect(models.requests).toMatchObject([{ settings: { temperature: 0.9 }, messages: [{}, { role: 'assistant' }, { role: 'tool' }] }]);
    expect(callsOf(whole.events, 'A')).toBe(2);
    expect(replayedFacts(whole.events, 'A', at, { call: 3 })).toBeUndefined();
  });

  it('holds an agent that has ended, with its calls', async () => {
    const whole = await runDocument(agentDocument(), { blocks: agentBlocks, models: new ScriptedModels(...agentScript) });
    const models = new ScriptedModels(new Error('The agent has ended'));
    const replay = await runDocument(agentDocument(), { blocks: agentBlocks, models, after: replayedFacts(whole.events, 'z', at) ?? [] });
    expect(replay.outcome).toEqual(whole.outcome);
    expect(models.requests).toEqual([]);
  });
});
