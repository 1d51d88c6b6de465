import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { PauseEnded } from '#engine/execution.events.js';
import type { BlockDefinition } from '#blocks/block.js';
import type { McpCall, McpServers } from '#blocks/ports/mcp.js';
import { ModelFailure } from '#blocks/ports/language-models.js';
import type { StreamedText } from '../../ports/streamed-text.js';
import { aBlock, aDocument, edges } from '../../../../../test/support/engine/documents.js';
import { runDocument, type FinishedRun, type RunOptions } from '../../../../../test/support/engine/run-document.js';
import { ScriptedModels, type ScriptedTurn } from '../../../../../test/support/engine/scripted-models.js';
import { stepBlocks } from '../../../../../test/support/engine/step-blocks.js';
import { aTool, testAgent } from '../../../../../test/support/engine/test-agent.js';

type Turns = readonly (ScriptedTurn | Error)[];

interface Asked extends FinishedRun {
  readonly models: ScriptedModels;
}

async function agent(request: JsonObject, turns: Turns, options: RunOptions & { readonly params?: JsonObject } = {}): Promise<Asked> {
  const models = new ScriptedModels(...turns);
  const { params = {}, ...more } = options;
  const document = aDocument([aBlock('s', 'start_trigger'), aBlock('A', 'agent', { request, ...params })], edges('s > A'));
  const finished = await runDocument(document, { models, blocks: [...stepBlocks, testAgent], ...more });
  return { ...finished, models };
}

const told = ({ outcome }: Asked): unknown => ({ ...(outcome as { output: JsonObject }).output });
const unavailable = new ModelFailure('The provider is down', 'unavailable', null, 3, 503);
const echo = { tools: [aTool('say', 'echo')] as unknown as JsonObject[] };
const says = (value: string) => ({ calls: [{ name: 'say', arguments: { value } }] });

const childId = '019b8a2e-0000-7000-8000-0000000000cc';
/** Never resolves. */
const forever = new Promise<never>(() => undefined);

describe('the key of an agent', () => {
  it('fails the agent and asks no model while its secret is not set, as when it was removed during an approval', async () => {
    const models = new ScriptedModels({ text: 'ok' });
    models.known.set('a', { keyOf: 'block' });
    const document = aDocument([aBlock('s', 'start_trigger'), aBlock('A', 'agent', { request: {}, apiKey: '{{MY_KEY}}' })], edges('s > A'));
    const blocks = [...stepBlocks, testAgent];
    const { outcome } = await runDocument(document, { models, blocks });
    expect(outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('MY_KEY') });
    expect(models.requests).toEqual([]);
    await runDocument(document, { models, blocks, secrets: { MY_KEY: 'k-1' } });
    expect(models.requests).toMatchObject([{ apiKey: 'k-1' }]);
  });
});

describe('the text of a call that is streamed', () => {
  const secrets = { REGION: 'eu-central-1', CITY: 'eu-central-1-frankfurt' };
  const streamed = async (...pieces: readonly string[]) => {
    const sent = { text: '', reasoning: '' };
    const texts: StreamedText = {
      append: async (_, __, ___, text, kind = 'text') => void (sent[kind] += text),
      end: () => undefined,
    };
    const { events } = await agent({}, [{ text: pieces, reasoning: 'In eu-central-1?' }], { secrets, texts });
    const parts = events.flatMap((event) => (event.type === 'execution.model-answered' ? event.payload.parts : []));
    return { sent, answered: parts.map((part) => (part.type === 'text' ? part.text : '')).join('') };
  };

  it('has secrets masked as its outcome has, however the pieces are cut', async () => {
    const { sent, answered } = await streamed(
      'It is eu-cen',
      'tral',
      '-1, and',
      ' eu-central-1',
      '-frankfurt is the city, eu-central',
      '!',
      ' Good.',
    );
    expect(answered).toBe('It is {{REGION}}, and {{CITY}} is the city, eu-central! Good.');
    expect(answered.startsWith(sent.text)).toBe(true);
    expect(sent).toEqual({ text: answered.slice(0, -1), reasoning: 'In {{REGION}}' });
  });
});

describe('a call of a model that its run does not wait for', () => {
  /** The run ends with its response, which comes while the model is asked. */
  async function given(turn: ScriptedTurn, isCalled = false) {
    const sent = Promise.withResolvers<void>();
    const models = new ScriptedModels({ ...turn, until: forever });
    const ask = models.ask.bind(models);
    models.ask = (request, signal) => {
      sent.resolve();
      return ask(request, signal);
    };
    const blocks = [
      aBlock('s', 'start_trigger'),
      aBlock('A', 'agent', { request: {} }),
      aBlock('x', 'wait-for'),
      aBlock('r', 'response', { data: '{}' }),
    ];
    const document = aDocument(blocks, edges('s > A', 's > x', 'x > r'));
    const waitFor: BlockDefinition = {
      type: 'wait-for',
      check: () => [],
      run: async () => {
        await sent.promise;
        await new Promise((resume) => setTimeout(resume, 20));
        return { output: {} };
      },
    };
    const options = { models, blocks: [...stepBlocks, testAgent, waitFor] };
    const calling = aDocument([aBlock('s', 'start_trigger'), aBlock('w', 'workflow', { workflowId: childId })], edges('s > w'));
    const run = isCalled ? runDocument(calling, { ...options, workflows: { [childId]: document } }) : runDocument(document, options);
    const { events, outcome } = await run;
    expect(outcome).toMatchObject({ kind: 'completed' });
    const answered = events.filter((event) => event.type === 'execution.model-answered');
    expect(answered).toHaveLength(1);
    const last = events.findIndex(({ type }) => type === 'execution.model-answered');
    return { answered: answered[0]?.payload, upToIt: events.slice(1, last + 1), calling, options, document };
  }

  it('in a called workflow is charged like any other', async () => {
    const { answered, upToIt, calling, options, document } = await given({ text: 'Hel' }, true);
    expect(answered).toMatchObject({ node: 'w()/A', outcome: 'failed', error: { kind: 'cancelled' }, parts: [{ text: 'Hel' }] });
    expect(answered).toMatchObject({ cost: { totalNanoUsd: expect.any(Number) } });
    // A process that takes the run over at this moment leaves the workflow as well, and asks nothing.
    const models = new ScriptedModels();
    const again = await runDocument(calling, { ...options, models, workflows: { [childId]: document }, after: upToIt });
    expect([again.outcome.kind, models.requests.length]).toEqual(['completed', 0]);
  });

  it('is charged by an estimate once the provider has the request', async () => {
    const { answered } = await given({ text: 'Hel' });
    expect(answered).toMatchObject({
      outcome: 'failed',
      error: { kind: 'cancelled' },
      parts: [{ text: 'Hel' }],
      usage: { estimated: true },
    });
    expect(answered).toMatchObject({ cost: { totalNanoUsd: expect.any(Number) }, usage: { input: expect.any(Number), output: 1 } });
  });

  it('costs nothing while it waits to be sent', async () => {
    const { answered } = await given({ waits: forever });
    expect(answered).toMatchObject({
      outcome: 'failed',
      error: { kind: 'cancelled' },
      parts: [],
      usage: { input: 0, output: 0 },
      cost: null,
    });
  });
});

describe('an agent', () => {
  it('answers with the text of the model', async () => {
    const run = await agent({}, [{ text: 'Good day' }]);
    expect(told(run)).toEqual({ content: 'Good day', stopReason: 'stop', told: ['a: answered'] });
  });

  it('makes the intent of a call durable together with its request', async () => {
    const { events } = await agent({}, [{ text: 'x' }]);
    expect(events.map(({ type }) => type)).toEqual([
      'execution.started',
      'execution.block-completed',
      'execution.agent-entered',
      'execution.effect-intended',
      'execution.model-answered',
      'execution.block-completed',
    ]);
  });

  it('calls tools and shows the model their results', async () => {
    const run = await agent(echo, [says('one'), { text: 'done' }]);
    expect(told(run)).toMatchObject({ content: 'done', told: ['a: answered', 'say: answered', 'a: answered'] });
    expect(run.models.requests[1]?.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool-call', name: 'say' }] },
      { role: 'tool', content: [{ name: 'say', kind: 'json', value: { value: 'one' } }] },
    ]);
  });

  it('tells the model what was wrong with a call', async () => {
    const run = await agent(echo, [{ calls: [{ name: 'sing' }, { name: 'say', arguments: '{"value":' }] }, { text: 'sorry' }]);
    const [, , results] = run.models.requests[1]?.messages ?? [];
    expect(results).toMatchObject({
      content: [
        { kind: 'error', value: expect.stringContaining('There is no tool sing. Available: say') },
        { kind: 'error', value: expect.stringContaining('JSON') },
      ],
    });
    expect(told(run)).toMatchObject({ content: 'sorry' });
  });

  it('continues after a tool has failed', async () => {
    const run = await agent({ tools: [aTool('break', 'fail')] as unknown as JsonObject[] }, [
      { calls: [{ name: 'break' }] },
      { text: 'well' },
    ]);
    expect(told(run)).toMatchObject({ content: 'well', told: ['a: answered', 'break: failed', 'a: answered'] });
  });

  it('stops when all tools of three turns have failed', async () => {
    const run = await agent({ tools: [aTool('break', 'fail')] as unknown as JsonObject[] }, [{ calls: [{ name: 'break' }] }]);
    expect(run.models.requests).toHaveLength(3);
    expect(run.outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('Every tool call failed in 3 turns in a row') });
  });

  it('stops when the model repeats itself', async () => {
    const run = await agent(echo, [says('again')]);
    expect(run.models.requests).toHaveLength(5);
    expect(run.outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('the same tool calls 5 times in a row') });
  });

  it('treats arguments of the model as data', async () => {
    const run = await agent({ ...echo, shownSecrets: ['SHOWN'] }, [says('<s.city> {{HIDDEN}} {{SHOWN}}'), { text: 'ok' }], {
      input: { city: 'Oslo' },
      secrets: { HIDDEN: 'hidden-value', SHOWN: 'shown-value' },
    });
    const result = run.events.find(({ type }) => type === 'execution.tool-answered')?.payload;
    expect(result).toMatchObject({ result: { value: { value: '<s.city> {{HIDDEN}} {{SHOWN}}' } } });
  });

  it('fails at the limit of its calls, or asks once more and lets the model call no tool', async () => {
    const limits = { maxSteps: 2, maxParallelTools: 4, onLimit: 'fail' };
    const turns: Turns = [says('1'), says('2'), says('3')];
    const failing = await agent({ ...echo, limits }, turns);
    expect(failing.outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('its limit of 2 model calls (maxSteps)') });
    const answering = await agent({ ...echo, limits: { ...limits, onLimit: 'answer' } }, [says('1'), says('2'), { text: 'so far' }]);
    expect(told(answering)).toMatchObject({ content: 'so far', stopReason: 'max-steps' });
    expect(answering.models.requests.at(-1)).toMatchObject({ toolChoice: 'none', tools: [{ name: 'say' }] });
  });

  it('asks the next model when one is down, and stays with it', async () => {
    const run = await agent({ ...echo, fallbacks: ['b'] }, [unavailable, says('x'), { text: 'from b' }]);
    expect(run.models.requests.map(({ model }) => model.model)).toEqual(['a', 'b', 'b']);
    expect(told(run)).toMatchObject({ content: 'from b', told: ['a: failed', 'b: answered', 'say: answered', 'b: answered'] });
  });

  it('does not ask another model when one has begun to answer', async () => {
    const cut = new ModelFailure('The connection was cut', 'cut', null, 1);
    const run = await agent({ fallbacks: ['b'] }, [{ text: 'half', fails: cut }]);
    expect(run.models.requests).toHaveLength(1);
    expect(run.outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('The connection was cut') });
  });

  it('asks for an answer that fits, as often as the author allows', async () => {
    const answerSchema = { name: 'n', schema: { type: 'object', required: ['n'], properties: { n: { type: 'number' } } }, strict: true };
    const repaired = await agent({ answerSchema, repairs: 1 }, [{ text: 'no json' }, { text: '{"n":1}' }]);
    expect(told(repaired)).toMatchObject({ content: '{"n":1}', stopReason: 'stop' });
    const refused = await agent({ answerSchema }, [{ text: '{"n":"x"}' }]);
    expect(refused.models.requests).toHaveLength(1);
    expect(refused.outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('does not fit the response format') });
  });

  it('demands a tool that must be called, twice at most', async () => {
    const run = await agent({ ...echo, forcedTools: ['say'] }, [{ text: 'no' }, says('x'), { text: 'done' }]);
    expect(run.models.requests.map(({ toolChoice }) => toolChoice)).toEqual([{ tool: 'say' }, { tool: 'say' }, 'auto']);
    const stubborn = await agent({ ...echo, forcedTools: ['say'] }, [{ text: 'no' }]);
    expect(stubborn.models.requests).toHaveLength(2);
    expect(told(stubborn)).toMatchObject({ content: 'no' });
  });

  it('does not make a call that would exceed its limit of cost', async () => {
    const limits = { maxSteps: 20, maxParallelTools: 4, onLimit: 'fail', maxCostUsd: 0.00000001 };
    const run = await agent({ limits }, [{ text: 'x' }]);
    expect(run.models.requests).toHaveLength(0);
    expect(run.outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('maxCostUsd') });
  });

  it('pauses for a call that needs approval while the other tools run', async () => {
    const tools = [aTool('pay', 'echo', { approval: 'always' }), aTool('say', 'echo')] as unknown as JsonObject[];
    const run = await agent({ tools }, [{ calls: [{ name: 'pay', arguments: { value: 9 } }, { name: 'say' }] }]);
    expect(run.outcome).toMatchObject({ kind: 'paused', output: { response: { data: { tool: 'pay', arguments: { value: 9 } } } } });
    expect(
      run.events
        .map(({ type }) => type)
        .slice(-3)
        .toSorted(),
    ).toEqual(['execution.block-paused', 'execution.effect-intended', 'execution.tool-answered']);
  });

  it('asks for approval when the condition on the arguments holds', async () => {
    const tools = [aTool('pay', 'echo', { approval: { when: 'arguments.value > 100' } })] as unknown as JsonObject[];
    const pay = (value: number) => ({ calls: [{ name: 'pay', arguments: { value } }] });
    expect((await agent({ tools }, [pay(5), { text: 'paid' }])).outcome).toMatchObject({ kind: 'completed' });
    expect((await agent({ tools }, [pay(500)])).outcome).toMatchObject({ kind: 'paused' });
  });

  it('counts what its calls cost in the end of the run', async () => {
    const { events } = await agent({}, [{ text: 'x', usage: { input: 10, output: 5 } }]);
    expect(events.find(({ type }) => type === 'execution.model-answered')?.payload).toMatchObject({ cost: { totalNanoUsd: 20_000 } });
  });

  it('calls a tool of an MCP server, and says that the outcome is unknown when its process was lost meanwhile', async () => {
    const calls: McpCall[] = [];
    const mcp: McpServers = {
      tool: async () => Promise.reject(new Error('Agents that have begun know their tools')),
      call: async (call) => {
        calls.push(call);
        return { content: 'sunny', isError: false };
      },
    };
    const runs = { kind: 'mcp', server: 'weather', tool: 'now', given: { unit: 'C' } } as const;
    const tools = [aTool('now', 'agent', { runs })] as unknown as JsonObject[];
    const script: Turns = [{ calls: [{ name: 'now', arguments: { value: 'Oslo' } }] }, { text: 'done' }];
    const whole = await agent({ tools }, script, { mcp });
    expect(calls).toMatchObject([{ server: 'weather', tool: 'now', arguments: { value: 'Oslo', unit: 'C' }, digest: 'now' }]);
    expect(told(whole)).toMatchObject({ told: ['a: answered', 'now: answered', 'a: answered'] });
    const intended = whole.events.findIndex(({ type, payload }) => type === 'execution.effect-intended' && payload.kind === 'tool');
    const lost = await agent({ tools }, [{ text: 'done' }], { mcp, after: whole.events.slice(1, intended + 1) });
    expect(calls).toHaveLength(1);
    expect(told(lost)).toMatchObject({ told: ['a: answered', 'now: unknown', 'a: answered'] });
  });

  it('fills the values of the author when a tool of an MCP server is called, and shows no secret of them', async () => {
    const calls: McpCall[] = [];
    const mcp: McpServers = {
      tool: async () => Promise.reject(new Error('Agents that have begun know their tools')),
      call: async (call) => {
        calls.push(call);
        return { content: { sunny: true, for: call.arguments['key'] ?? null }, isError: false };
      },
    };
    const params = { key: 'Bearer {{KEY}}', city: '<s.city>' };
    const tools = [
      aTool('now', 'agent', { runs: { kind: 'mcp', server: 's', tool: 'now', given: {}, params } }),
    ] as unknown as JsonObject[];
    const script: Turns = [{ calls: [{ name: 'now', arguments: { value: '{{KEY}} <s.city>', key: 'mine' } }] }, { text: 'done' }];
    const options = { mcp, secrets: { KEY: 'secret-0123' }, input: { city: 'Oslo' } };
    const run = await agent({ tools }, script, options);
    expect(calls[0]?.arguments).toEqual({ value: '{{KEY}} <s.city>', key: 'Bearer secret-0123', city: 'Oslo' });
    expect(told(run)).toMatchObject({ told: ['a: answered', 'now: answered', 'a: answered'] });
    const call = run.events.find(({ type }) => type === 'execution.tool-answered');
    expect(call?.payload).toMatchObject({ input: { key: 'Bearer {{KEY}}', city: 'Oslo' } });
    expect(JSON.stringify(run.events)).not.toContain('secret-0123');
    expect(JSON.stringify(run.models.requests.map(({ messages }) => messages))).not.toContain('secret-0123');
  });

  it('does not call a tool of an MCP server whose secret is not set', async () => {
    let calls = 0;
    const mcp: McpServers = {
      tool: async () => Promise.reject(new Error('Agents that have begun know their tools')),
      call: async () => ({ content: (calls += 1), isError: false }),
    };
    const runs = { kind: 'mcp', server: 's', tool: 'now', given: {}, params: { key: '{{MISSING}}' } } as const;
    const tools = [aTool('now', 'agent', { runs })] as unknown as JsonObject[];
    const run = await agent({ tools }, [{ calls: [{ name: 'now', arguments: {} }] }, { text: 'done' }], { mcp });
    expect(told(run)).toMatchObject({ told: ['a: answered', 'now: failed', 'a: answered'] });
    expect(JSON.stringify(run.models.requests[1]?.messages.at(-1))).toContain('Secret MISSING is not set');
    expect(calls).toBe(0);
  });

  it('repeats a call of an idempotent tool of an MCP server under its key when its process was lost meanwhile', async () => {
    const calls: McpCall[] = [];
    const mcp: McpServers = {
      tool: async () => Promise.reject(new Error('Agents that have begun know their tools')),
      call: async (call) => {
        calls.push(call);
        return { content: { content: [{ type: 'text', text: 'sunny' }] }, isError: false };
      },
    };
    const runs = { kind: 'mcp', server: 'weather', tool: 'now', given: {}, isIdempotent: true } as const;
    const tools = [aTool('now', 'agent', { runs })] as unknown as JsonObject[];
    const whole = await agent({ tools }, [{ calls: [{ name: 'now', arguments: { value: 'Oslo' } }] }, { text: 'done' }], { mcp });
    const intended = whole.events.findIndex(({ type, payload }) => type === 'execution.effect-intended' && payload.kind === 'tool');
    const lost = await agent({ tools }, [{ text: 'done' }], { mcp, after: whole.events.slice(1, intended + 1) });
    expect(told(lost)).toMatchObject({ told: ['a: answered', 'now: answered', 'a: answered'] });
    expect(calls.map(({ key }) => key)).toEqual([calls[0]?.key, calls[0]?.key]);
  });

  it('does not repeat an approved call of an MCP server either', async () => {
    let calls = 0;
    const mcp: McpServers = {
      tool: async () => Promise.reject(new Error('Agents that have begun know their tools')),
      call: async () => {
        calls += 1;
        return { content: 'paid', isError: false };
      },
    };
    const runs = { kind: 'mcp', server: 'bank', tool: 'pay', given: {} } as const;
    const tools = [aTool('pay', 'agent', { runs, approval: 'always' })] as unknown as JsonObject[];
    const paused = await agent({ tools }, [{ calls: [{ name: 'pay', arguments: { value: 5 } }] }], { mcp });
    const at = '2026-01-05T10:30:00.000Z';
    const approved = PauseEnded({ node: 'A#0.0', blockId: 'A', reason: 'answered', input: { approved: true }, answers: [], at });
    const whole = await agent({ tools }, [{ text: 'done' }], { mcp, after: [...paused.events.slice(1), approved] });
    const intended = whole.events.findIndex(({ type, payload }) => type === 'execution.effect-intended' && payload.kind === 'tool');
    const lost = await agent({ tools }, [{ text: 'done' }], { mcp, after: whole.events.slice(1, intended + 1) });
    expect(calls).toBe(1);
    expect(told(lost)).toMatchObject({ told: ['a: answered', 'pay: unknown', 'a: answered'] });
  });
});
