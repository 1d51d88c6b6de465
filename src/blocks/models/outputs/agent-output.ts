import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { summaryIn } from '#engine/agents/conversation-summary.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockResult, EndedAgent } from '../../block.js';
import { anything, output } from '../../fields/schema.js';
import { checkAnswer } from '../answers/check-answer.js';
import { costOf, hasEstimates, modelCalls, textOf, tokensOf, toolCallList } from './call-figures.js';
import { timingOf } from './call-timing.js';

/** What every block with a model says of its calls. */
export const callOutputs = {
  model: output('string', 'The model that answered, as the author names it.'),
  providerModel: output(['string', 'null'], 'The model that the provider names; null if it names none.'),
  provider: output('string', 'Id of the provider.'),
  tokens: output(
    'object',
    '`{input, output, total, cacheRead, cacheWrite, reasoning, estimated}`. Cached tokens are part of `input`, reasoning tokens of `output`.',
  ),
  cost: output(['object', 'null'], 'In US dollars: `{input, output, total, pricing}`; null if no price is known.'),
};

export const agentOutputs = {
  '<field>': anything('With `responseFormat`: each field of the answer, except under the names of the other outputs.'),
  content: anything('The answer as text, also with a `responseFormat`. An answer that is JSON but no object is here as a value.'),
  ...callOutputs,
  toolCalls: output('object', '`{list: [{name, arguments, startTime, endTime, duration, result, success}], count}`.'),
  providerTiming: output(
    'object',
    '`{startTime, endTime, duration, modelTime, toolsTime, firstResponseTime, iterations, timeSegments}`; times in milliseconds.',
  ),
  steps: output('integer', 'How often a model was asked.'),
  stopReason: output('string', 'Why the agent ended: `stop`, `length`, `content-filter`, or the limit that was reached.'),
  warnings: output('array', 'What was left out or doubtful.'),
};

/** What a block says of its calls, whatever it makes of the answer. */
export function callFacts({ request, calls }: Pick<EndedAgent, 'request' | 'calls'>): JsonObject {
  const models = modelCalls(calls);
  const last = models.at(-1);
  return {
    model: last?.name ?? request.model.name,
    providerModel: last?.providerModel ?? null,
    provider: last?.provider ?? request.model.provider,
    tokens: tokensOf(models.map(({ usage }) => usage)),
    cost: costOf(models.map(({ cost }) => cost)),
  };
}

/** The text of the answer: of the last call that has any. A summary of the earlier conversation is no answer. */
export function answerText({ calls }: Pick<EndedAgent, 'calls'>): string {
  return (
    modelCalls(calls)
      .filter(({ purpose }) => purpose === undefined)
      .map(textOf)
      .findLast((text) => text !== '') ?? ''
  );
}

/** @throws BlockFailure for an agent that failed: its output keeps what was answered */
export function agentResult(ended: EndedAgent): BlockResult {
  const { request, error, stopReason, calls } = ended;
  const facts = {
    ...callFacts(ended),
    toolCalls: toolCallList(calls),
    providerTiming: timingOf(calls),
    steps: modelCalls(calls).length,
    stopReason,
    warnings: warningsOf(ended),
  };
  const content = answerText(ended);
  if (error !== null) throw new BlockFailure(error, { output: { content, ...facts } });
  const { answerSchema } = request;
  if (answerSchema === undefined) return { output: { content, ...facts } };
  const checked = checkAnswer(content, answerSchema);
  if ('problem' in checked) {
    const remedy = 'Set repair, so that the model may correct its answer, or change responseFormat';
    const message = `${authorOf(ended)}: the answer ${checked.problem}. ${remedy}`;
    throw new BlockFailure(message, { output: { content, ...facts }, status: 422 });
  }
  const around = 'The answer has text around its JSON, such as a code fence, which is not part of its fields';
  const warnings = checked.isCut ? [...facts.warnings, around] : facts.warnings;
  return { output: withFields(checked.value, content, { ...facts, warnings }) };
}

/** Provider and model of the last answer, in words. */
function authorOf({ request, calls }: EndedAgent): string {
  const last = modelCalls(calls).at(-1);
  const asked = [request.model, ...request.fallbacks].find(({ provider, model }) => provider === last?.provider && model === last.model);
  const { providerName, model } = asked ?? request.model;
  return `${providerName}, model ${model}`;
}

/** The fields of an answer lie beside what is said of the calls, which wins. */
function withFields(value: Json, content: string, facts: JsonObject): JsonObject {
  return isJsonObject(value) ? { content, ...value, ...facts } : { content: value, ...facts };
}

function warningsOf({ request, calls, stopReason }: EndedAgent): string[] {
  const models = modelCalls(calls);
  const said = models.flatMap(({ warnings }) => warnings);
  const hasNoSummary = request.summary !== undefined && summaryIn(models) === undefined;
  const asked = new Set(models.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))));
  const unpriced = models.find(({ cost, outcome }) => cost === null && outcome === 'answered');
  const all = [
    ...request.warnings,
    ...(hasNoSummary ? ['The model did not sum up the earlier conversation, so the answer does not take it into account'] : []),
    ...said,
    ...request.forcedTools.filter((name) => !asked.has(name)).map((name) => `The model did not call the tool ${name}, which it must call`),
    ...(unpriced === undefined ? [] : [`No price is known for ${unpriced.name}, so its calls are not part of the cost`]),
    ...(hasEstimates(models.map(({ usage }) => usage)) ? ['The provider did not report all tokens; those are counted by the server'] : []),
    ...(stopReason === 'length' ? ['The answer is cut off at the limit of tokens'] : []),
  ];
  return [...new Set(all)];
}
