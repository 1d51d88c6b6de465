import type { ModelCost, ModelUsage } from '#engine/agents/model-answer.js';
import type { Json, JsonObject } from '#kernel/json.js';

import type { AgentCall, ModelCall, ToolOutcome } from '../../block.js';

/** The calls of a model that were answered or have failed, in the order of the stream. An abandoned one was made again, and costs nothing. */
export function modelCalls(calls: readonly AgentCall[]): readonly ModelCall[] {
  return calls.filter((call): call is ModelCall => 'parts' in call && call.outcome !== 'abandoned');
}

export function toolCalls(calls: readonly AgentCall[]): readonly ToolOutcome[] {
  return calls.filter((call): call is ToolOutcome => !('parts' in call));
}

/** The text that a model has written in one call. */
export function textOf({ parts }: Pick<ModelCall, 'parts'>): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export function thoughtsOf({ parts }: Pick<ModelCall, 'parts'>): string {
  return parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
}

/** The tokens of calls together. Cached tokens are part of `input`, reasoning tokens of `output`. */
export function tokensOf(usages: readonly ModelUsage[]): JsonObject {
  const sum = (read: (usage: ModelUsage) => number): number => usages.reduce((total, usage) => total + read(usage), 0);
  const [input, output] = [sum((usage) => usage.input), sum((usage) => usage.output)];
  const parts = {
    cacheRead: sum((usage) => usage.cacheRead),
    cacheWrite: sum((usage) => usage.cacheWrite),
    reasoning: sum((usage) => usage.reasoning),
  };
  const used = Object.entries(parts).filter(([, tokens]) => tokens > 0);
  return { input, output, total: input + output, ...Object.fromEntries(used), ...(hasEstimates(usages) ? { estimated: true } : {}) };
}

/** Whether the server has counted tokens in place of a provider. A call that was not answered at all has none. */
export function hasEstimates(usages: readonly ModelUsage[]): boolean {
  return usages.some(({ estimated, input, output }) => estimated && input + output > 0);
}

/** What calls cost together, in dollars; null if the price of none is known. */
export function costOf(costs: readonly (ModelCost | null)[]): JsonObject | null {
  const known = costs.filter((cost) => cost !== null);
  const last = known.at(-1);
  if (last === undefined) return null;
  const { prices, pricedAs, catalogue } = last;
  const dollars = (read: (cost: ModelCost) => number): number => known.reduce((total, cost) => total + read(cost), 0) / 1e9;
  const cached = prices.cacheRead === undefined ? {} : { cachedInput: prices.cacheRead };
  return {
    input: dollars(({ inputNanoUsd }) => inputNanoUsd),
    output: dollars(({ outputNanoUsd }) => outputNanoUsd),
    total: dollars(({ totalNanoUsd }) => totalNanoUsd),
    pricing: { input: prices.input, ...cached, output: prices.output, pricedAs, catalogue },
  };
}

export function millisecondsBetween(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from));
}

/** The calls of tools as an output lists them. */
export function toolCallList(calls: readonly AgentCall[]): JsonObject {
  const list = toolCalls(calls).map((call): Json => {
    const { result, input, startedAt, endedAt, outcome, output = result.value } = call;
    return {
      name: result.name.replace(/^custom_/, ''),
      arguments: input,
      startTime: startedAt,
      endTime: endedAt,
      duration: millisecondsBetween(startedAt, endedAt),
      result: output,
      success: outcome === 'answered',
    };
  });
  return { list, count: list.length };
}
