import type { AgentEntered } from '../../execution.events.js';
import type { AgentLimits, AgentTool } from '../../agents/agent-request.js';
import { summaryIn, withSummary, type CallPurpose } from '../../agents/conversation-summary.js';
import type { PinnedModel } from '../../agents/model-answer.js';
import type { AssistantPart, ModelMessage, ToolCall } from '../../agents/model-message.js';
import type { ReadyNode } from '../scheduler.js';
import { dueModel, endlessTurns, type AgentEnding, type Answered, type Told, type Turn } from './agent-turn.js';

type Entered = ReturnType<typeof AgentEntered>['payload'];

/** A call of a model that is due. */
export interface DueAsk {
  readonly turn: number;
  readonly attempt: number;
  /** Tells the keys of the turn apart. A call that is asked again after a crash has the same one. */
  readonly ordinal: number;
  readonly model: PinnedModel;
  readonly toolChoice: 'auto' | 'none' | { readonly tool: string };
  /** Present for the call that sums up what memory drops. */
  readonly purpose?: CallPurpose;
  /** Whether the block waits before the call, because the author wants failures to be tried again. */
  readonly isRetry: boolean;
}

/** A tool call that a model has made. It runs as a block below the agent. */
export interface AgentToolCall {
  readonly agent: AgentRun;
  readonly turn: number;
  readonly index: number;
  readonly call: ToolCall;
  /** Undefined when the model has invented the name. */
  readonly tool: AgentTool | undefined;
}

/** A tool call as a block below the agent. */
export type CallNode = ReadyNode & { readonly call: AgentToolCall };

export function isCallNode(node: ReadyNode): node is CallNode {
  return 'call' in node;
}

/** What an agent does next. */
export type AgentStep =
  | { readonly kind: 'ask'; readonly ask: DueAsk }
  /** A call whose process was lost. */
  | { readonly kind: 'abandon'; readonly ask: DueAsk }
  /** `calls` may be empty: then those in flight are waited for. */
  | { readonly kind: 'act'; readonly calls: readonly string[] }
  | { readonly kind: 'leave'; readonly ended: AgentEnding };

/** How often a tool that must be called may be left out before it is given up. */
const mostMisses = 2;

/** An agent that is under way. What it does next follows from how it was entered and from the answers, in the order of the stream. */
export class AgentRun {
  readonly #turns: Turn[] = [{ tries: [], told: [], calls: [] }];
  /** Everything that was answered, in the order of the stream. */
  readonly calls: (Answered | Told)[] = [];
  /** The call of a model of which the record knows the intent alone. */
  #intended: { readonly turn: number; readonly attempt: number } | undefined;
  /** Tool calls of which the record knows the intent. */
  readonly #intendedTools = new Set<string>();
  /** Tool calls of the turn that were handed out, and do not wait for a person. */
  readonly #active = new Set<number>();
  readonly #waiting = new Set<number>();
  #spentNanoUsd = 0;
  #tokens = 0;
  #steps = 0;
  #repairs = 0;
  /** The limit after which the last call was made, the one without tools. */
  #lastLimit: AgentEnding | undefined;
  readonly #maxTries: number;

  constructor(
    readonly node: ReadyNode,
    readonly entered: Entered,
  ) {
    this.#maxTries = node.block.retry?.maxTries ?? 1;
  }

  /** Whether a tool has told it something, which may hold instructions of strangers. */
  get isTainted(): boolean {
    return this.calls.some((call) => 'result' in call && call.outcome === 'answered');
  }

  /** The name of a tool call within the run. */
  keyOf(turn: number, index: number): string {
    return `${this.node.key}#${turn}.${index}`;
  }

  /** The tool calls of the last answer that have no result, by their names within the run. */
  open(): readonly (readonly [key: string, call: AgentToolCall])[] {
    const turn = this.#turns.length - 1;
    return this.#turn.calls.flatMap((call, index) =>
      this.#turn.told[index] === undefined ? [[this.keyOf(turn, index), this.#toolCall(turn, index, call)] as const] : [],
    );
  }

  /** The record has the intent of a call. Without its answer the process was lost. */
  intend(turn: number, attempt: number): void {
    this.#intended = { turn, attempt };
  }

  intendTool(turn: number, index: number): void {
    this.#intendedTools.add(this.keyOf(turn, index));
  }

  /** Whether a lost process may have made the tool call. */
  mayBeMade({ turn, index }: AgentToolCall): boolean {
    return this.#intendedTools.has(this.keyOf(turn, index));
  }

  answer(answered: Answered): void {
    this.#intended = undefined;
    this.calls.push(answered);
    this.#turn.tries.push(answered);
    // An abandoned call is made again: the ledger charges nothing for it either.
    if (answered.outcome === 'abandoned') return;
    this.#lastLimit ??= this.#limitReached();
    this.#spentNanoUsd += answered.cost?.totalNanoUsd ?? 0;
    this.#steps += 1;
    this.#tokens += answered.usage.input + answered.usage.output;
    if (answered.outcome === 'failed' || this.#isSumming) return;
    if (answered.invalid !== undefined) this.#repairs += 1;
    const calls = answered.parts.filter((part) => part.type === 'tool-call');
    this.#turns[this.#turns.length - 1] = { ...this.#turn, calls };
  }

  tell(told: Told): void {
    this.calls.push(told);
    this.#turn.told[told.tool] = told;
    this.#active.delete(told.tool);
    this.#waiting.delete(told.tool);
  }

  /** A tool call waits for a person: others may run meanwhile. */
  wait(index: number): void {
    this.#active.delete(index);
    this.#waiting.add(index);
  }

  /** A tool call continues after it has waited. */
  resume(index: number): void {
    this.#waiting.delete(index);
    this.#active.add(index);
  }

  /** Forgets which tool calls were handed out: the process that had them is lost. */
  forgetActive(): void {
    this.#active.clear();
  }

  /** To be asked after each change. Each call of a tool is handed out once. */
  next(): AgentStep {
    const { calls, tries, told } = this.#turn;
    if (this.#intended !== undefined) return { kind: 'abandon', ask: this.#ask() };
    const last = tries.at(-1);
    if (last === undefined || last.outcome === 'abandoned') return this.#askOrStop();
    if (last.outcome === 'failed') return this.#afterFailure(last);
    if (this.#isSumming) return this.#afterSummary(last);
    if (this.#lastLimit !== undefined) return this.#afterText(last);
    if (calls.some((_, index) => told[index] === undefined)) return { kind: 'act', calls: this.#handOut() };
    if (calls.length === 0) return this.#afterText(last);
    this.#begin();
    return this.#askOrStop();
  }

  /** The conversation so far, as this model is shown it. */
  messages(model: PinnedModel): readonly ModelMessage[] {
    const { summary, messages: opening } = this.entered.request;
    if (summary !== undefined && this.#isSumming) return summary.messages;
    const messages = withSummary(opening, summary === undefined ? null : (this.#summary ?? summary.former));
    for (const { tries, calls, told } of this.#talk) {
      const answered = tries.findLast(({ outcome }) => outcome === 'answered');
      if (answered === undefined) continue;
      const isSame = answered.provider === model.provider && answered.model === model.model;
      const content = isSame ? answered.parts : answered.parts.flatMap(withoutMetadata);
      if (content.length > 0) messages.push({ role: 'assistant', content });
      if (calls.length > 0) messages.push({ role: 'tool', content: told.flatMap((each) => (each === undefined ? [] : [each.result])) });
      const instruction = calls.length > 0 ? undefined : this.#instructionAfter(answered);
      if (instruction !== undefined) messages.push({ role: 'user', content: [{ type: 'text', text: instruction }] });
    }
    return messages;
  }

  /** Why the limit of cost that the author has set forbids a further call with this hold; undefined if it does not. */
  refusal({ name, providerName }: PinnedModel, holdNanoUsd: number | null): string | undefined {
    const { maxCostUsd } = this.#limits;
    if (maxCostUsd === undefined) return undefined;
    if (holdNanoUsd === null) {
      return (
        `No price of ${name} of ${providerName} is known, so maxCostUsd cannot limit its cost. ` +
        'Add its prices to the provider (0 for a model that costs nothing), or remove maxCostUsd'
      );
    }
    if (this.#spentNanoUsd + holdNanoUsd <= maxCostUsd * 1e9) return undefined;
    return `The next call would exceed the limit of ${maxCostUsd} US dollars (maxCostUsd)`;
  }

  get #limits(): AgentLimits {
    return this.entered.request.limits;
  }

  get #turn(): Turn {
    const turn = this.#turns.at(-1);
    if (turn === undefined) throw new Error('An agent has at least one turn');
    return turn;
  }

  /** The turns of the conversation: the first one may be the summary, which is none. */
  get #talk(): readonly Turn[] {
    return this.entered.request.summary === undefined ? this.#turns : this.#turns.slice(1);
  }

  /** Whether the summary is due. */
  get #isSumming(): boolean {
    return this.#talk.length === 0;
  }

  get #summary(): string | undefined {
    return summaryIn(this.#turns[0]?.tries ?? []);
  }

  #begin(): void {
    this.#turns.push({ tries: [], told: [], calls: [] });
    this.#active.clear();
    this.#waiting.clear();
  }

  #handOut(): readonly string[] {
    const turn = this.#turns.length - 1;
    const keys: string[] = [];
    for (const [index] of this.#turn.calls.entries()) {
      if (this.#active.size >= this.#limits.maxParallelTools) break;
      if (this.#turn.told[index] !== undefined || this.#active.has(index) || this.#waiting.has(index)) continue;
      this.#active.add(index);
      keys.push(this.keyOf(turn, index));
    }
    return keys;
  }

  #toolCall(turn: number, index: number, call: ToolCall): AgentToolCall {
    const tool = this.entered.request.tools.find(({ name }) => name === call.name);
    return { agent: this, turn, index, call, tool };
  }

  /** The answer is text: it ends the agent, unless it does not fit or a tool is missing that must be called. */
  #afterText(answered: Answered): AgentStep {
    const reason = answered.finish?.reason ?? 'stop';
    if (reason === 'content-filter') {
      const remedy = 'Change what it is asked, or choose another model';
      return leave(reason, `${this.#authorOf(answered)}: the model refused to answer, or its answer was filtered. ${remedy}`);
    }
    if (this.#lastLimit === undefined && this.#instructionAfter(answered) !== undefined) {
      this.#begin();
      return this.#askOrStop();
    }
    if (answered.invalid !== undefined) {
      const remedy =
        reason === 'length'
          ? 'It is cut off at the limit of tokens: raise maxTokens'
          : 'Set repair, so that the model may correct its answer, or change responseFormat';
      const error = `${this.#authorOf(answered)}: the answer does not fit the response format: ${answered.invalid}. ${remedy}`;
      return leave('invalid-answer', error);
    }
    return leave(this.#lastLimit?.stopReason ?? reason, null);
  }

  #authorOf({ provider, model }: Answered): string {
    const { providerName } = this.#models.find((each) => each.provider === provider && each.model === model) ?? this.entered.request.model;
    return `${providerName}, model ${model}`;
  }

  /** What the model receives after an answer that cannot be the last one. */
  #instructionAfter(answered: Answered): string | undefined {
    if (answered.invalid !== undefined && this.#repairs <= this.entered.request.repairs) {
      return `Your answer does not fit the required format: ${answered.invalid}. Answer again, with JSON that fits and nothing else.`;
    }
    const forced = this.#forcedIn(answered.turn + 1);
    return forced === undefined ? undefined : `Call the tool ${forced} now.`;
  }

  /** The tool that must be called in a turn. */
  #forcedIn(turn: number): string | undefined {
    const choice = this.#choiceOf(turn);
    return typeof choice === 'object' ? choice.tool : undefined;
  }

  /** The tool choice of a turn: tools that must be called come first, each in a separate turn. */
  #choiceOf(turn: number): 'auto' | { readonly tool: string } {
    const missing = [...this.entered.request.forcedTools];
    let misses = 0;
    for (const { calls } of this.#turns.slice(this.#turns.length - this.#talk.length, turn)) {
      const [wanted] = missing;
      if (wanted === undefined) break;
      misses = calls.some(({ name }) => name === wanted) ? mostMisses : misses + 1;
      if (misses < mostMisses) continue;
      missing.shift();
      misses = 0;
    }
    const [tool] = missing;
    const isCalled = tool !== undefined && this.#turns[turn]?.calls.some(({ name }) => name === tool) === true;
    return tool === undefined || isCalled ? 'auto' : { tool };
  }

  /** Without a summary the model would miss what was said: as with any failure of memory, the author decides. */
  #afterSummary(answered: Answered): AgentStep {
    if (this.#summary === undefined && this.entered.request.memory?.isOptional !== true) {
      const remedy = 'Set memoryOptional, so that the agent continues without a summary, or choose another model';
      return leave('failed', `${this.#authorOf(answered)}: the model did not sum up the earlier conversation. ${remedy}`);
    }
    this.#begin();
    return this.#askOrStop();
  }

  #afterFailure(failed: Answered): AgentStep {
    const { round, given } = dueModel(this.#turns, this.#models, this.#maxTries);
    if (this.#lastLimit === undefined && !given && round < this.#maxTries) return this.#askOrStop();
    if (this.#isSumming && this.entered.request.memory?.isOptional === true) return this.#afterSummary(failed);
    return leave('failed', failed.error?.message ?? `The model ${failed.name} did not answer`);
  }

  get #models(): readonly PinnedModel[] {
    const { model, fallbacks } = this.entered.request;
    return [model, ...fallbacks];
  }

  #askOrStop(): AgentStep {
    const endless = endlessTurns(this.#turns.slice(0, -1));
    if (endless !== undefined) return { kind: 'leave', ended: endless };
    const limit = this.#limitReached();
    if (limit === undefined || this.#limits.onLimit === 'answer') return { kind: 'ask', ask: this.#ask() };
    return { kind: 'leave', ended: limit };
  }

  /** The limit that forbids a further call. */
  #limitReached(): AgentEnding | undefined {
    const { maxSteps, maxCostUsd, maxTotalTokens } = this.#limits;
    if (this.#steps >= maxSteps) return limited('max-steps', `${maxSteps} model calls (maxSteps)`);
    if (maxCostUsd !== undefined && this.#spentNanoUsd >= maxCostUsd * 1e9)
      return limited('max-cost', `${maxCostUsd} US dollars (maxCostUsd)`);
    if (maxTotalTokens !== undefined && this.#tokens >= maxTotalTokens)
      return limited('max-tokens', `${maxTotalTokens} tokens (maxTotalTokens)`);
    return undefined;
  }

  #ask(): DueAsk {
    const turn = this.#turns.length - 1;
    const { candidate, round, ordinal } = dueModel(this.#turns, this.#models, this.#maxTries);
    const model = this.#models[candidate] ?? this.entered.request.model;
    const asked = { turn, attempt: this.#turn.tries.length, ordinal, model, isRetry: round > 0 };
    if (this.#isSumming) return { ...asked, toolChoice: 'none', purpose: 'summary' };
    return { ...asked, toolChoice: this.#limitReached() === undefined ? this.#choiceOf(turn) : 'none' };
  }
}

function limited(stopReason: string, limit: string): AgentEnding {
  return { stopReason, error: `The agent reached its limit of ${limit}` };
}

function leave(stopReason: string, error: string | null): AgentStep {
  return { kind: 'leave', ended: { stopReason, error } };
}

/** Signatures of one provider mean nothing to another one, and neither does the reasoning that they sign. */
function withoutMetadata(part: AssistantPart): AssistantPart[] {
  if (part.type === 'reasoning') return [];
  const { metadata: _, ...rest } = part;
  return [rest];
}
