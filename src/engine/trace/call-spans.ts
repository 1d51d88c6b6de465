import type { Json } from '#kernel/json.js';
import type { AgentEntered, EffectIntended, ModelAnswered, ToolAnswered } from '../execution.events.js';
import type { AgentTool } from '../agents/agent-request.js';
import { chargedNanoUsd, isCharged, isUnpriced } from './run-spending.js';
import { agentOfCall, type SpanDraft, type SpanTree } from './span-tree.js';
import type { SpanCost, SpanTokens } from './trace-span.js';

type Entered = ReturnType<typeof AgentEntered>['payload'];
type Intended = ReturnType<typeof EffectIntended>['payload'];
type Answered = ReturnType<typeof ModelAnswered>['payload'];
type Told = ReturnType<typeof ToolAnswered>['payload'];
type Attributes = Record<string, Json>;

/*
 * Calls of models and of tools below the span of their agent. Attributes have the names of the conventions of OpenTelemetry for generative
 * AI, so that traces can be exported without a mapping.
 */

/** The spans of the calls of agents. */
export class CallSpans {
  readonly #agents = new Map<string, { readonly span: SpanDraft; readonly tools: readonly AgentTool[]; readonly total: CallTotal }>();
  /** Names of tools, by their calls. */
  readonly #names = new Map<string, string>();
  readonly total = new CallTotal();

  constructor(private readonly tree: SpanTree) {}

  enter(span: SpanDraft, entered: Entered): void {
    span.attributes = agentAttributes(entered);
    this.#agents.set(entered.node, {
      span,
      tools: Array.isArray(entered.request.tools) ? entered.request.tools : [],
      total: new CallTotal(),
    });
  }

  intend(intended: Intended): void {
    const { call, at } = intended;
    if (call === undefined) return;
    const span = this.#span(intended.node, call, at);
    if (span !== undefined) Object.assign(span, { ...intendedCall(intended), startTime: span.outcome === undefined ? at : span.startTime });
  }

  answer(call: Answered): void {
    const span = this.tree.call(modelCallName(call.node, call), call.node, call.startedAt);
    if (span !== undefined) Object.assign(span, answeredCall(call));
    const asked = call.parts.filter((part) => part.type === 'tool-call');
    for (const [index, { name }] of asked.entries()) this.#names.set(`${call.node}#${call.turn}.${index}`, name);
    this.total.take(call);
    // The agents of which the node is a part: its own name, and what precedes each `#` in it.
    for (let end = call.node.length; end > 0; end = call.node.lastIndexOf('#', end - 1)) {
      const agent = this.#agents.get(call.node.slice(0, end));
      if (agent === undefined) continue;
      agent.total.take(call);
      Object.assign(agent.span, agent.total.shown(0));
    }
  }

  tell(told: Told): void {
    const span = this.tree.call(told.node, told.agent, told.startedAt);
    if (span === undefined) return;
    Object.assign(span, toldCall(told));
    delete span.paused;
    const block = this.blockBelow(told.node, told.startedAt);
    if (block === undefined) return;
    const { input, output, status, errorMessage, startTime, endTime } = span;
    Object.assign(block, {
      input,
      output,
      status,
      startTime,
      endTime,
      isOpen: false,
      ...(errorMessage === undefined ? {} : { errorMessage }),
    });
  }

  /** The span of the block that a tool call runs, below that of the call. Undefined for a node that is no tool call, or that runs no block. */
  blockBelow(node: string, startedAt: string): SpanDraft | undefined {
    const agent = this.#agents.get(agentOfCall(node) ?? '');
    const name = this.#names.get(node);
    const tool = agent?.tools.find((each) => each.name === name);
    if (tool?.runs.kind !== 'block') return undefined;
    const span = this.tree.call(`${node}:block`, node, startedAt);
    return span === undefined ? undefined : Object.assign(span, { type: tool.runs.type, name: tool.title });
  }

  /** Names the span of a tool call that waits before its intent. */
  name(span: SpanDraft, node: string): void {
    const name = this.#names.get(node);
    if (name !== undefined) span.name = `execute_tool ${name}`;
  }

  #span(node: string, call: NonNullable<Intended['call']>, at: string): SpanDraft | undefined {
    if ('attempt' in call) return this.tree.call(modelCallName(node, call), node, at);
    return this.tree.call(node, agentOfCall(node) ?? '', at);
  }
}

/** Tokens and cost of several calls. Calls that were not charged are not part of it. */
class CallTotal {
  readonly #tokens = { input: 0, output: 0, total: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  readonly #nanoUsd = { input: 0, output: 0, total: 0 };
  #calls = 0;
  #hasUnknown = false;

  take(call: Answered): void {
    this.#calls += 1;
    if (!isCharged(call)) return;
    for (const [kind, tokens] of Object.entries(tokensOf(call))) this.#tokens[kind as keyof SpanTokens] += tokens as number;
    this.#hasUnknown ||= isUnpriced(call);
    this.#nanoUsd.input += call.cost?.inputNanoUsd ?? 0;
    this.#nanoUsd.output += call.cost?.outputNanoUsd ?? 0;
    this.#nanoUsd.total += chargedNanoUsd(call);
  }

  /** Nothing before the first call. An unknown price makes the sum unknown. */
  shown(baseNanoUsd: number): Pick<SpanDraft, 'tokens' | 'cost'> {
    if (this.#calls === 0) return {};
    const { input, output, total } = this.#nanoUsd;
    const cost = { input: input / 1e9, output: output / 1e9, total: (total + baseNanoUsd) / 1e9 };
    return { tokens: { ...this.#tokens }, cost: this.#hasUnknown ? null : cost };
  }
}

/** What the span of an agent says from its beginning. */
function agentAttributes({ request }: Entered): Attributes {
  const { model, memory, settings } = request;
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': model.provider,
    'gen_ai.request.model': model.model,
    ...(settings.temperature === undefined ? {} : { 'gen_ai.request.temperature': settings.temperature }),
    ...(settings.maxOutputTokens === undefined ? {} : { 'gen_ai.request.max_tokens': settings.maxOutputTokens }),
    ...(memory === undefined ? {} : { 'gen_ai.conversation.id': memory.conversationId }),
    ...(request.answerSchema === undefined ? {} : { 'gen_ai.output.type': 'json' }),
  };
}

/** The name of a model call below its agent. */
function modelCallName(node: string, { turn, attempt }: { readonly turn: number; readonly attempt: number }): string {
  return `${node}#${turn}!${attempt}`;
}

/** A call of a model or a tool of which the intent is known: it is in flight, or its outcome is unknown. */
function intendedCall({ kind, target, at }: Intended): Partial<SpanDraft> {
  const name = kind === 'model' ? `chat ${target.slice(target.indexOf('/') + 1)}` : `execute_tool ${target}`;
  return { type: kind, name, startTime: at, endTime: at, outcome: 'in-flight' };
}

/** A call of a model that has ended. */
function answeredCall(call: Answered): Partial<SpanDraft> {
  const { outcome, model, provider, usage, cost, error, recorded, startedAt, firstTokenAt, endedAt, finish, tries } = call;
  const shown = call.parts as Json;
  return {
    type: 'model',
    name: `chat ${model}`,
    status: outcome === 'answered' ? 'success' : 'error',
    outcome,
    model,
    provider,
    tokens: tokensOf(call),
    cost: cost === null ? null : costOf(cost),
    startTime: startedAt,
    endTime: endedAt,
    output: shown,
    isOpen: false,
    ...(error === undefined ? {} : { errorMessage: error.message }),
    ...(firstTokenAt === undefined ? {} : { firstTokenMs: Date.parse(firstTokenAt) - Date.parse(startedAt) }),
    ...(finish === null ? {} : { finishReason: finish.reason }),
    ...(tries > 1 ? { tries } : {}),
    ...(recorded === undefined ? {} : { recorded }),
    ...(call.invalid === undefined ? {} : { warning: call.invalid }),
    ...(usage.estimated ? { isEstimated: true } : {}),
    attributes: modelAttributes(call),
  };
}

function modelAttributes({
  provider,
  model,
  providerModel,
  responseId,
  usage,
  finish,
  error,
  firstTokenAt,
  startedAt,
}: Answered): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
    ...(providerModel === null ? {} : { 'gen_ai.response.model': providerModel }),
    ...(responseId === undefined ? {} : { 'gen_ai.response.id': responseId }),
    ...(finish === null ? {} : { 'gen_ai.response.finish_reasons': [finish.raw ?? finish.reason] }),
    ...(firstTokenAt === undefined
      ? {}
      : { 'gen_ai.response.time_to_first_chunk': (Date.parse(firstTokenAt) - Date.parse(startedAt)) / 1000 }),
    'gen_ai.usage.input_tokens': usage.input,
    'gen_ai.usage.output_tokens': usage.output,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheRead,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWrite,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning,
    ...(error === undefined ? {} : { 'error.type': error.kind }),
  };
}

/** A tool call that has ended. */
function toldCall({ outcome, result, input, startedAt, endedAt, recorded, output = result.value }: Told): Partial<SpanDraft> {
  const isFailed = outcome === 'failed' || outcome === 'unknown';
  return {
    type: 'tool',
    name: `execute_tool ${result.name}`,
    status: isFailed ? 'error' : 'success',
    outcome,
    input,
    output,
    startTime: startedAt,
    endTime: endedAt,
    isOpen: false,
    ...(isFailed && typeof result.value === 'string' ? { errorMessage: result.value } : {}),
    ...(recorded === undefined ? {} : { recorded }),
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': result.name,
      'gen_ai.tool.call.id': result.callId,
      ...(isFailed ? { 'error.type': outcome } : {}),
    },
  };
}

function tokensOf({ usage }: Answered): SpanTokens {
  const { input, output, cacheRead, cacheWrite, reasoning } = usage;
  return { input, output, total: input + output, cacheRead, cacheWrite, reasoning };
}

function costOf({ inputNanoUsd, outputNanoUsd, totalNanoUsd }: NonNullable<Answered['cost']>): SpanCost {
  return { input: inputNanoUsd / 1e9, output: outputNanoUsd / 1e9, total: totalNanoUsd / 1e9 };
}
