import { describe, expect, it } from '@jest/globals';
import { conflict } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { RecordedRun } from '#engine/replay/recorded-run.js';
import { ModelFailure } from '../../ports/language-models.js';
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

  describe('with a summary', () => {
    const window = { memoryType: 'sliding_window', slidingWindowSize: 2, memorySummary: true };
    const summing = { text: 'They met.', usage: { input: 7, output: 3 } };

    async function afterTwoTurns(...script: readonly ScriptedTurn[]) {
      const memory = new KeptMemory();
      const fields = { ...asked('Earlier', 'Hi'), systemPrompt: 'Be brief.', ...window };
      await say(memory, fields, [{ text: 'Hello' }], { executionId: 'first' });
      await say(memory, { ...fields, ...asked('And?') }, [{ text: 'Then' }], { executionId: 'second' });
      const models = new ScriptedModels(...script);
      return { memory, models, fields: { ...fields, ...asked('Now?') } };
    }

    it('sums up what is not in the window by one call, and shows the summary instead', async () => {
      const { memory, models, fields } = await afterTwoTurns(summing, { text: 'Now this' });
      const { outcome, events } = await say(memory, fields, [], { models, executionId: 'third' });
      expect(models.requests).toMatchObject([
        {
          messages: [
            { role: 'system', content: expect.stringMatching(/^Sum up/) },
            { role: 'user', content: [{ text: 'Conversation:\nuser: Earlier\nuser: Hi\nassistant: Hello' }] },
          ],
          tools: [],
          toolChoice: 'none',
        },
        {
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'system', content: 'Summary of the earlier conversation:\nThey met.' },
            { content: [{ text: 'And?' }] },
            { content: [{ text: 'Then' }] },
            { content: [{ text: 'Now?' }] },
          ],
        },
      ]);
      expect(memory.summaries.get('c')).toMatchObject({ text: 'They met.', through: 1 });
      expect(outcome.output).toMatchObject({ content: 'Now this', steps: 2, tokens: { input: 17, output: 8 }, warnings: [] });
      const marked = events.filter(({ payload }) => 'purpose' in payload || ('call' in payload && 'purpose' in Object(payload.call)));
      expect(marked.map(({ type }) => type)).toEqual(['execution.effect-intended', 'execution.model-answered']);
    });

    it('sums up the summary so far with what was dropped since', async () => {
      const { memory, models, fields } = await afterTwoTurns(summing, { text: 'Now this' });
      await say(memory, fields, [], { models, executionId: 'third' });
      const later = new ScriptedModels({ text: 'They met, and talked.' }, { text: 'Good' });
      await say(memory, { ...fields, ...asked('Last?') }, [], { models: later, executionId: 'fourth' });
      expect(later.requests[0]?.messages[1]).toMatchObject({
        content: [{ text: 'Summary so far:\nThey met.\n\nConversation:\nuser: And?\nassistant: Then' }],
      });
      expect(JSON.stringify(later.requests[1]?.messages)).not.toContain('They met.');
      expect(memory.summaries.get('c')).toMatchObject({ text: 'They met, and talked.', through: 2 });
    });

    it.each([
      ['is empty', { text: '' }],
      ['is refused', { text: 'No', finish: 'content-filter' as const }],
    ])('fails if the summary %s, unless memory is optional', async (_, refusing) => {
      const { memory, models, fields } = await afterTwoTurns(refusing);
      const { outcome } = await say(memory, fields, [], { models, executionId: 'third' });
      expect(outcome).toMatchObject({
        error: expect.stringContaining('Scripted, model m: the model did not sum up the earlier conversation. Set memoryOptional'),
      });
      const again = await afterTwoTurns(refusing, { text: 'Now this' });
      const { outcome: optional } = await say(again.memory, { ...fields, memoryOptional: true }, [], {
        models: again.models,
        executionId: 'third',
      });
      expect(optional.output).toMatchObject({
        content: 'Now this',
        warnings: [expect.stringContaining('did not sum up the earlier conversation')],
      });
      expect(again.memory.summaries.size).toBe(0);
    });

    it('asks the next model for it after a failure', async () => {
      const { memory, fields } = await afterTwoTurns();
      const down = new ModelFailure('The provider is down', 'overloaded', null, 1, 503);
      const models = new ScriptedModels({ fails: down }, summing, { text: 'Now this' });
      const { outcome } = await say(memory, { ...fields, fallbackModels: ['other'] }, [], { models, executionId: 'third' });
      expect(models.requests.map(({ model }) => model.name)).toEqual(['m', 'other', 'other']);
      expect(outcome.output).toMatchObject({ content: 'Now this', steps: 3 });
    });

    it('calls the tools that must be called after it, and not during it', async () => {
      const { memory, fields } = await afterTwoTurns();
      const models = new ScriptedModels(summing, { calls: [{ name: 'function_execute' }] }, { text: 'Seven' });
      const forced = { ...tool, usageControl: 'force' };
      await say(memory, { ...fields, tools: [forced] }, [], { models, executionId: 'third' });
      expect(models.requests.map(({ toolChoice }) => toolChoice)).toEqual(['none', { tool: 'function_execute' }, 'auto']);
    });

    it('is made again only if its answer was not recorded when the process was lost', async () => {
      const { memory, models, fields } = await afterTwoTurns(summing, { text: 'Now this' });
      const whole = await say(memory, fields, [], { models, executionId: 'third' });
      const answered = whole.events.findIndex(({ type }) => type === 'execution.model-answered');
      for (let cut = 1; cut <= whole.events.length; cut += 1) {
        const other = await afterTwoTurns();
        const asking = new ScriptedModels(({ messages }) => (JSON.stringify(messages).includes('Sum up') ? summing : { text: 'Now this' }));
        const options = { models: asking, executionId: 'third', after: whole.events.slice(1, cut) };
        const { outcome } = await say(other.memory, fields, [], options);
        expect(outcome).toMatchObject({ output: { content: 'Now this' } });
        const sums = asking.requests.filter(({ messages }) => JSON.stringify(messages).includes('Sum up'));
        expect(sums).toHaveLength(cut > answered ? 0 : 1);
      }
    });

    it('is repeated from the record without a call', async () => {
      const { memory, models, fields } = await afterTwoTurns(summing, { text: 'Now this' });
      const { events, outcome } = await say(memory, fields, [], { models, executionId: 'third' });
      const silent = new ScriptedModels(new Error('A replay asks no model'));
      const replayed = await say(new KeptMemory(), fields, [], { models: silent, recorded: new RecordedRun(events) });
      expect(replayed.outcome.output).toEqual(outcome.output);
      expect(silent.requests).toEqual([]);
    });
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

  it.each([
    ['the last message of the user', ['Hi', 'x'.repeat(102_401)]],
    ['an earlier one of a conversation that begins', ['x'.repeat(102_401), 'Hi']],
  ])('is not asked for what it could not keep: %s', async (_, texts) => {
    const models = new ScriptedModels({ text: 'Hello' });
    const { outcome } = await say(new KeptMemory(), asked(...texts), [], { models });
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: expect.stringMatching(/The memory cannot be written: A message of a conversation may have at most 102400 bytes, and one/),
    });
    expect(models.requests).toEqual([]);
  });

  it('answers a long message where memory is optional, or where the conversation has begun after it', async () => {
    const long = 'x'.repeat(102_401);
    const optional = await say(new KeptMemory(), { ...asked(long), memoryOptional: true }, [{ text: 'Hello' }]);
    expect(optional.outcome).toMatchObject({ kind: 'completed', output: { content: 'Hello' } });
    const memory = new KeptMemory();
    await say(memory, asked('Hi'), [{ text: 'Hello' }]);
    const later = await say(memory, asked(long, 'And now?'), [{ text: 'Now this' }], { executionId: 'next' });
    expect(later.outcome).toMatchObject({ kind: 'completed', output: { content: 'Now this' } });
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
