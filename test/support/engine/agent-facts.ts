import type { AgentEntered, EffectIntended, ModelAnswered, ToolAnswered } from '#engine/execution.events.js';
import type { ModelCost } from '#engine/agents/model-answer.js';

type ModelCall = ReturnType<typeof ModelAnswered>['payload'];
type ToolCall = ReturnType<typeof ToolAnswered>['payload'];
type Entered = ReturnType<typeof AgentEntered>['payload'];
type Intended = ReturnType<typeof EffectIntended>['payload'];

/** The cost of a call: half of it for what the model read. Whole nano-dollars. */
export function costOf(totalNanoUsd: number): ModelCost {
  const inputNanoUsd = Math.floor(totalNanoUsd / 2);
  const prices = { input: 1, output: 1 };
  return { inputNanoUsd, outputNanoUsd: totalNanoUsd - inputNanoUsd, totalNanoUsd, prices, pricedAs: 'm', catalogue: 'test 1' };
}

/** A call of a model that was answered: 100 tokens in, 20 out, for 1,000 nano-dollars, from second 1 to second 2. */
export function aModelCall(values: Partial<ModelCall> = {}): ModelCall {
  return {
    node: 'agent',
    blockId: 'agent',
    turn: 0,
    attempt: 0,
    effectKey: 'k1',
    outcome: 'answered',
    provider: 'openai',
    model: 'gpt-a',
    name: 'fast',
    keyOf: 'operator',
    accountId: '00000000-0000-7000-8000-0000000000a1',
    workflowId: '00000000-0000-7000-8000-0000000000b1',
    parts: [{ type: 'text', text: 'Hello' }],
    finish: { reason: 'stop', raw: 'stop' },
    usage: { input: 100, output: 20, cacheRead: 40, cacheWrite: 0, reasoning: 5, estimated: false },
    cost: costOf(1000),
    providerModel: 'gpt-a-2026',
    warnings: [],
    tries: 1,
    startedAt: '2031-01-01T00:00:01.000Z',
    endedAt: '2031-01-01T00:00:02.000Z',
    ...values,
  };
}

/** A tool call that was answered, from second 2 to second 3. */
export function aToolCall(values: Partial<ToolCall> = {}): ToolCall {
  return {
    node: 'agent#0.0',
    agent: 'agent',
    blockId: 'agent',
    turn: 0,
    tool: 0,
    outcome: 'answered',
    result: { callId: 'agent#0.0', name: 'lookup', kind: 'json', value: { found: true } },
    input: { order: 7 },
    startedAt: '2031-01-01T00:00:02.000Z',
    endedAt: '2031-01-01T00:00:03.000Z',
    ...values,
  };
}

/** An agent that was entered at second 0 and has the tool `lookup`, which runs an api block, and `ask_team`, which runs a workflow. */
export function anAgent(values: Partial<Entered> = {}): Entered {
  const tool = { description: '', parameters: {}, digest: 'd', approval: 'never', writes: false } as const;
  return {
    node: 'agent',
    blockId: 'agent',
    request: {
      model: {
        name: 'fast',
        provider: 'openai',
        providerName: 'OpenAI',
        model: 'gpt-a',
        source: 'operator',
        keyOf: 'operator',
        capabilities: ['tools'],
        contextWindow: null,
        maxOutput: null,
      },
      fallbacks: [],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Where is order 7?' }] }],
      settings: { temperature: 0.3 },
      tools: [
        { ...tool, name: 'lookup', title: 'Look up', runs: { kind: 'block', type: 'api', params: {}, given: {} } },
        { ...tool, name: 'ask_team', title: 'Ask the team', runs: { kind: 'block', type: 'workflow', params: {}, given: {} } },
      ],
      forcedTools: [],
      repairs: 0,
      limits: { maxSteps: 20, maxParallelTools: 4, onLimit: 'fail' },
      shownSecrets: [],
      warnings: [],
    },
    input: { model: 'fast' },
    startedAt: '2031-01-01T00:00:00.000Z',
    ...values,
  };
}

/** The intent of a call: of the first call of the model, or of a tool at its node. */
export function anIntent(values: Partial<Intended> = {}): Intended {
  const call = { turn: 0, attempt: 0 };
  return {
    node: 'agent',
    blockId: 'agent',
    effectKey: 'k1',
    kind: 'model',
    target: 'openai/gpt-a',
    call,
    at: '2031-01-01T00:00:01.000Z',
    ...values,
  };
}
