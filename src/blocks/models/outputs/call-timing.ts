import type { JsonObject } from '#kernel/json.js';
import type { AgentCall, ModelCall, ToolOutcome } from '../../block.js';
import { costOf, millisecondsBetween, modelCalls, textOf, thoughtsOf, tokensOf, toolCalls } from './call-figures.js';

/** A segment shows so much of a text; the whole text is in the trace. */
const mostShown = 4_000;

/** When each call of an agent took place, and how long the agent waited for models and tools; null before any call. */
export function timingOf(calls: readonly AgentCall[]): JsonObject | null {
  const [first] = calls;
  if (first === undefined) return null;
  const startTime = calls.reduce((least, { startedAt }) => (startedAt < least ? startedAt : least), first.startedAt);
  const endTime = calls.reduce((most, { endedAt }) => (endedAt > most ? endedAt : most), first.endedAt);
  const models = modelCalls(calls);
  const spent = (of: readonly AgentCall[]): number =>
    of.reduce((sum, { startedAt, endedAt }) => sum + millisecondsBetween(startedAt, endedAt), 0);
  const opening = models.find(({ purpose }) => purpose === undefined);
  return {
    startTime,
    endTime,
    duration: millisecondsBetween(startTime, endTime),
    modelTime: spent(models),
    toolsTime: spent(toolCalls(calls)),
    firstResponseTime: opening === undefined ? 0 : millisecondsBetween(opening.startedAt, opening.firstTokenAt ?? opening.endedAt),
    iterations: models.length,
    timeSegments: calls.map((call) => ('parts' in call ? modelSegment(call) : toolSegment(call))),
  };
}

function modelSegment(call: ModelCall): JsonObject {
  const { parts, finish, usage, cost, provider, providerModel, model, purpose, error, firstTokenAt, startedAt } = call;
  const [text, thoughts] = [textOf(call), thoughtsOf(call)];
  const asked = parts.flatMap((part) =>
    part.type === 'tool-call' ? [{ id: part.callId, name: part.name, arguments: cut(part.arguments) }] : [],
  );
  const price = costOf([cost]);
  return {
    type: 'model',
    name: providerModel ?? model,
    provider,
    ...(purpose === undefined ? {} : { purpose }),
    ...times(call),
    ...(text === '' ? {} : { assistantContent: cut(text) }),
    ...(thoughts === '' ? {} : { thinkingContent: cut(thoughts) }),
    ...(asked.length === 0 ? {} : { toolCalls: asked }),
    ...(finish === null ? {} : { finishReason: finish.reason }),
    tokens: tokensOf([usage]),
    ...(price === null ? {} : { cost: price }),
    ...(firstTokenAt === undefined ? {} : { ttft: millisecondsBetween(startedAt, firstTokenAt) }),
    ...(error === undefined ? {} : { errorType: error.kind, errorMessage: error.message }),
  };
}

function toolSegment(call: ToolOutcome): JsonObject {
  const { result, outcome } = call;
  const error =
    outcome === 'answered'
      ? {}
      : { errorType: outcome, errorMessage: cut(typeof result.value === 'string' ? result.value : JSON.stringify(result.value)) };
  return { type: 'tool', name: result.name, toolCallId: result.callId, ...times(call), ...error };
}

function times({ startedAt, endedAt }: AgentCall): JsonObject {
  return { startTime: startedAt, endTime: endedAt, duration: millisecondsBetween(startedAt, endedAt) };
}

function cut(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
