import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import type { ModelRequest } from '../../src/blocks/ports/language-models.js';
import type { ExecutionEvent } from '../../src/engine/execution.events.js';
import { aBlock, aDocument, edges } from '../support/engine/documents.js';
import type { ScriptedTurn } from '../support/engine/scripted-models.js';
import { aTool } from '../support/engine/test-agent.js';
import { noFaults, type FaultProfile } from '../support/simulation/faults.js';
import { simulate, type SimulatedRun } from '../support/simulation/simulation.js';

const tools = ['one', 'two', 'three'].map((name) =>
  aTool(name, 'api', { params: { url: `https://outside.example/${name}`, method: 'POST', body: '<tool.arguments>' } }),
) as unknown as JsonObject[];
const request = { tools, limits: { maxSteps: 20, maxParallelTools: 2, onLimit: 'fail' } };
const document = aDocument([aBlock('s', 'start_trigger'), aBlock('A', 'agent', { request })], edges('s > A'));
const turns = 7;

/** Seven turns with tools that act on the outside, then text. The answer depends on what the model is shown alone. */
function script({ messages }: ModelRequest): ScriptedTurn {
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  if (turn === turns) return { text: 'all done' };
  const called = ['one', 'two', 'three'].slice(0, 1 + (turn % 3));
  return { text: `turn ${turn}`, calls: called.map((name) => ({ name, callId: `${turn}-${name}`, arguments: { value: turn } })) };
}

interface Told {
  readonly intended: readonly string[];
  readonly settled: readonly string[];
  readonly tools: readonly string[];
}

function toldOf({ events }: SimulatedRun): Told {
  const facts = events as unknown as readonly ExecutionEvent[];
  return {
    intended: facts.flatMap(({ type, payload }) =>
      type === 'execution.effect-intended' && payload.kind === 'model' ? [payload.effectKey] : [],
    ),
    settled: facts.flatMap(({ type, payload }) => (type === 'execution.model-answered' ? [payload.effectKey] : [])),
    tools: facts.flatMap(({ type, payload }) => (type === 'execution.tool-answered' ? [payload.node] : [])),
  };
}

const groups = Array.from({ length: 6 }, (_, group) => group * 50 + 1);

async function checked(seed: number, faults: FaultProfile): Promise<SimulatedRun | undefined> {
  const run = await simulate({ seed, faults, agents: { document, script } });
  const last = run.events.at(-1) as unknown as ExecutionEvent | undefined;
  // The process was lost before the start was durable: its caller received an error.
  if (last === undefined) return undefined;
  const told = toldOf(run);
  expect({ seed, end: last.type }).toEqual({ seed, end: 'execution.completed' });
  expect(last.payload).toMatchObject({ output: { content: 'all done' } });
  expect({ seed, open: told.intended.length - told.settled.length }).toEqual({ seed, open: 0 });
  expect({ seed, tools: new Set(told.tools).size }).toEqual({ seed, tools: told.tools.length });
  expect({ seed, items: run.items }).toEqual({ seed, items: 0 });
  return run;
}

describe('an agent on simulated processes', () => {
  it('ends as without faults through a thousand kills, and asks no model and no tool again whose answer is durable', async () => {
    let kills = 0;
    for (let seed = 1; kills < 1_000; seed += 1) {
      const run = await checked(seed, { ...noFaults, kills: true, store: true });
      expect({ seed, problems: run?.problems ?? [] }).toEqual({ seed, problems: [] });
      kills += run?.log.filter((line) => line.endsWith('a new process begins')).length ?? 0;
    }
  });

  it.each(groups)('ends as without faults beside processes that were taken for dead (50 seeds from %i)', async (from) => {
    for (let seed = from; seed < from + 50; seed += 1) {
      const run = await checked(seed, { ...noFaults, kills: true, zombies: true, drains: true });
      // A process that stood still may send a call that another one has made since: under the same key.
      expect({ seed, problems: run?.problems.filter((problem) => !problem.startsWith('A model was asked again')) ?? [] }).toEqual({
        seed,
        problems: [],
      });
    }
  });
});
