import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { reportingFaults } from '#ledger/database/faults/reported-faults.js';
import type { AgentDefinition, BlockContext, BlockDefinition, BlockPause } from '#blocks/block.js';
import { checkAnswer } from '#blocks/models/answers/check-answer.js';
import { readArguments } from '#blocks/models/answers/read-arguments.js';
import { holds } from '#blocks/fields/expression-test.js';
import type { CodeSandbox } from '#blocks/ports/code-sandbox.js';
import { Files } from '#blocks/ports/files.js';
import {
  ModelFailure,
  Models,
  type LanguageModels,
  type ModelEstimate,
  type ModelPart,
  type ModelRequest,
} from '#blocks/ports/language-models.js';
import type { PolicyRefusal } from '#kernel/models/model-policy.js';
import { namesOfTool } from '#engine/agents/tool-names.js';
import type { AgentRequest, AgentTool } from '#engine/agents/agent-request.js';
import type { ToolResult } from '#engine/agents/model-message.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { AgentEntered, ToolAnswered, type ExecutionEvent, type ModelAnswered } from '#engine/execution.events.js';
import type { AgentToolCall, CallNode } from '#engine/schedule/agents/agent-run.js';
import type { AgentEnding, Answered } from '#engine/schedule/agents/agent-turn.js';
import type { ReadyNode } from '#engine/schedule/scheduler.js';
import type { Task } from '#engine/schedule/task.js';
import { inputsFor, inputsForTool } from '#engine/schedule/resolver.js';
import { identityOf, type BlockSurroundings } from '../block-world.js';
import { prepareCode } from '../code/long-code.js';
import type { BudgetHold } from '../../ports/model-budget.js';
import { notRecorded } from '../outcomes/not-recorded.js';
import { effectKey } from '../work-context.js';
import { ModelCall } from './model-call.js';
import { callMcp } from './mcp-call.js';
import { shownResult } from './shown-result.js';
import { toolInputs } from './tool-inputs.js';
import { askApproval, readApproval } from './tool-approval.js';

const differing = 'The people who were asked have approved different arguments';

type AskTask = Extract<Task, { kind: 'ask' | 'abandon' }>;

/** What a tool call leads to: a result for the model, a question for a person, or the work of a block. */
export type ToolStep =
  | { readonly kind: 'told'; readonly outcome: ToolOutcome; readonly value: Json; readonly input: Json }
  | { readonly kind: 'pause'; readonly pause: BlockPause }
  | { readonly kind: 'run'; readonly tool: AgentTool; readonly args: JsonObject }
  /** The agent fails. */
  | { readonly kind: 'fail'; readonly error: string };

/** The call of a model to which a text belongs. */
interface TextPlace {
  /** Of the intent. */
  readonly position: number;
  readonly attempt: number;
}

/** A call whose intent is durable. */
interface Asking {
  readonly models: LanguageModels;
  readonly request: ModelRequest;
  readonly task: AskTask;
  readonly estimate: ModelEstimate;
  /** Of the intent. */
  readonly position: number;
}

type ToolOutcome = ReturnType<typeof ToolAnswered>['payload']['outcome'];
type ToldStep = Extract<ToolStep, { kind: 'told' }>;

/** A block that is run as a tool, with the arguments in its fields. */
interface RunningTool {
  readonly kind: 'running';
  readonly definition: BlockDefinition;
  readonly running: CallNode;
  readonly inputs: BlockInputs;
  /** Why the policy forbids a host that the block reaches. */
  readonly refusal: PolicyRefusal | undefined;
}

/** A call of a tool that is a block. */
interface BlockTool extends Pick<RunningTool, 'refusal'> {
  readonly tool: AgentTool;
  readonly runs: Extract<AgentTool['runs'], { kind: 'block' }>;
  readonly args: JsonObject;
}

/** Does the work of agents: asks their models, decides on their tool calls, and makes their results. */
export class AgentWork {
  readonly #inFlight = new Set<ModelCall>();
  /** What is reserved for calls whose events are not stored yet, by the keys of the calls. */
  readonly #holds = new Map<string, BudgetHold>();

  constructor(private readonly run: BlockSurroundings) {}

  async enter(node: ReadyNode, definition: AgentDefinition, context: BlockContext, startedAt: string): Promise<ExecutionEvent> {
    const { request, approval, input = null } = await definition.begin(node.block, context);
    const { messages, summary } = request;
    const texts = this.run.shown({ messages, ...(summary === undefined ? {} : { summary }) });
    return AgentEntered({
      ...named(node),
      request: { ...request, ...(texts as Pick<AgentRequest, 'messages' | 'summary'>) },
      ...(approval === undefined ? {} : { approval }),
      input,
      startedAt,
    });
  }

  /** Asks the model. A call that a limit forbids ends the agent instead. @throws BlockFailure */
  async ask(task: AskTask): Promise<ExecutionEvent | AgentEnding> {
    const { node, agent, ask } = task;
    const signal = this.run.signals.of(node.scope.invocation);
    if (ask.isRetry) await this.run.world.timers.wait(node.block.retry?.waitMs ?? 0, signal);
    const models = this.#models();
    const request = { ...this.#requestOf(task), ...this.#keyOf(task) };
    const estimate = await models.estimate(request);
    const refusal = agent.refusal(ask.model, estimate.costNanoUsd);
    if (refusal !== undefined) return { stopReason: 'max-cost', error: refusal };
    const hold = await this.#admit(task, estimate);
    if ('stopReason' in hold) return hold;
    try {
      const { turn, attempt, purpose } = ask;
      const { provider, model } = ask.model;
      const call = { turn, attempt, ...(purpose === undefined ? {} : { purpose }) };
      const position = await this.run.beginEffect(node, { kind: 'model', target: `${provider}/${model}` }, request.key, call);
      const answered = await this.#answer({ models, request, task, estimate, position });
      this.#holds.set(answered.payload.effectKey, hold);
      return answered;
    } catch (error) {
      hold.release();
      throw error;
    }
  }

  /** The event of a call is stored, or can no longer be: what was reserved for it is not needed any more. */
  stored({ effectKey, cost }: Answered): void {
    this.#holds.get(effectKey)?.settle(cost?.totalNanoUsd ?? 0);
    this.#holds.delete(effectKey);
  }

  async #admit({ ask }: AskTask, { costNanoUsd }: ModelEstimate): Promise<BudgetHold | AgentEnding> {
    const { executionId, started, world, spentNanoUsd } = this.run;
    const { accountId, workspaceId } = started;
    try {
      const call = { accountId, workspaceId, executionId, keyOf: ask.model.keyOf, spentNanoUsd: spentNanoUsd(), holdNanoUsd: costNanoUsd };
      return await reportingFaults(world.budget.admit(call));
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
      return { stopReason: 'budget', error: error.message };
    }
  }

  async #answer({ models, request, task, estimate, position }: Asking): Promise<ReturnType<typeof ModelAnswered>> {
    const { node, agent, ask } = task;
    const signal = this.run.signals.of(node.scope.invocation);
    const isShown = ask.purpose === undefined && agent.entered.request.showsText !== false;
    const call = new ModelCall({
      node,
      ask,
      key: request.key,
      payer: this.run.started,
      keyId: this.run.keyId,
      startedAt: this.#now(),
      estimate,
    });
    const rests = { text: '', reasoning: '' };
    this.#inFlight.add(call);
    try {
      const onSent = (isSent: boolean): void => void (call.isSent = isSent);
      for await (const part of models.ask({ ...request, onSent }, signal)) {
        call.take(part, () => this.#now());
        if (isShown) await this.#stream(part, rests, { position, attempt: ask.attempt });
        if (part.type === 'answered') return call.answered(part.answer, problemOf(part.answer.parts, request), this.#now());
      }
      throw new Error(`The call of ${ask.model.name} ended without an answer`);
    } catch (error) {
      if (error instanceof ModelFailure && !signal.aborted) return call.failed(error, this.#now());
      throw error;
    } finally {
      this.#inFlight.delete(call);
      this.run.world.texts.end(this.run.executionId, position, ask.attempt);
    }
  }

  /** Only streamed runs have readers that wait for text. What `rests` holds at the end is sent with the outcome of the call. */
  async #stream(part: ModelPart, rests: Record<'text' | 'reasoning', string>, { position, attempt }: TextPlace): Promise<void> {
    const { executionId, started, world, shownBeginning } = this.run;
    if (started.mode !== 'stream' || (part.type !== 'text' && part.type !== 'reasoning')) return;
    const { shown, rest } = shownBeginning(rests[part.type] + part.text);
    rests[part.type] = rest;
    if (shown !== '') await world.texts.append(executionId, position, attempt, shown, part.type);
  }

  /** The event of a call whose process was lost. */
  async abandon(task: AskTask): Promise<ExecutionEvent> {
    const request = this.#requestOf(task);
    const estimate = await this.#models().estimate(request);
    return new ModelCall({
      node: task.node,
      ask: task.ask,
      key: request.key,
      payer: this.run.started,
      keyId: this.run.keyId,
      startedAt: this.#now(),
      estimate,
    }).abandoned(this.#now());
  }

  /** The events of the calls in progress, when the run, or the workflow that the block `below` has called, ends without waiting for them. */
  interrupted(kind: 'cancelled' | 'timeout', below?: string): readonly ExecutionEvent[] {
    const calls = [...this.#inFlight].filter((call) => below === undefined || call.isBelow(below));
    for (const call of calls) this.#inFlight.delete(call);
    return calls.map((call) => call.cancelled(kind, this.#now()));
  }

  /** What a tool call leads to, by its arguments and by the author's rule for approval. */
  async begin({ call: toolCall }: CallNode, context: BlockContext<typeof CodeSandbox>): Promise<ToolStep> {
    const { tool, call } = toolCall;
    if (tool === undefined) return unknownTool(toolCall);
    const read = readArguments(tool, call.arguments);
    if ('problem' in read) return { kind: 'told', outcome: 'failed', value: read.problem, input: call.arguments };
    const { value: args } = read;
    if (await needsApproval(toolCall, tool, args, context)) {
      const asked = { tool: tool.title, agent: toolCall.agent.node.block.name, arguments: args };
      return { kind: 'pause', pause: askApproval(asked, toolCall.agent.entered.approval, context) };
    }
    return { kind: 'run', tool, args };
  }

  /** What a tool call leads to after people were asked. */
  resume(
    { call: toolCall }: CallNode,
    { paused, ended }: Extract<Task, { kind: 'resume' }>,
    context: Pick<BlockContext, 'pausePlace' | 'now'>,
  ): ToolStep {
    const { tool, call } = toolCall;
    const { pause } = paused;
    if (tool === undefined || pause.kind !== 'human') return unknownTool(toolCall);
    const read = readArguments(tool, call.arguments);
    const asked = 'value' in read ? read.value : {};
    const decision = readApproval(ended, pause, asked);
    if (decision.kind === 'expired') return { kind: 'fail', error: decision.error };
    if (decision.kind === 'denied') return { kind: 'told', outcome: 'denied', value: decision.reason, input: asked };
    const edited = decision.kind === 'differing' ? { problem: differing } : readArguments(tool, JSON.stringify(decision.args));
    if ('problem' in edited) {
      const again = { tool: tool.title, agent: toolCall.agent.node.block.name, arguments: decision.args, problem: edited.problem };
      return { kind: 'pause', pause: askApproval(again, toolCall.agent.entered.approval, context) };
    }
    return { kind: 'run', tool, args: edited.value };
  }

  /** The event of a tool call that has its result. */
  told(node: CallNode, { outcome, value, input }: Omit<Extract<ToolStep, { kind: 'told' }>, 'kind'>, startedAt: string): ExecutionEvent {
    const { turn, index, call, agent } = node.call;
    const { result, output } = shownResult({ callId: call.callId, name: call.name, kind: kindOf(outcome, value) }, this.run.shown(value));
    return ToolAnswered({
      ...named(node),
      agent: agent.node.key,
      turn,
      tool: index,
      outcome,
      result,
      ...(output === undefined ? {} : { output }),
      input,
      startedAt,
      endedAt: this.#now(),
    });
  }

  /** Records that a tool is about to be called, and finds out what the call runs. @throws BlockFailure in a recorded replay, for an MCP tool */
  async beginTool(node: CallNode, { tool, args }: Extract<ToolStep, { kind: 'run' }>): Promise<ToldStep | RunningTool> {
    const { turn, index, agent } = node.call;
    const { runs } = tool;
    if (runs.kind === 'mcp') {
      // The recorded run ended during this call. Skills and blocks may run again: blocks refuse their own effects.
      if (this.run.recorded !== undefined) throw notRecorded();
      if (runs.isIdempotent !== true && agent.mayBeMade(node.call)) return lostCall(args);
    }
    const refusal = await this.#refusalFor(tool);
    const refused = refusal?.({ tool: namesOfTool(tool) });
    if (refused !== undefined) return { kind: 'told', outcome: 'failed', value: `The tool ${tool.name} ${refused}`, input: args };
    const key = effectKey(this.run.executionId, `${node.key} tool`, 1);
    await this.run.beginEffect(node, { kind: 'tool', target: tool.name }, key, { turn, tool: index });
    if (runs.kind === 'skill') return skillText(runs.skills, args);
    if (runs.kind === 'mcp') return callMcp(this.run, { node, tool, runs, args, key, signal: this.run.signals.of(node.scope.invocation) });
    return this.#blockTool(node, { tool, runs, args, refusal });
  }

  /** Skills are under no policy. */
  async #refusalFor({ runs }: AgentTool): Promise<PolicyRefusal | undefined> {
    return runs.kind === 'skill' ? undefined : await this.#models().toolRefusal?.();
  }

  async #blockTool(node: CallNode, { tool, runs, args, refusal }: BlockTool): Promise<ToldStep | RunningTool> {
    const definition = this.run.world.registry.find(runs.type);
    if (definition === undefined) {
      return { kind: 'told', outcome: 'failed', value: `This server cannot run the tool ${tool.name}`, input: args };
    }
    const { params, data } = toolInputs(runs, args, node.call.agent.entered.request.shownSecrets);
    const running = { ...node, block: { ...node.block, params } };
    const inputs = inputsForTool(node, data, this.run.secrets);
    if (runs.type === 'function' && typeof params['code'] === 'string') await prepareCode(params['code'], inputs);
    return { kind: 'running', definition, running, refusal, inputs };
  }

  #requestOf({ node, agent, ask }: AskTask): ModelRequest {
    const { request } = agent.entered;
    const { settings, tools, answerSchema } = request;
    return {
      model: ask.model,
      messages: agent.messages(ask.model),
      settings,
      tools: ask.purpose === undefined ? tools.map(({ name, description, parameters }) => ({ name, description, parameters })) : [],
      toolChoice: ask.toolChoice,
      answerSchema: ask.purpose === undefined ? answerSchema : undefined,
      key: effectKey(this.run.executionId, `${node.key} ask ${ask.turn}`, ask.ordinal + 1),
      readFile: async (fileId) => (await this.run.world.capabilities.of(Files, identityOf(this.run)).readFile(fileId, mostFileBytes)).bytes,
    };
  }

  /** The key of the block. Its secret may have been removed since the agent began. @throws BlockFailure if it is not set */
  #keyOf({ node, ask }: AskTask): Pick<ModelRequest, 'apiKey'> {
    if (ask.model.keyOf !== 'block') return {};
    const inputs = inputsFor(node, this.run.secrets);
    const apiKey = inputs.text(node.block.params['apiKey']).trim();
    inputs.requireSecrets();
    return { apiKey };
  }

  #models(): LanguageModels {
    return this.run.world.capabilities.of(Models, identityOf(this.run));
  }

  #now(): string {
    return this.run.world.clock.iso();
  }
}

/** Files are sent with each call. */
const mostFileBytes = 20 * 1024 * 1024;

export function isAgent(definition: BlockDefinition): definition is AgentDefinition {
  return 'begin' in definition;
}

function named({ key, block }: ReadyNode): { node: string; blockId: string } {
  return { node: key, blockId: block.id };
}

function kindOf(outcome: ToolOutcome, value: Json): ToolResult['kind'] {
  if (outcome === 'failed' || outcome === 'unknown') return 'error';
  if (outcome === 'denied') return 'denied';
  return typeof value === 'string' ? 'text' : 'json';
}

/** The tool is not safe to be called twice, and has no key that would tell a repetition from a new call. */
function lostCall(input: Json): ToldStep {
  return {
    kind: 'told',
    outcome: 'unknown',
    value: 'The server was lost during this call. Whether the tool has done its work is not known.',
    input,
  };
}

function skillText(skills: Readonly<Record<string, string>>, { skill_name: name }: JsonObject): ToldStep {
  const text = typeof name === 'string' && Object.hasOwn(skills, name) ? skills[name] : undefined;
  const input = { skill_name: name ?? null };
  if (text !== undefined) return { kind: 'told', outcome: 'answered', value: text, input };
  return { kind: 'told', outcome: 'failed', value: `There is no such skill. Available: ${Object.keys(skills).join(', ')}`, input };
}

function unknownTool({ call, agent }: AgentToolCall): ToolStep {
  const names = agent.entered.request.tools.map(({ name }) => name).join(', ');
  const value = `There is no tool ${call.name}. Available: ${names === '' ? 'none' : names}`;
  return { kind: 'told', outcome: 'failed', value, input: call.arguments };
}

/** Why the text of an answer does not fit the schema; tool calls are no answer yet. */
function problemOf(parts: ModelRequestParts, { answerSchema }: Pick<ModelRequest, 'answerSchema'>): string | undefined {
  if (answerSchema === undefined || parts.some(({ type }) => type === 'tool-call')) return undefined;
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const checked = checkAnswer(text, answerSchema);
  return 'problem' in checked ? checked.problem : undefined;
}

type ModelRequestParts = AgentToolCall['agent']['calls'][number] extends infer Call
  ? Call extends { parts: infer Parts }
    ? Parts
    : never
  : never;

async function needsApproval(
  { turn, agent }: AgentToolCall,
  tool: AgentTool,
  args: JsonObject,
  context: BlockContext<typeof CodeSandbox>,
): Promise<boolean> {
  const { approval, writes } = tool;
  if (approval === 'always') return true;
  if (agent.entered.request.approvesWrites === true && writes && agent.isTainted) return true;
  if (approval === 'never') return false;
  return holds(
    { expression: approval.when, part: `approval of ${tool.name}`, names: { tool: tool.name, step: turn + 1, arguments: args } },
    context,
  );
}
