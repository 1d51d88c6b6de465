import { describe, expect, it } from '@jest/globals';
import { conflict } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { RecordedRun } from '#engine/replay/recorded-run.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { KeptMemory } from '../../../../test/support/engine/kept-memory.js';
import { runDocument, type RunOptions } from '../../../../test/support/engine/run-document.js';
import { ScriptedModels, type ScriptedTurn } from '../../../../test/support/engine/scripted-models.js';

const tool = { type: 'function', title: 'Now', toolId: 'function_execute', params: { code: 'return 7' } };

function say(memory: KeptMemory, fields: JsonObject, script: readonly ScriptedTurn[], more: RunOptions = {}) {
  const models = new ScriptedModels(...script);
  const agent = aBlock('A', 'agent', { model: 'm', memoryType: 'conversation', conversationId: 'c', ...fields });
  return runDocument(aDocument([aBlock('s', 'start_trigger'), agent], edges('s > A')), { models, memory, ...more });
}

const asked = (...texts: readonly string[]): JsonObject => ({ messages: texts.map((content) => ({ role: 'user', content })) });

const kept = (memory: KeptMemory): unknown =>
  (memory.conversations.get('c') ?? []).map((turn) =>
    turn.map(({ role, content }) => [
      role,
      typeof content === 'string' ? content : content.map((part) => ('text' in part ? part.text : part.name)),
    ]),
  );

describe('the memory of an agent', () => {
  it('begins with all messages, and then takes the last one of the user and the answer of each run', async () => {
    const memory = new KeptMemory();
    await say(memory, { ...asked('Earlier', 'Hi'), systemPrompt: 'Be brief.' }, [{ text: 'Hello' }]);
    await say(memory, asked('Earlier', 'And now?'), [{ text: 'Now this' }], { executionId: 'next' });
    expect(kept(memory)).toEqual([
      [
        ['user', ['Earlier']],
        ['user', ['Hi']],
        ['assistant', ['Hello']],
      ],
      [
        ['user', ['And now?']],
        ['assistant', ['Now this']],
      ],
    ]);
  });

  it('takes calls of tools with their results if the author wants that', async () => {
    const script = [{ calls: [{ name: 'function_execute' }] }, { text: 'Seven' }];
    const without = new KeptMemory();
    await say(without, { ...asked('Hour?'), tools: [tool] }, script);
    expect(kept(without)).toEqual([
      [
        ['user', ['Hour?']],
        ['assistant', ['Seven']],
      ],
    ]);
    const whole = new KeptMemory();
    await say(whole, { ...asked('Hour?'), tools: [tool], memoryTools: true }, script);
    expect(kept(whole)).toEqual([
      [
        ['user', ['Hour?']],
        ['assistant', ['function_execute']],
        ['tool', ['function_execute']],
        ['assistant', ['Seven']],
      ],
    ]);
  });

  it.each([
    ['two days', { expireAfter: 2 }, 172_800_000],
    ['90 minutes', { expireAfter: '90', expireUnit: 'minutes' }, 5_400_000],
    ['ever', {}, undefined],
  ])('remembers a turn for %s', async (_, fields, expireAfterMs) => {
    const memory = new KeptMemory();
    await say(memory, { ...asked('Hi'), ...fields }, [{ text: 'Hello' }]);
    expect(memory.appended).toMatchObject([{ expireAfterMs }]);
  });

  it.each([0, 3_651])('refuses to remember a turn for %s days', async (expireAfter) => {
    const { outcome } = await say(new KeptMemory(), { ...asked('Hi'), expireAfter }, []);
    expect(outcome).toMatchObject({ error: expect.stringContaining('expireAfter must be above 0 and at most 3,650 days') });
  });

  it('is written once, also when the process is lost before the end of the agent is recorded', async () => {
    const memory = new KeptMemory();
    const whole = await say(memory, asked('Hi'), [{ text: 'Hello' }]);
    const intended = whole.events.findIndex(({ type, payload }) => type === 'execution.effect-intended' && payload.kind === 'memory');
    const again = await say(memory, asked('Hi'), [{ text: 'Hello' }], { after: whole.events.slice(1, intended + 1) });
    expect(again.outcome).toMatchObject({ kind: 'completed', output: { content: 'Hello' } });
    expect(memory.conversations.get('c')).toHaveLength(1);
  });

  it('is not written by a recorded replay', async () => {
    const memory = new KeptMemory();
    const { events, outcome } = await say(memory, asked('Hi'), [{ text: 'Hello' }]);
    const replay = await say(memory, asked('Hi'), [], { recorded: new RecordedRun(events) });
    expect(replay.outcome).toEqual(outcome);
    expect(memory.conversations.get('c')).toHaveLength(1);
  });

  it('fails the agent when it cannot be written, with the answer kept, or warns', async () => {
    class FullMemory extends KeptMemory {
      override append(): Promise<void> {
        return Promise.reject(conflict('CONFLICT', 'The storage is full'));
      }
    }
    const failing = await say(new FullMemory(), asked('Hi'), [{ text: 'Hello' }]);
    expect(failing.outcome).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('The memory cannot be written: The storage is full'),
    });
    expect(failing.failures.at(-1) ?? failing.events.at(-1)?.payload).toMatchObject({ output: { content: 'Hello' } });
    const warned = await say(new FullMemory(), { ...asked('Hi'), memoryOptional: true }, [{ text: 'Hello' }]);
    expect(warned.outcome).toMatchObject({ output: { warnings: [expect.stringContaining('could not be written')] } });
  });
});
